#include "pipeline/graph/yaml/include.hpp"

#include "pipeline/core/message.hpp"
#include "pipeline/graph/limits.hpp"
#include "pipeline/graph/names.hpp"
#include "pipeline/graph/sizes.hpp"
#include "pipeline/graph/yaml/find_file.hpp"

#include <algorithm>
#include <map>
#include <system_error>

namespace sluice {
namespace {

namespace fs = std::filesystem;

fs::path real_path(const fs::path& path) {
    std::error_code fault;
    const fs::path real = fs::weakly_canonical(path, fault);
    return fault ? path : real;
}

// The input of a file that names none: no id begins with a point.
constexpr const char* only_input = ".input";

class Splicing {
public:
    Splicing(FileStage stage, std::vector<IncludedFile> files, bool is_whole, Diagnostics& faults)
        : written_(std::move(stage.nodes)), files_(std::move(files)), faults_(faults) {
        if (!is_whole) own_input_ = stage.inputs.empty() ? only_input : stage.inputs.front();
        for (const IncludedFile& file : files_) file_of_[file.node] = &file.file;
        name_nodes();
    }

    std::vector<GraphNode> nodes() {
        for (std::size_t i = 0; i < written_.size(); ++i) {
            const bool behind = i > 0 && !written_[i].starts_branch && file_of_.count(i - 1) > 0;
            for (auto& entry : written_[i].from) entry.second = outside(entry.second);
            if (!written_[i].follows.node.empty()) written_[i].follows = outside(written_[i].follows);
            if (file_of_.count(i) > 0) {
                splice(i);
                continue;
            }
            if (behind && written_[i].follows.node.empty())
                written_[i].follows = output(i - 1, written_[i].place);
            result_.push_back(std::move(written_[i]));
        }
        return std::move(result_);
    }

private:
    // Nodes that include nothing are called as they will be, when the others are gone.
    void name_nodes() {
        std::vector<GraphNode> plain;
        for (std::size_t i = 0; i < written_.size(); ++i)
            if (file_of_.count(i) == 0) plain.push_back(written_[i]);
        const std::vector<std::string> plain_names = node_names(plain);
        NodeNames names;
        for (const std::string& name : plain_names) names.take(name);
        for (const IncludedFile& file : files_) {
            const GraphNode& node = written_[file.node];
            if (node.id.empty()) continue;
            names.take(node.id);
            if (!is_node_name(node.id))
                faults_.error(
                    node.id_place, "",
                    in_quotes(node.id) + " cannot be an id; ids consist of letters, digits, '_' and '-'");
            if (std::count(plain_names.begin(), plain_names.end(), node.id) > 0)
                faults_.error(node.id_place, "", "the id '" + node.id + "' is taken");
        }
        auto next = plain_names.begin();
        for (std::size_t i = 0; i < written_.size(); ++i) {
            if (file_of_.count(i) == 0)
                names_.push_back(*next++);
            else
                names_.push_back(written_[i].id.empty() ? names.next(written_[i].stage) : written_[i].id);
        }
    }

    std::string inside(std::size_t file, const std::string& name) const { return names_[file] + "." + name; }

    // What an included file gives: its first output, or that of a name.
    Reference output(std::size_t i, const Place& place, const std::string& name = "") const {
        const FileStage& file = *file_of_.at(i);
        for (const auto& [own, reference] : file.outputs)
            if (name.empty() || own == name) return {inside(i, reference.node), "", reference.place};
        if (!name.empty() || file.nodes.empty()) return {};
        return {inside(i, node_names(file.nodes).back()), "", place};
    }

    // A reference to an included file is one to the node whose result it gives.
    Reference outside(const Reference& reference) const {
        for (const IncludedFile& file : files_) {
            const std::string& name = names_[file.node];
            if (reference.node == name) return output(file.node, reference.place);
            if (!reference.node.starts_with(name + ".")) continue;
            Reference named = output(file.node, reference.place, reference.node.substr(name.size() + 1));
            if (!named.node.empty()) return named;
        }
        return reference;
    }

    // What each input of a file takes; without a node: nothing.
    std::map<std::string, Reference> inputs_of(std::size_t i) {
        const GraphNode& node = written_[i];
        std::vector<std::string> names = file_of_.at(i)->inputs;
        if (names.empty()) names.emplace_back();
        std::map<std::string, Reference> inputs;
        std::size_t position = 0;
        for (const auto& [port, reference] : node.from) {
            const auto named = std::find(names.begin(), names.end(), port);
            if (port.empty() ? position >= names.size() : named == names.end())
                faults_.error(
                    reference.place, names_[i],
                    (port.empty() ? "'from' names too many nodes"
                                  : "there is no input " + in_quotes(port) + did_you_mean(port, names)) +
                        "; the inputs are: " + listed(names));
            else
                inputs[port.empty() ? names[position++] : port] = reference;
        }
        if (inputs.count(names.front()) > 0) return inputs;
        if (!node.follows.node.empty())
            inputs[names.front()] = node.follows;
        else if (i == 0 && !own_input_.empty())
            inputs[names.front()] = {own_input_, "", node.place};
        else if (i > 0 && !node.starts_branch)
            inputs[names.front()] = file_of_.count(i - 1) > 0 ? output(i - 1, node.place)
                                                              : Reference{names_[i - 1], "", node.place};
        return inputs;
    }

    // The image whose size a file uses: one of its own, or one that it takes. What no file in front of it
    // gives is what is loaded.
    std::string sized_image(std::size_t i, const std::vector<std::string>& names,
                            const std::map<std::string, Reference>& inputs, const std::string& id) const {
        const std::vector<std::string>& own = file_of_.at(i)->inputs;
        const bool is_node = std::count(names.begin(), names.end(), id) > 0;
        if (own.empty() ? is_node : std::count(own.begin(), own.end(), id) == 0) return inside(i, id);
        const auto input = inputs.find(own.empty() ? "" : id);
        if (input != inputs.end()) return input->second.node;
        return id == only_input ? "load" : id;
    }

    void splice(std::size_t i) {
        const FileStage& file = *file_of_.at(i);
        const std::map<std::string, Reference> inputs = inputs_of(i);
        const std::vector<std::string> names = node_names(file.nodes);
        const auto taken = [&](const Reference& reference) -> Reference {
            const bool only = reference.node == only_input;
            const auto input = inputs.find(only ? "" : reference.node);
            if (input != inputs.end()) return input->second;
            if (only || std::count(file.inputs.begin(), file.inputs.end(), reference.node) > 0)
                faults_.error(written_[i].place, names_[i],
                              (only ? "its input" : "input " + in_quotes(reference.node)) +
                                  " is not connected: name an image for it with 'from'");
            return {inside(i, reference.node), reference.port, reference.place};
        };
        for (std::size_t k = 0; k < file.nodes.size(); ++k) {
            GraphNode node = file.nodes[k];
            node.id = inside(i, names[k]);
            node.is_included = true;
            for (auto& entry : node.from) entry.second = taken(entry.second);
            for (GraphParam& param : node.params)
                if (param.sized)
                    param.value = with_ids(param.value, [&](const std::string& id) {
                        return sized_image(i, names, inputs, id);
                    });
            if (k == 0) node.follows = {};
            if (!node.follows.node.empty()) node.follows = taken(node.follows);
            if (k == 0) {
                const auto first = inputs.find(file.inputs.empty() ? "" : file.inputs.front());
                node.starts_branch = first == inputs.end() && written_[i].starts_branch;
                if (first != inputs.end()) node.follows = first->second;
            }
            result_.push_back(std::move(node));
        }
    }

    std::vector<GraphNode> written_;
    const std::vector<IncludedFile> files_;
    Diagnostics& faults_;
    std::map<std::size_t, const FileStage*> file_of_;
    std::string own_input_;           // that the first of them takes; "" = nothing
    std::vector<std::string> names_;  // of `written_`
    std::vector<GraphNode> result_;
};

}  // namespace

Including::Including(const std::string& file) { begin(file); }

void Including::begin(const fs::path& file) {
    open_.push_back({file, real_path(file)});
    ++count_;
}

std::optional<fs::path> Including::find(const std::string& name, Wording& fault) {
    const auto refuse = [&](const Wording& what) {
        fault = what;
        return std::nullopt;
    };
    const auto found = find_file(open_.back().shown, name, fault);
    if (!found) return std::nullopt;
    const fs::path real = real_path(*found);
    std::string cycle;
    for (const Open& open : open_)
        if (!cycle.empty() || open.real == real) cycle += open.shown.string() + " -> ";
    if (!cycle.empty()) return refuse("it includes itself: " + cycle + found->string());
    if (open_.size() >= static_cast<std::size_t>(max_pipeline_depth))
        return refuse("files include each other too deeply");
    if (count_ >= max_pipeline_nodes) return refuse("too many files are included");
    return *found;
}

FileStage with_included(FileStage stage, std::vector<IncludedFile> files, bool is_whole,
                        Diagnostics& faults) {
    if (!files.empty()) stage.nodes = Splicing(stage, std::move(files), is_whole, faults).nodes();
    return stage;
}

}  // namespace sluice
