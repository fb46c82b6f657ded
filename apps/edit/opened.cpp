#include "apps/edit/opened.hpp"

#include "apps/edit/document.hpp"
#include "apps/options/pipeline.hpp"
#include "io/folder.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/graph/chain/words.hpp"
#include "pipeline/graph/pipeline_text.hpp"
#include "pipeline/graph/yaml/tree.hpp"
#include "pipeline/run/saved_files.hpp"
#include "pipeline/sluice/plan.hpp"

#include <system_error>
#include <utility>

namespace sluice::apps {
namespace {

namespace fs = std::filesystem;

fs::path real_path(const std::string& path) {
    std::error_code fault;
    fs::path real = fs::weakly_canonical(fs::absolute(path, fault), fault);  // also of a file that is gone
    return fault ? fs::path() : real;
}

// What reading a pipeline reads beside it.
struct Reads {
    std::set<std::string> files;  // that it includes, and those of kernels
    bool environment = false;
};

// `is_stage`: it stands in a list, where `kernel` is the name of a stage, not of a parameter.
void add_reads(const YamlNode& node, Reads& reads, bool is_stage = false) {
    for (const YamlNode::Entry& entry : node.entries) {
        if (entry.key == "include" || (is_stage && entry.key == "kernel")) {
            const YamlNode::Entry* file = entry.value.find("file");
            if (file != nullptr || entry.value.find("text") == nullptr)
                reads.files.insert(file == nullptr ? entry.value.text : file->value.text);
        }
        if (entry.key == "allow_env" && entry.value.text != "false") reads.environment = true;
        add_reads(entry.value, reads);
    }
    for (const YamlNode& item : node.items) add_reads(item, reads, true);
}

Reads reads_of(const std::string& text) {
    Diagnostics faults;
    Reads reads;
    const YamlNode root = read_yaml(text, "page", faults);
    if (faults.ok()) add_reads(root, reads);  // else it is not read any further
    return reads;
}

Reads reads_of_chain(const std::string& chain) {
    Diagnostics faults;
    Reads reads;
    bool begins = true, is_kernel = false;
    for (const ChainWord& word : chain_words(chain, faults)) {
        if (word.type != ChainWord::Type::word) {
            begins = true, is_kernel = false;
        } else if (begins) {
            begins = false, is_kernel = word.text == "kernel";
        } else if (is_kernel && (!word.is_pair() || word.key() == "file")) {
            reads.files.insert(word.is_pair() ? word.value() : word.text);
        }
    }
    return reads;
}

std::string text_of(const Value& value) {
    const auto* word = std::get_if<std::string>(&value);
    return word != nullptr ? *word : text(value);
}

std::vector<std::string> images_in(const std::string& named) {
    const Listing listing = list_inputs({named});
    for (const Listing::Fault& fault : listing.faults)
        throw Error(Error::Kind::input, fault.path.string(), fault.what);
    std::vector<std::string> images;
    for (const InputFile& file : listing.files) images.push_back(file.path);
    if (images.empty()) throw Error(Error::Kind::input, named, "has no images");
    return images;
}

}  // namespace

OpenedFiles::OpenedFiles(const std::string& pipeline, const std::string& images, std::string output)
    : named_(images), output_(std::move(output)) {
    if (!images.empty()) images_ = images_in(images);
    if (is_pipeline_file(pipeline)) {
        file_ = pipeline;
        std::error_code unknown;
        if (fs::exists(pipeline, unknown)) {
            text_ = sluice::pipeline_text(fs::path(pipeline));
            const Reads reads = reads_of(text_);
            files_read_ = reads.files;
            reads_environment_ = reads.environment;
            try {
                graph_ = Graph::from_text(text_, pipeline);
            } catch (const Error& error) {
                if (error.kind() != Error::Kind::usage) throw;  // else the page shows the text and its faults
            }
        } else {
            graph_ = Graph();
        }
    } else {
        graph_ = pipeline.empty() ? Graph() : pipeline_of(pipeline);
        files_read_ = reads_of_chain(pipeline).files;
    }
    for (const std::string& image : images_) readable_.insert(real_path(image));
    if (!graph_) return;
    // By all of their names, since the page holds files for the folder of the pipeline, and shows chains.
    for (const auto& stage : graph_->stages)
        if (const std::string& kernel = stage->read_from->file; !kernel.empty())
            files_read_.insert({kernel, name_beside(file_, kernel)});
    for (const GraphNode& node : graph_->nodes)
        if (node.kernel && node.kernel->name == "file") files_read_.insert(text_of(node.kernel->value));
    // Also those of a pipeline with faults: they may be mended.
    const Registry stages = with_stages_of(*graph_, builtin_stages());
    for (const GraphNode& node : graph_->nodes) {
        const StageDef* stage = stages.find(node.stage);
        if (stage == nullptr || stage->kind() == Kind::sink) continue;
        for (const GraphParam& param : node.params) {
            const ParamDecl* decl = param.name.empty() && !stage->params.empty() ? &stage->params.front()
                                                                                 : stage->param(param.name);
            const auto* path = std::get_if<std::string>(&param.value);
            if (decl != nullptr && decl->type == ParamType::path && path != nullptr)
                readable_.insert(real_path(*path));
        }
    }
    readable_.erase(fs::path());
}

void OpenedFiles::expect_readable(const CheckedGraph& graph) const {
    for (const fs::path& path : files_read(file_nodes(graph.nodes)))
        if (path == "-" || readable_.count(real_path(path.string())) == 0)
            throw NotReadable(in_quotes(path.string()) +
                              " was not named when the editor was started, so the page may not read it; "
                              "start 'sluice edit' with it");
}

void OpenedFiles::expect_named(const std::set<std::string>& files) const {
    for (const std::string& file : files)
        if (files_read_.count(file) == 0 || file.find("${") != std::string::npos)
            throw NotReadable(
                "the file " + in_quotes(file) +
                " was not in the pipeline when the editor was started, so the page may not read it; "
                "save the pipeline with another editor and start 'sluice edit' again");
}

void OpenedFiles::expect_readable_kernels(const Graph& graph) const {
    std::set<std::string> files;
    for (const GraphNode& node : graph.nodes)
        if (node.kernel && node.kernel->name == "file") files.insert(text_of(node.kernel->value));
    expect_named(files);
}

void OpenedFiles::expect_readable_chain(const std::string& chain) const {
    expect_named(reads_of_chain(chain).files);
}

void OpenedFiles::expect_readable(const std::string& text) const {
    if (text == text_) return;
    const Reads reads = reads_of(text);
    expect_named(reads.files);
    if (reads.environment && !reads_environment_)
        throw NotReadable(
            "the pipeline did not read the environment when the editor was started, so the page may not; "
            "save the file with another editor and start 'sluice edit' again");
}

}  // namespace sluice::apps
