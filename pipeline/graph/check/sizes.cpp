// The images whose sizes values use.
#include "pipeline/graph/sizes.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/graph/check/parts.hpp"

#include <algorithm>

namespace sluice {
namespace {

class SizesOfNodes {
public:
    SizesOfNodes(std::vector<CheckedNode>& nodes, Diagnostics& faults) : nodes_(nodes), faults_(faults) {
        for (const CheckedNode& node : nodes)
            if (has_header(node)) ids_.push_back(node.id);
    }

    void run() {
        for (CheckedNode& node : nodes_)
            for (auto& [param, value] : node.sized)
                value = with_ids(
                    value, [&, &param = param](const std::string& id) { return known(node, param, id); });
    }

private:
    // A Source that expands opens an image that is not the one that it gives.
    static bool has_header(const CheckedNode& node) {
        const auto* source = node.stage == nullptr ? nullptr : node.stage->as<SourceDef>();
        return source != nullptr && !source->expand;
    }

    std::string known(const CheckedNode& node, const std::string& param, const std::string& id) {
        const auto is_known = [&](const std::string& name) {
            return std::find(ids_.begin(), ids_.end(), name) != ids_.end();
        };
        if (is_known(id)) return id;
        const auto named = std::find_if(nodes_.begin(), nodes_.end(),
                                        [&](const CheckedNode& other) { return other.id == id; });
        if (named == nodes_.end() && id == "load" && is_known("input")) return "input";
        if (named != nodes_.end() && named->stage == nullptr) return id;  // a fault of its own
        const std::string near = did_you_mean(id, ids_);
        faults_.error(node.param_places.at(param), node.id + "." + param,
                      (named == nodes_.end() ? "there is no image " + in_quotes(id) + " whose size is known"
                                             : "the size of " + in_quotes(id) +
                                                   " is not known before the pipeline is planned") +
                          (near.empty() ? "; those of images that are read are: " + listed(ids_) : near));
        return id;
    }

    std::vector<CheckedNode>& nodes_;
    Diagnostics& faults_;
    std::vector<std::string> ids_;
};

}  // namespace

void name_sizes(std::vector<CheckedNode>& nodes, Diagnostics& faults) { SizesOfNodes(nodes, faults).run(); }

}  // namespace sluice
