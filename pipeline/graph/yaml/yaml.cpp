// Pipeline files: a located tree to nodes.
#include "pipeline/core/message.hpp"
#include "pipeline/core/text.hpp"
#include "pipeline/graph/graph.hpp"
#include "pipeline/graph/kernel/bring_along.hpp"
#include "pipeline/graph/limits.hpp"
#include "pipeline/graph/names.hpp"
#include "pipeline/graph/pipeline_text.hpp"
#include "pipeline/graph/reference.hpp"
#include "pipeline/graph/sizes.hpp"
#include "pipeline/graph/text_order.hpp"
#include "pipeline/graph/yaml/include.hpp"
#include "pipeline/graph/yaml/tree.hpp"
#include "pipeline/graph/yaml/variables.hpp"

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

FileStage read_pipeline(const std::string& text, const std::string& file_name, const GivenVariables& given,
                        Including& including, std::vector<GraphParam>& batch, Diagnostics& faults);

class FileReader {
public:
    FileReader(FileVariables& variables, Including& including, Diagnostics& faults)
        : variables_(variables), including_(including), faults_(faults) {}

    // The block `batch:` goes to `batch`.
    FileStage read(const YamlNode& root, std::vector<GraphParam>& batch_options) {
        FileStage file;
        if (root.type != NodeType::map) {
            faults_.error(
                root.place, "",
                std::string("a pipeline file has the keys 'sluice: 1' and 'stages:', but this is ") +
                    kind_of(root) +
                    (root.type == NodeType::list ? "" : "; a chain belongs on the command line"));
            return file;
        }
        version(root);
        for (const YamlNode::Entry& entry : root.entries)
            if (entry.key == "batch")
                batch_options = batch(entry);
            else if (entry.key == "inputs")
                file.inputs = inputs(entry);
            else if (entry.key == "outputs")
                file.outputs = outputs(entry);
            else if (!is_known(entry.key))
                faults_.error(entry.place, "",
                              "unknown key " + in_quotes(entry.key) +
                                  did_you_mean(entry.key, {"sluice", "vars", "allow_env", "batch", "inputs",
                                                           "outputs", "stages"}) +
                                  "; a pipeline file has 'sluice' and 'stages', and may have 'vars', "
                                  "'inputs', 'outputs', 'allow_env' and 'batch'");
        stages(root);
        if (including_.is_first()) load_inputs(file.inputs);
        file.nodes = std::move(nodes_);
        file = with_included(std::move(file), std::move(included_), including_.is_first(), faults_);
        if (file.nodes.size() > max_pipeline_nodes)
            faults_.error(
                root.place, "stages",
                std::to_string(file.nodes.size()) + " stages are too many, with those of included files");
        return file;
    }

private:
    static bool is_known(const std::string& key) {
        return key == "sluice" || key == "vars" || key == "allow_env" || key == "stages" || key == "$schema";
    }

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

    std::vector<std::string> inputs(const YamlNode::Entry& entry) {
        std::vector<std::string> names;
        std::vector<YamlNode> items = entry.value.items;
        if (entry.value.type == NodeType::scalar) items.push_back(entry.value);
        for (const YamlNode& item : items)
            if (item.type != NodeType::scalar || !is_node_name(item.text))
                faults_.error(item.place, "inputs", "a name of letters, digits, '_' and '-' is expected");
            else if (std::count(names.begin(), names.end(), item.text) > 0)
                faults_.error(item.place, "inputs", in_quotes(item.text) + " is given twice");
            else
                names.push_back(item.text);
        if (items.empty()) faults_.error(entry.place, "inputs", "write a list of names: [image, mask]");
        return names;
    }

    std::vector<std::pair<std::string, Reference>> outputs(const YamlNode::Entry& entry) {
        std::vector<std::pair<std::string, Reference>> list;
        const auto add = [&](const std::string& name, const YamlNode& node) {
            if (node.type != NodeType::scalar || node.text.empty() || !is_node_name(name))
                faults_.error(node.place, "outputs", "a node's name is expected");
            else
                list.push_back({name, {node.text, "", node.place}});
        };
        for (const YamlNode::Entry& output : entry.value.entries) add(output.key, output.value);
        for (const YamlNode& item : entry.value.items) add(item.text, item);
        if (entry.value.type == NodeType::scalar) add(entry.value.text, entry.value);
        if (list.empty())
            faults_.error(entry.place, "outputs",
                          "write the names of nodes, [sharp], or a map from outputs to nodes, {dst: sharp}");
        return list;
    }

    // A file that is run by itself reads its inputs.
    void load_inputs(const std::vector<std::string>& names) {
        if (names.empty() || nodes_.empty()) return;
        std::vector<GraphNode> loads;
        for (const std::string& name : names) {
            GraphNode load;
            load.stage = "load";
            load.id = name;
            load.starts_branch = true;
            loads.push_back(std::move(load));
        }
        nodes_.front().starts_branch = false;
        nodes_.front().follows = {names.front(), "", nodes_.front().place};
        for (IncludedFile& file : included_) file.node += loads.size();
        nodes_.insert(nodes_.begin(), loads.begin(), loads.end());
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
        if (item.type == NodeType::scalar) return alone(item);
        if (item.type != NodeType::map)
            return faults_.error(
                item.place, "",
                std::string("write a stage as a map such as 'gamma: {exponent: 2}', not as ") +
                    kind_of(item));
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
        if (node.stage == "include") return include(std::move(node));
        if (node.stage == "kernel") kernel(node);
        nodes_.push_back(std::move(node));
    }

    void kernel(GraphNode& node) {
        const bool is_block =
            std::any_of(node.params.begin(), node.params.end(), [](const GraphParam& param) {
                const auto* word = std::get_if<std::string>(&param.value);
                return param.name == "text" && word != nullptr && word->find('\n') != std::string::npos;
            });
        bring_along(node, including_.file(), is_block, including_.stages, faults_);
    }

    // Its first parameter is the file, the others are values of the file's variables.
    void include(GraphNode node) {
        GivenVariables given;
        const GraphParam* file = nullptr;
        for (const GraphParam& param : node.params)
            if (param.name.empty() || param.name == "file") {
                file = &param;
            } else {
                given.values[param.name] = param.value;
                given.places[param.name] = param.place;
            }
        const auto* name = file == nullptr ? nullptr : std::get_if<std::string>(&file->value);
        if (name == nullptr)
            return faults_.error(node.place, "include",
                                 "the name of a pipeline file is expected: {file: sharpen.yaml, radius: 3}");
        Wording fault;
        const auto path = including_.find(*name, fault);
        if (!path) return faults_.error(file->place, "include", fault);
        node.stage = path->stem().string();
        if (!is_node_name(node.stage)) node.stage = "include";
        given.included = node.place;
        given.by = node.id.empty() ? node.stage : node.id;
        node.params.clear();
        std::string text;
        try {
            text = pipeline_text(*path);
        } catch (const Error& error) {
            return faults_.error(file->place, "include", error.text());
        }
        including_.begin(*path);
        std::vector<GraphParam> not_used;
        FileStage stage = read_pipeline(text, path->string(), given, including_, not_used, faults_);
        including_.end();
        if (stage.nodes.empty()) return;  // a fault has been said
        included_.push_back({nodes_.size(), std::move(stage)});
        nodes_.push_back(std::move(node));
    }

    // "- normalize"; but "- gamma 0.8" lacks a colon.
    void alone(const YamlNode& item) {
        const std::size_t end = std::min(item.text.find_first_of(" =:|"), item.text.size());
        if (end < item.text.size() || end == 0)
            return faults_.error(item.place, "",
                                 in_quotes(item.text) +
                                     " is not the name of a stage; write a stage with a "
                                     "value as 'gamma: 0.8' or 'gamma: {exponent: 0.8}'");
        GraphNode node;
        node.stage = item.text;
        node.place = item.place;
        if (node.stage == "include") return include(std::move(node));
        if (node.stage == "kernel") kernel(node);
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
        const bool sized = uses_sizes(param.value);
        if (sized && (node.stage == "batch" || node.stage == "include"))
            return faults_.error(param.value.place, subject,
                                 node.stage == "batch"
                                     ? "an option cannot depend on the size of an image"
                                     : "a variable of an included file cannot depend on the size of an "
                                       "image; write that in the file");
        if (param.value.type == NodeType::scalar) {
            if (auto value = variables_.value(param.value, subject))
                node.params.push_back({param.key, std::move(*value), param.place, false, sized});
            return;
        }
        std::vector<std::string> list;
        const std::vector<YamlNode>& items = param.value.items;
        const bool nested = !items.empty() && items[0].type == NodeType::list;
        for (const YamlNode& item : items) {
            const auto is_word = [](const YamlNode& part) { return part.type == NodeType::scalar; };
            if (item.type != (nested ? NodeType::list : NodeType::scalar) ||
                !std::all_of(item.items.begin(), item.items.end(), is_word))
                return faults_.error(
                    item.place, subject,
                    std::string("a list must contain words or numbers, or rows of them, not ") +
                        (nested ? "both" : kind_of(item)));
            const auto row = nested ? row_of(item, subject) : variables_.text(item, subject);
            if (!row) return;
            list.push_back(*row);
        }
        if (nested)
            node.params.push_back({param.key, joined(list, ";"), param.place, false, sized});
        else
            node.params.push_back({param.key, std::move(list), param.place, false, sized});
    }

    static bool uses_sizes(const YamlNode& value) {
        return text_names_size(value.text) || std::any_of(value.items.begin(), value.items.end(), uses_sizes);
    }

    std::optional<std::string> row_of(const YamlNode& item, const std::string& subject) {
        std::vector<std::string> row;
        for (const YamlNode& part : item.items) {
            const auto word = variables_.text(part, subject);
            if (!word) return std::nullopt;
            if (*word != part.text && !number_from(*word) && !text_names_size(*word)) {
                faults_.error(part.place, subject, in_quotes(*word) + " is not a number");
                return std::nullopt;
            }
            row.push_back(*word);
        }
        return joined(row, ",");
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

    FileVariables& variables_;
    Including& including_;
    Diagnostics& faults_;
    std::vector<GraphNode> nodes_;
    std::vector<IncludedFile> included_;
};

// Nothing after a fault of syntax.
std::optional<YamlNode> tree_of(const std::string& text, const std::string& file_name, Diagnostics& faults) {
    Diagnostics found;
    YamlNode root = read_yaml(text, file_name, found);
    for (const Diagnostic& fault : found) faults.error(fault.place, fault.subject, fault.message);
    if (!found.ok()) return std::nullopt;
    if (root.type != NodeType::null) return root;
    faults.error({file_name, 0, 0}, "", "the file is empty; a pipeline file begins with 'sluice: 1'");
    return std::nullopt;
}

FileStage read_pipeline(const std::string& text, const std::string& file_name, const GivenVariables& given,
                        Including& including, std::vector<GraphParam>& batch, Diagnostics& faults) {
    Diagnostics found;  // of this file and those that it includes
    FileStage file;
    if (const auto root = tree_of(text, file_name, found)) {
        FileVariables variables(*root, given, found);
        file = FileReader(variables, including, found).read(*root, batch);
        variables.expect_all_set();
        if (found.ok()) variables.expect_all_used();  // else what looks unused may only stand behind a fault
    }
    for (const Diagnostic& fault : in_text_order(found))
        faults.error(fault.place, fault.subject, fault.message);
    return file;
}

}  // namespace

Graph Graph::from_text(const std::string& yaml_or_json, const std::string& file_name, const Values& vars) {
    Diagnostics faults;
    Including including(file_name);
    Graph graph;
    graph.nodes = read_pipeline(yaml_or_json, file_name, {vars}, including, graph.batch, faults).nodes;
    faults.throw_if_errors();
    graph.stages = std::move(including.stages);
    return graph;
}

std::vector<ParamDecl> variables_of_text(const std::string& yaml_or_json, const std::string& file_name) {
    Diagnostics faults;
    const auto root = tree_of(yaml_or_json, file_name, faults);
    faults.throw_if_errors();
    const GivenVariables none;
    const FileVariables variables(*root, none, faults);
    in_text_order(faults).throw_if_errors();
    return variables.declared();
}

}  // namespace sluice
