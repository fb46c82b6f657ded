#include "pipeline/run/saved_files.hpp"

#include "pipeline/core/message.hpp"
#include "pipeline/core/standard_streams.hpp"

#include <algorithm>
#include <filesystem>

namespace sluice {
namespace {

namespace fs = std::filesystem;

std::string path_in(const FileNode& node, const std::string& param) {
    const auto value = node.values->find(param);
    const auto* path = value == node.values->end() ? nullptr : std::get_if<std::string>(&value->second);
    return path == nullptr ? "" : *path;
}

bool is_keyword(const ParamDecl& param, const std::string& word) {
    return std::find(param.keywords.begin(), param.keywords.end(), word) != param.keywords.end();
}

std::vector<std::string> files_read_by(const FileNode& node) {
    std::vector<std::string> files;
    if (node.stage->kind() == Kind::sink) return files;
    for (const ParamDecl& param : node.stage->params)
        if (param.type == ParamType::path)
            if (std::string path = path_in(node, param.name); !path.empty() && !is_keyword(param, path))
                files.push_back(std::move(path));
    return files;
}

[[noreturn]] void refuse(const FileNode& node, const std::string& what) {
    throw Error(Error::Kind::usage, "",
                Diagnostic{Diagnostic::Severity::error, *node.place, *node.id, what}.text());
}

void refuse_second_stdin(const std::vector<FileNode>& nodes) {
    const FileNode* first = nullptr;
    for (const FileNode& node : nodes)
        for (const std::string& path : files_read_by(node)) {
            if (!is_stdin(path)) continue;
            if (first != nullptr)
                refuse(node, "reads stdin, which " + in_quotes(*first->id) +
                                 " also reads; take the image of " + in_quotes(*first->id) +
                                 " with from=" + *first->id + ", or save stdin as a file first");
            first = &node;
        }
}

}  // namespace

std::vector<fs::path> files_read(const std::vector<FileNode>& nodes) {
    std::vector<fs::path> inputs;
    for (const FileNode& node : nodes)
        for (const std::string& path : files_read_by(node)) inputs.emplace_back(path);
    return inputs;
}

std::optional<Overwrite> overwrite_of(const FileNode& sink) {
    const auto value = sink.values->find("overwrite");
    if (value == sink.values->end() || sink.stage->param("overwrite") == nullptr) return std::nullopt;
    return from_name<Overwrite>(std::get<std::string>(value->second)).value_or(Overwrite::never);
}

std::string output_of(const FileNode& node) {
    if (node.stage->kind() != Kind::sink) return "";
    for (const ParamDecl& param : node.stage->params)
        if (param.type == ParamType::path && param.required) {
            const std::string path = path_in(node, param.name);
            return is_stdout(path) ? "-" : path;
        }
    return "";
}

void refuse_files(const std::vector<FileNode>& nodes) {
    refuse_second_stdin(nodes);
    const std::vector<fs::path> inputs = files_read(nodes);
    const auto writes = [](const FileNode& node) { return !output_of(node).empty(); };
    const bool several = std::count_if(nodes.begin(), nodes.end(), writes) > 1;
    std::map<fs::path, const FileNode*> writers;
    for (const FileNode& node : nodes) {
        const std::string output = output_of(node);
        if (output.empty()) continue;
        const auto [first, fresh] =
            writers.emplace(output == "-" || !several ? fs::path(output) : real_name(output), &node);
        if (!fresh)
            refuse(node, "writes " + in_quotes(output) + ", which " + in_quotes(*first->second->id) +
                             " also writes; save one of them under another name");
        for (const fs::path& input : inputs)
            if (is_same_file(output, input))
                throw Error(Error::Kind::usage, output,
                            "the pipeline reads this file; save the result under another name");
    }
}

namespace {

Overwrite replaces(const FileNode& sink) { return overwrite_of(sink).value_or(Overwrite::always); }

}  // namespace

std::map<std::string, std::string> results_to_keep(const std::vector<FileNode>& nodes) {
    refuse_files(nodes);
    const std::vector<fs::path> inputs = files_read(nodes);
    std::map<std::string, std::string> keep;
    for (const FileNode& node : nodes) {
        const std::string output = output_of(node);
        if (output.empty() || output == "-") continue;
        if (const std::string why = reason_to_keep(output, replaces(node), inputs); !why.empty())
            keep[*node.id] = why;
    }
    return keep;
}

Values placed_values(const FileNode& sink, const std::vector<FileNode>& nodes) {
    Values values = *sink.values;
    std::vector<fs::path> inputs = files_read(nodes);
    if (replaces(sink) != Overwrite::newer || inputs.empty()) return values;
    values["newer_than"] = std::max_element(inputs.begin(), inputs.end(), is_older)->string();
    return values;
}

}  // namespace sluice
