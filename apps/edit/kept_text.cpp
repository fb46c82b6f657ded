#include "apps/edit/kept_text.hpp"

#include "apps/edit/document.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/graph/yaml/tree.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace sluice::apps {
namespace {

using Range = std::pair<std::size_t, std::size_t>;  // of bytes: begin, end

std::optional<std::size_t> offset_of(const std::string& text, const Place& place) {
    std::size_t at = 0;
    for (int line = 1; line < place.line; ++line) {
        at = text.find('\n', at);
        if (at == std::string::npos) return std::nullopt;
        ++at;
    }
    for (int column = 1; column < place.column && at < text.size(); ++column)
        at += std::max<std::size_t>(1, utf8_character(std::string_view(text).substr(at)));
    return at < text.size() ? std::optional(at) : std::nullopt;
}

// Where a scalar or a list in brackets stands.
std::optional<Range> range_of(const std::string& text, const YamlNode& node) {
    const auto begin = offset_of(text, node.place);
    if (!begin) return std::nullopt;
    const char first = text[*begin];
    if (node.type == YamlNode::Type::list) {
        const std::size_t end = first == '[' ? text.find(']', *begin) : std::string::npos;
        return end == std::string::npos ? std::nullopt : std::optional(Range{*begin, end + 1});
    }
    if (node.type != YamlNode::Type::scalar) return std::nullopt;
    if (first == '"' || first == '\'') {
        for (std::size_t at = *begin + 1; at < text.size(); ++at) {
            if (first == '"' && text[at] == '\\')
                ++at;
            else if (text[at] == first)
                return Range{*begin, at + 1};
        }
        return std::nullopt;
    }
    if (text.compare(*begin, node.text.size(), node.text) != 0) return std::nullopt;
    return Range{*begin, *begin + node.text.size()};
}

// Whatever the order of their keys.
bool same_pipeline(const Json& a, const Json& b) { return nlohmann::json(a) == nlohmann::json(b); }

struct Edit {
    Range range;
    std::string text;
};

// How the parameter of a stage gets a value that is written as `value`. `item`: the stage in the list.
std::optional<Edit> edit_of(const std::string& text, const YamlNode& item, const StageDef& stage,
                            const std::string& param, const std::string& value) {
    const std::string entry = param + ": " + value;
    if (item.type == YamlNode::Type::scalar) {  // "- gamma"
        const auto name = range_of(text, item);
        return name ? std::optional(Edit{{name->second, name->second}, ": {" + entry + "}"}) : std::nullopt;
    }
    const YamlNode::Entry* params = item.find(stage.read_from ? "kernel" : stage.name);
    if (params == nullptr) return std::nullopt;
    const YamlNode& given = params->value;
    if (stage.read_from && given.type == YamlNode::Type::scalar) {  // "- kernel: spotlight.cl"
        const auto range = range_of(text, given);
        if (!range) return std::nullopt;
        const std::string file = text.substr(range->first, range->second - range->first);
        return Edit{*range, "{file: " + file + ", " + entry + "}"};
    }
    if (given.type == YamlNode::Type::scalar || given.type == YamlNode::Type::list) {  // "- gamma: 0.8"
        const auto range = range_of(text, given);
        if (!range || stage.params.empty() || stage.params.front().name != param) return std::nullopt;
        return Edit{*range, value};
    }
    if (given.type == YamlNode::Type::null) {  // "- gamma:"
        const auto key = offset_of(text, params->place);
        const std::size_t end = key ? text.find(':', *key) : std::string::npos;
        return end == std::string::npos ? std::nullopt
                                        : std::optional(Edit{{end + 1, end + 1}, " {" + entry + "}"});
    }
    if (const YamlNode::Entry* old = given.find(param)) {
        const auto range = range_of(text, old->value);
        return range ? std::optional(Edit{*range, value}) : std::nullopt;
    }
    if (given.entries.empty()) return std::nullopt;
    const auto first = offset_of(text, given.entries.front().place);
    if (!first) return std::nullopt;
    const std::size_t line = text.rfind('\n', *first) + 1;  // 0 if there is none
    const std::string before = text.substr(line, *first - line);
    const bool flow = before.find_first_not_of(' ') != std::string::npos;
    return Edit{{*first, *first}, entry + (flow ? ", " : "\n" + before)};
}

}  // namespace

std::optional<std::string> kept_text(const std::string& text, const std::string& file_name,
                                     const Json& document, const Registry& builtin) {
    try {
        const Graph graph = Graph::from_text(text, file_name);
        const Json before = document_of(graph, builtin, file_name);
        const Registry registry = with_stages_of(graph, builtin);
        if (same_pipeline(before, document)) return text;
        Diagnostics faults;
        const YamlNode root = read_yaml(text, file_name, faults);
        const YamlNode::Entry* stages = root.find("stages");
        const Json& nodes = document.at("nodes");
        if (!faults.ok() || stages == nullptr || stages->value.items.size() != nodes.size() ||
            before["nodes"].size() != nodes.size())
            return std::nullopt;
        std::vector<Edit> edits;
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            const StageDef* stage = registry.find(nodes[i].at("stage").get<std::string>());
            const Json& old = before["nodes"][i]["params"];
            for (const auto& [name, value] : nodes[i].at("params").items()) {
                if (old.contains(name) && old[name] == value) continue;
                const ParamDecl* decl = stage == nullptr ? nullptr : stage->param(name);
                if (decl == nullptr) return std::nullopt;
                auto edit = edit_of(text, stages->value.items[i], *stage, name,
                                    yaml_value(value.get<std::string>(), decl));
                if (!edit) return std::nullopt;
                edits.push_back(std::move(*edit));
            }
        }
        std::sort(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) { return a.range > b.range; });
        std::string kept = text;
        for (const Edit& edit : edits)
            kept.replace(edit.range.first, edit.range.second - edit.range.first, edit.text);
        // Whatever the text is like: only the same pipeline will do.
        if (same_pipeline(document_of(Graph::from_text(kept, file_name), builtin, file_name), document))
            return kept;
    } catch (const Error&) {  // a text with faults
    }
    return std::nullopt;
}

}  // namespace sluice::apps
