#include "apps/edit/document.hpp"

#include "apps/options/spelled.hpp"

#include "pipeline/core/message.hpp"
#include "pipeline/core/text.hpp"
#include "pipeline/graph/chain_text.hpp"
#include "pipeline/graph/kernel/bring_along.hpp"
#include "pipeline/graph/names.hpp"
#include "pipeline/graph/sizes.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <utility>
#include <vector>

namespace sluice::apps {
namespace {

const std::string page_name = "page";  // Place::file of what graph_of() makes

// As it is written, without the quotes that a chain needs.
std::string written(const Value& value) {
    if (const auto* word = std::get_if<std::string>(&value)) return *word;
    if (const auto* words = std::get_if<std::vector<std::string>>(&value)) return joined(*words, ",");
    return text(value);
}

GraphNode node_of(const Json& json, int number) {
    GraphNode node;
    node.place = node.id_place = {page_name, number, 0};
    node.stage = json.at("stage").get<std::string>();
    node.id = json.value("id", "");
    node.starts_branch = json.value("branch", false);
    if (json.contains("kernel"))
        for (const char* name : {"file", "text"})
            if (json["kernel"].contains(name))
                node.kernel = GraphParam{name, json["kernel"][name].get<std::string>(), node.place};
    int column = 0;
    if (json.contains("params"))
        for (const auto& [name, value] : json["params"].items())
            node.params.push_back({name, value.get<std::string>(), {page_name, number, ++column}});
    if (json.contains("from"))
        for (const Json& input : json["from"])
            node.from.push_back({input.at(0).get<std::string>(),
                                 {input.at(1).get<std::string>(), "", {page_name, number, 0}}});
    return node;
}

Json json_of(const GraphNode& node) {
    Json json{{"stage", node.stage}};
    if (!node.id.empty()) json["id"] = node.id;
    if (node.starts_branch) json["branch"] = true;
    if (node.kernel) json["kernel"][node.kernel->name] = written(node.kernel->value);
    json["params"] = Json::object();
    for (const GraphParam& param : node.params) json["params"][param.name] = written(param.value);
    for (const auto& [port, from] : node.from)
        json["from"].push_back({port, from.port.empty() ? from.node : from.node + "." + from.port});
    return json;
}

// The parameters that a value without a name stands for.
void name_values(GraphNode& node, const CheckedNode& checked) {
    std::vector<GraphParam> named;
    for (const GraphParam& param : node.params) {
        if (!param.name.empty()) {
            named.push_back(param);
            continue;
        }
        for (const ParamDecl& decl : checked.stage->params) {
            const auto place = checked.param_places.find(decl.name);
            if (place == checked.param_places.end() || place->second != param.place) continue;
            if (const Value* value = written_value(checked, decl.name))
                named.push_back({decl.name, *value, param.place});
        }
    }
    node.params = std::move(named);
}

bool is_plain(const std::string& text) {
    static const std::string letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+";
    return !text.empty() && text.find_first_not_of(letters + "-%") == std::string::npos && text[0] != '%' &&
           (text[0] != '-' || text.size() > 1) && text.find("${") == std::string::npos;
}

// ${...} in a file is a variable.
std::string without_variables(std::string text) {
    for (std::size_t at = 0; (at = text.find("${", at)) != std::string::npos; at += 3)
        text.insert(at, 1, '$');
    return text;
}

std::string quoted(const std::string& text) {
    return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string scalar(const std::string& text) {
    return is_plain(text) ? text : quoted(without_variables(text));
}

// Of the first parameter if the value has no name; null if there is none.
const ParamDecl* declaration_of(const GraphParam& param, const StageDef* stage) {
    if (stage == nullptr) return nullptr;
    const bool is_first = param.name.empty() && !stage->params.empty();
    return is_first ? &stage->params.front() : stage->param(param.name);
}

std::string map_text(const std::vector<GraphParam>& params, const StageDef* stage) {
    std::string all;
    for (const GraphParam& param : params) {
        const ParamDecl* decl = declaration_of(param, stage);
        all += (all.empty() ? "" : ", ") + param.name + ": " + yaml_value(written(param.value), decl);
    }
    return all;
}

// What a file calls the stage.
std::string key_of(const GraphNode& node) { return node.kernel ? "kernel" : node.stage; }

std::string kernel_text(const GraphNode& node, const StageDef* stage) {
    const std::string params = map_text(node.params, stage);
    return node.kernel->name + ": " + scalar(written(node.kernel->value)) +
           (params.empty() ? "" : ", " + params);
}

// The first parameter, which may be a short form of several.
std::string first_text(const GraphParam& param, const StageDef* stage) {
    const ParamDecl* decl = declaration_of(param, stage);
    const std::string text = written(param.value);
    return decl != nullptr && is_sized(*decl, text) ? quoted(text) : scalar(text);
}

using Inputs = std::vector<std::pair<std::string, std::string>>;

// What the inputs read: all without the names of ports, or all with them, since a file does not mix them.
Inputs inputs_of(const GraphNode& node, const StageDef* stage) {
    Inputs inputs;
    for (const auto& [port, from] : node.from)
        inputs.emplace_back(port, from.port.empty() ? from.node : from.node + "." + from.port);
    const auto is_named = [](const auto& input) { return !input.first.empty(); };
    if (std::none_of(inputs.begin(), inputs.end(), is_named)) return inputs;
    for (std::size_t i = 0; i < inputs.size(); ++i)
        if (inputs[i].first.empty() && stage != nullptr && i < stage->inputs.size())
            inputs[i].first = stage->inputs[i].name;
    return inputs;
}

// Whether its first input reads the node before, because nothing else is said of it.
bool takes_the_node_before(const GraphNode& node, const StageDef* stage) {
    if (node.starts_branch || (stage != nullptr && stage->inputs.empty())) return false;
    const Inputs inputs = inputs_of(node, stage);
    if (inputs.empty()) return true;
    return !inputs.front().first.empty() && stage != nullptr &&
           std::none_of(inputs.begin(), inputs.end(),
                        [&](const auto& input) { return input.first == stage->inputs.front().name; });
}

std::string from_text(const Inputs& inputs) {
    std::string all;
    for (const auto& [port, from] : inputs)
        all += (all.empty() ? "" : ", ") + (port.empty() ? "" : port + ": ") + scalar(from);
    if (!inputs.front().first.empty()) return "{" + all + "}";
    return inputs.size() == 1 ? all : "[" + all + "]";
}

// The number of the node that an error names, by its id or by the path of its file.
std::optional<std::size_t> node_named(const std::string& where, const Json& document) {
    Graph graph;
    try {
        graph = graph_of(document);
    } catch (const Error&) {
        return std::nullopt;
    }
    const std::vector<std::string> names = node_names(graph.nodes);
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (where == names[i] || where.starts_with(names[i] + ".")) return i;
        for (const GraphParam& param : graph.nodes[i].params)
            if (!where.empty() && written(param.value) == where) return i;
    }
    return std::nullopt;
}

// The number of the node whose place a message begins with, "page:3:1: ..."; the message loses the place.
std::optional<std::size_t> node_placed(std::string& message) {
    const std::string prefix = page_name + ":";
    const std::size_t end = message.find(": ");
    std::size_t line = 0;
    if (!message.starts_with(prefix) || end == std::string::npos ||
        std::from_chars(message.data() + prefix.size(), message.data() + end, line).ec != std::errc() ||
        line == 0)
        return std::nullopt;
    message.erase(0, end + 2);
    return line - 1;
}

// That of the kernel in whose file the device's compiler found something: "own/spotlight.cl:9: ...".
std::optional<std::size_t> node_of_kernel(const std::string& message, const Json& document) {
    const std::string file = message.substr(0, message.find(':'));
    const Json nodes = document.value("nodes", Json::array());
    for (std::size_t i = 0; i < nodes.size(); ++i)
        if (nodes[i].contains("kernel") &&
            std::filesystem::path(file).filename() == nodes[i].value("stage", "") + ".cl")
            return i;
    return std::nullopt;
}

// "exponent" of "gamma.2.exponent", if the node may have it.
std::string param_in(const std::string& subject) {
    const std::size_t point = subject.rfind('.');
    return point == std::string::npos ? "" : subject.substr(point + 1);
}

}  // namespace

// A list of numbers as YAML writes it, anything else as a scalar.
std::string yaml_value(const std::string& written, const ParamDecl* decl) {
    if (decl != nullptr && is_sized(*decl, written)) return quoted(written);
    const bool list =
        decl != nullptr && (decl->type == ParamType::numbers || decl->type == ParamType::choices);
    if (!list || written.find(',') == std::string::npos || written.find(';') != std::string::npos)
        return scalar(written);
    std::string items;
    for (const std::string& item : split(written)) items += (items.empty() ? "" : ", ") + scalar(item);
    return "[" + items + "]";
}

CheckedGraph checked_whole(const Graph& graph, const Registry& registry, Diagnostics& faults) {
    return graph.nodes.empty() ? CheckedGraph{{}, registry}
                               : check(wrapped(graph, registry), registry, faults, {.paths_later = true});
}

Graph graph_of(const Json& document) {
    try {
        Graph graph;
        int number = 0;
        for (const Json& node : document.at("nodes")) graph.nodes.push_back(node_of(node, ++number));
        if (document.contains("batch"))
            for (const auto& [name, value] : document["batch"].items())
                graph.batch.push_back({name, value.get<std::string>(), {page_name, 0, 0}});
        return graph;
    } catch (const Json::exception& error) {
        throw Error(Error::Kind::usage, "pipeline",
                    std::string("is no document of the editor: ") + error.what());
    }
}

void bring_kernels(Graph& graph, const std::filesystem::path& from, Diagnostics& faults) {
    for (GraphNode& node : graph.nodes) {
        if (!node.kernel) continue;
        GraphNode named = node;
        const Place text{"the text of the kernel", 1, 0};
        named.params = {{node.kernel->name, node.kernel->value, text}};
        Diagnostics own;
        bring_along(named, from, false, graph.stages, own);
        node.stage = named.stage;
        for (const Diagnostic& fault : own)
            faults.error(node.place, "", fault.place == text ? fault.message : fault.text());
    }
}

std::string name_beside(const std::filesystem::path& from, const std::string& path) {
    const std::filesystem::path folder = from.parent_path();
    return std::filesystem::path(path).lexically_proximate(folder.empty() ? "." : folder).string();
}

Graph chain_beside(const std::string& chain, const std::filesystem::path& from) {
    Graph graph = Graph::from_chain(chain);
    for (GraphNode& node : graph.nodes) {
        if (!node.kernel || node.kernel->name != "file") continue;
        for (const auto& stage : graph.stages)
            if (stage->name == node.stage) node.kernel->value = name_beside(from, stage->read_from->file);
    }
    return graph;
}

Json document_of(const Graph& graph, const Registry& builtin, const std::filesystem::path& from) {
    Diagnostics faults;
    const CheckedGraph checked = checked_whole(graph, builtin, faults);
    const Registry registry = with_stages_of(graph, builtin);
    const bool flat = std::none_of(graph.nodes.begin(), graph.nodes.end(), [](const GraphNode& node) {
        return node.is_included || !node.follows.node.empty();
    });
    if (faults.ok() && !flat) return document_of(chain_beside(chain_text(checked), from), builtin, from);
    Json document{{"nodes", Json::array()}};
    const std::vector<std::string> names = node_names(graph.nodes);
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        GraphNode node = graph.nodes[i];
        if (faults.ok())
            if (const auto at = checked.find(names[i])) name_values(node, checked.nodes[*at]);
        // What starts a branch anyway need not say so.
        GraphNode other = node;
        other.starts_branch = false;
        if (i == 0 || !takes_the_node_before(other, registry.find(node.stage))) node.starts_branch = false;
        document["nodes"].push_back(json_of(node));
    }
    for (const GraphParam& option : graph.batch) document["batch"][option.name] = written(option.value);
    return document;
}

std::string chain_of(const Graph& graph, const Registry& builtin) {
    const Registry registry = with_stages_of(graph, builtin);
    std::string chain;
    for (const GraphNode& node : graph.nodes) {
        if (!chain.empty()) chain += takes_the_node_before(node, registry.find(node.stage)) ? " | " : "; ";
        const StageDef* stage = registry.find(node.stage);
        chain += stage != nullptr ? stage->called()
                 : node.kernel    ? "kernel " + text(Value(written(node.kernel->value)))
                                  : node.stage;
        if (!node.id.empty()) chain += " id=" + node.id;
        std::string list;
        for (const auto& [port, from] : inputs_of(node, registry.find(node.stage)))
            list += (list.empty() ? "" : ",") + (port.empty() ? "" : port + ":") + from;
        if (!list.empty()) chain += " from=" + list;
        for (const GraphParam& param : node.params)
            chain += " " + (param.name.empty() ? "" : param.name + "=") + text(Value(written(param.value)));
    }
    return chain;
}

std::string yaml_text(const Graph& graph, const Registry& builtin) {
    const Registry registry = with_stages_of(graph, builtin);
    std::string yaml = "sluice: 1\n";
    if (!graph.batch.empty()) yaml += "batch: {" + map_text(graph.batch, nullptr) + "}\n";
    yaml += "stages:\n";
    for (const GraphNode& node : graph.nodes) {
        const StageDef* stage = registry.find(node.stage);
        yaml += "  - " + scalar(key_of(node)) + ":";
        if (node.kernel)
            yaml += " {" + kernel_text(node, stage) + "}";
        else if (node.params.size() == 1 && node.params[0].name.empty())
            yaml += " " + first_text(node.params[0], stage);
        else if (!node.params.empty())
            yaml += " {" + map_text(node.params, stage) + "}";
        yaml += "\n";
        if (!node.id.empty()) yaml += "    id: " + scalar(node.id) + "\n";
        if (!node.from.empty()) yaml += "    from: " + from_text(inputs_of(node, stage)) + "\n";
    }
    return yaml;
}

std::string json_text(const Graph& graph, const Registry& builtin) {
    const Registry registry = with_stages_of(graph, builtin);
    Json json{{"sluice", 1}};
    for (const GraphParam& option : graph.batch)
        json["batch"][option.name] = without_variables(written(option.value));
    json["stages"] = Json::array();
    for (const GraphNode& node : graph.nodes) {
        Json params = Json::object();
        if (node.kernel) params[node.kernel->name] = without_variables(written(node.kernel->value));
        const StageDef* def = registry.find(node.stage);
        for (const GraphParam& param : node.params) {
            const ParamDecl* decl = declaration_of(param, def);
            const std::string text = written(param.value);
            params[param.name] = decl != nullptr && is_sized(*decl, text) ? text : without_variables(text);
        }
        const bool is_short = !node.kernel && node.params.size() == 1 && node.params[0].name.empty();
        Json stage{{key_of(node), is_short ? params[""] : params}};
        if (!node.id.empty()) stage["id"] = node.id;
        for (const auto& [port, from] : inputs_of(node, registry.find(node.stage))) {
            if (port.empty())
                stage["from"].push_back(from);
            else
                stage["from"][port] = from;
        }
        json["stages"].push_back(std::move(stage));
    }
    return pretty(json);
}

Json faults_json(const Diagnostics& faults, const Json& document) {
    Json list = Json::array();
    for (const Diagnostic& fault : faults) {
        const std::string subject = fault.subject.in(on_command_line);
        const std::string message = fault.message.in(on_command_line);
        Json one{{"message", subject.empty() ? message : subject + ": " + message}};
        const auto line = static_cast<std::size_t>(fault.place.line);
        if (fault.place.file == page_name && line > 0 && document.contains("nodes") &&
            line <= document["nodes"].size()) {
            one["node"] = line - 1;
            const Json& params = document["nodes"][line - 1].value("params", Json::object());
            const auto column = static_cast<std::size_t>(fault.place.column);
            if (column > 0 && column <= params.size())
                one["param"] = std::next(params.begin(), static_cast<std::ptrdiff_t>(column) - 1).key();
            else if (const std::string param = param_in(subject); !param.empty())
                one["param"] = param;
        } else if (line > 0) {
            one["line"] = line;
            one["column"] = fault.place.column;
        }
        if (fault.severity == Diagnostic::Severity::warning) one["warning"] = true;
        list.push_back(std::move(one));
    }
    return list;
}

Json fault_json(const Error& error, const Json& document) {
    std::string message = error.in(on_command_line);
    auto node = node_placed(message);
    if (!node) node = node_named(error.where(), document);
    if (!node) node = node_of_kernel(message, document);
    Json one{{"message", std::move(message)}};
    if (node) one["node"] = *node;
    return one;
}

}  // namespace sluice::apps
