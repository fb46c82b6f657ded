// Pipeline files: a located tree to nodes.
#include "pipeline/core/message.hpp"
#include "pipeline/core/text.hpp"
#include "pipeline/graph/graph.hpp"
#include "pipeline/graph/limits.hpp"
#include "pipeline/graph/reference.hpp"
#include "pipeline/graph/text_order.hpp"
#include "pipeline/graph/yaml/tree.hpp"

#include <algorithm>

namespace sluice {
namespace {

using NodeType = YamlNode::Type;

const char* kind_of(const YamlNode& node) {
    switch (node.type) {
        case NodeType::null: return "nothing";
        case NodeType::scalar: return "a word or number";
        case NodeType::list: return "a list";
        case NodeType::map: return "a map";
    }
    return "";
}

class FileReader {
public:
    explicit FileReader(Diagnostics& faults) : faults_(faults) {}

    void read(const YamlNode& root, Graph& graph) {
        if (root.type != NodeType::map) {
            faults_.error(
                root.place, "",
                std::string("a pipeline file has the keys 'sluice: 1' and 'stages:', but this is ") +
                    kind_of(root) +
                    (root.type == NodeType::list ? "" : "; a chain belongs on the command line"));
            return;
        }
        version(root);
        for (const YamlNode::Entry& entry : root.entries)
            if (entry.key == "batch")
                graph.batch = batch(entry);
            else if (entry.key != "sluice" && entry.key != "stages" && entry.key != "$schema")
                faults_.error(entry.place, "",
                              "unknown key " + in_quotes(entry.key) +
                                  did_you_mean(entry.key, {"sluice", "batch", "stages"}) +
                                  "; a pipeline file has 'sluice' and 'stages', and may have 'batch'");
        stages(root);
        graph.nodes = std::move(nodes_);
    }

private:
    void version(const YamlNode& root) {
        const YamlNode::Entry* entry = root.find("sluice");
        if (entry == nullptr)
            faults_.error(root.place, "", "'sluice: 1' is missing; it is the version of the format");
        else if (entry->value.type != NodeType::scalar)
            faults_.error(
                entry->place, "sluice",
                std::string("the version must be a number, such as 1, not ") + kind_of(entry->value));
        else if (entry->value.text != "1")
            faults_.error(
                entry->value.place, "sluice",
                "version " + in_quotes(entry->value.text) + " is unknown; this program reads version 1");
    }

    // Options are written as the parameters of a stage are.
    std::vector<GraphParam> batch(const YamlNode::Entry& entry) {
        GraphNode options;
        options.stage = "batch";
        const NodeType type = entry.value.type;
        if (type != NodeType::map && type != NodeType::null)
            faults_.error(entry.place, "batch",
                          std::string("write a map of options, such as {recursive: true}, not ") +
                              kind_of(entry.value));
        for (const YamlNode::Entry& option : entry.value.entries) parameter(options, option);
        return std::move(options.params);
    }

    void stages(const YamlNode& root) {
        const YamlNode::Entry* entry = root.find("stages");
        if (entry == nullptr)
            return faults_.error(root.place, "", "'stages:' is missing, the list of stages");
        const YamlNode& list = entry->value;
        if (list.type != NodeType::list)
            return faults_.error(
                entry->place, "stages",
                std::string("write a list of stages, not ") + kind_of(list) + "; each begins with '- '");
        if (list.items.empty()) return faults_.error(entry->place, "stages", "the list is empty");
        if (list.items.size() > max_pipeline_nodes)
            return faults_.error(entry->place, "stages",
                                 std::to_string(list.items.size()) + " stages are too many");
        for (const YamlNode& item : list.items) stage(item);
        if (!nodes_.empty()) nodes_.front().starts_branch = true;
    }

    void stage(const YamlNode& item) {
        if (item.type != NodeType::map) {
            std::string message =
                std::string("write a stage as a map such as 'gamma: {exponent: 2}', not as ") + kind_of(item);
            if (item.type == NodeType::scalar)
                message = in_quotes(item.text) +
                          " stands alone; write a stage as a map such as 'gamma: {exponent: 2}' or 'gamma:'";
            return faults_.error(item.place, "", std::move(message));
        }
        GraphNode node;
        for (const YamlNode::Entry& entry : item.entries) {
            if (entry.key == "id")
                id(node, entry);
            else if (entry.key == "from")
                from(node, entry);
            else if (node.stage.empty())
                named(node, entry);
            else
                faults_.error(
                    entry.place, node.stage,
                    "unknown key " + in_quotes(entry.key) + did_you_mean(entry.key, {"id", "from"}) +
                        "; only 'id' and 'from' are allowed beside a stage; indent its parameters further");
        }
        if (node.place == Place()) return faults_.error(item.place, "", "the name of a stage is missing");
        nodes_.push_back(std::move(node));
    }

    void named(GraphNode& node, const YamlNode::Entry& entry) {
        node.stage = entry.key;
        node.place = entry.place;
        if (entry.key.empty()) return faults_.error(entry.place, "", "a stage's name is empty");
        if (const std::size_t end = entry.key.find_first_of("{:"); end != std::string::npos && end > 0) {
            const std::string name = entry.key.substr(0, entry.key.find_last_not_of(' ', end - 1) + 1);
            return faults_.error(entry.place, "",
                                 in_quotes(entry.key) +
                                     " is not the name of a stage; put a colon and a space after " +
                                     "the name: '" + name + ": {'");
        }
        if (entry.value.type == NodeType::null) {
            if (!entry.value.text.empty()) faults_.error(entry.place, entry.key, quoted_colour(entry.value));
            return;
        }
        if (entry.value.type != NodeType::map) return first_parameter(node, entry);
        for (const YamlNode::Entry& param : entry.value.entries) parameter(node, param);
    }

    // "load: cat.png", "thumbnail: [64, 48]"; but "load: path:cat.png" was meant to be a map.
    void first_parameter(GraphNode& node, const YamlNode::Entry& stage) {
        const YamlNode& value = stage.value;
        const std::size_t colon = value.text.find(':');
        const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; };
        if (colon != std::string::npos &&
            std::all_of(value.text.begin(), value.text.begin() + colon, is_letter))
            return faults_.error(value.place, stage.key,
                                 "a space is missing after '" + value.text.substr(0, colon) + ":'");
        given(node, {"", value.place, value}, stage.key);
    }

    static std::string quoted_colour(const YamlNode& value) {
        return "a comment begins with '#', so put the colour in quotes: " + in_quotes(value.text);
    }

    void parameter(GraphNode& node, const YamlNode::Entry& param) {
        const std::string subject = node.stage + "." + param.key;
        if (param.key.empty()) return faults_.error(param.place, node.stage, "a parameter's name is empty");
        if (param.value.type == NodeType::null) {
            const std::size_t equals = param.key.find('=');
            if (equals != std::string::npos)
                return faults_.error(
                    param.place, node.stage,
                    "write a parameter with a colon: " +
                        in_quotes(param.key.substr(0, equals) + ": " + param.key.substr(equals + 1)));
            std::string hint = number_from(param.key) ? "; write a list in brackets: [0, 255]" : "";
            if (!param.value.text.empty()) hint = "; " + quoted_colour(param.value);
            return faults_.error(param.place, subject, std::string("a value is missing") + hint);
        }
        if (param.value.type == NodeType::map)
            return faults_.error(param.value.place, subject, "write a word, a number or a list, not a map");
        given(node, param, subject);
    }

    // A word or a number; a list of them; a list of lists, as points and matrices are, which is the text of
    // its rows: "0,0;0.5,0.6".
    void given(GraphNode& node, const YamlNode::Entry& param, const std::string& subject) {
        if (param.value.type == NodeType::scalar) {
            node.params.push_back({param.key, param.value.text, param.place});
            return;
        }
        std::vector<std::string> list;
        const std::vector<YamlNode>& items = param.value.items;
        const bool nested = !items.empty() && items[0].type == NodeType::list;
        for (const YamlNode& item : items) {
            std::string row = item.text;
            for (const YamlNode& part : item.items) row += (&part == &item.items[0] ? "" : ",") + part.text;
            const auto is_word = [](const YamlNode& part) { return part.type == NodeType::scalar; };
            if (item.type != (nested ? NodeType::list : NodeType::scalar) ||
                !std::all_of(item.items.begin(), item.items.end(), is_word))
                return faults_.error(
                    item.place, subject,
                    std::string("a list must contain words or numbers, or rows of them, not ") +
                        (nested ? "both" : kind_of(item)));
            list.push_back(std::move(row));
        }
        if (nested)
            node.params.push_back({param.key, joined(list, ";"), param.place});
        else
            node.params.push_back({param.key, std::move(list), param.place});
    }

    void id(GraphNode& node, const YamlNode::Entry& entry) {
        if (entry.value.type != NodeType::scalar || entry.value.text.empty())
            return faults_.error(entry.place, "id", "a name is expected");
        node.id = entry.value.text;
        node.id_place = entry.value.place;
    }

    void from(GraphNode& node, const YamlNode::Entry& entry) {
        const YamlNode& value = entry.value;
        if (value.type == NodeType::list && !value.items.empty()) {
            for (const YamlNode& item : value.items) source(node, "", item);
        } else if (value.type == NodeType::map && !value.entries.empty()) {
            for (const YamlNode::Entry& port : value.entries) source(node, port.key, port.value);
        } else if (value.type == NodeType::scalar) {
            source(node, "", value);
        } else {
            faults_.error(entry.place, "from",
                          "write a node's name, a list of names, or a map from inputs to names");
        }
    }

    void source(GraphNode& node, const std::string& port, const YamlNode& name) {
        if (name.type != NodeType::scalar || name.text.empty())
            return faults_.error(name.place, "from", "a node's name is expected");
        node.from.push_back({port, {name.text, "", name.place}});
    }

    Diagnostics& faults_;
    std::vector<GraphNode> nodes_;
};

}  // namespace

Graph Graph::from_text(const std::string& yaml_or_json, const std::string& file_name) {
    Diagnostics faults;
    const YamlNode root = read_yaml(yaml_or_json, file_name, faults);
    faults.throw_if_errors();
    if (root.type == NodeType::null)
        throw Error(Error::Kind::usage, file_name,
                    "the file is empty; a pipeline file begins with 'sluice: 1'");
    Graph graph;
    FileReader(faults).read(root, graph);
    in_text_order(faults).throw_if_errors();
    return graph;
}

}  // namespace sluice
