#include "tests/property/reference_graph.hpp"

#include "tests/reference/stage.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace sluice::property {
namespace {

using reference::StageCall;
using reference::StageReference;
using reference::StageResult;

const StageReference& must_have_reference(const CheckedNode& node) {
    const StageReference* found = reference::reference_of(node.stage->name);
    if (found == nullptr) throw std::logic_error(reference::no_reference(node.stage->name));
    return *found;
}

}  // namespace

ReferenceGraph::ReferenceGraph(CheckedGraph graph, const std::map<std::string, HostImage>& sources)
    : graph_(std::move(graph)) {
    for (const CheckedNode& node : graph_.nodes) {
        if (node.stage->inputs.empty()) {
            images_[node.id] = reference::exactly(sources.at(node.id));
        } else if (node.stage->outputs.empty()) {
            images_[node.id] = call(node).image();
        } else if (const StageReference& reference = must_have_reference(node); reference.image) {
            StageResult result = reference.image(call(node));
            images_[node.id] = std::move(result.image);
            if (result.warns) warns_[node.id] = *result.warns;
        } else {
            tables_.push_back(node.id);
        }
    }
}

StageCall ReferenceGraph::call(const CheckedNode& node) const {
    StageCall call{*node.stage, node.values, {}};
    for (const auto& input : node.inputs) {
        const auto at = input ? images_.find(graph_.nodes[input->node].id) : images_.end();
        call.images.push_back(at == images_.end() ? nullptr : &at->second);
    }
    return call;
}

std::string ReferenceGraph::wrong_image(const std::string& sink, const ConstHostView& found) const {
    return reference::outside(found, images_.at(sink));
}

std::string ReferenceGraph::wrong_table(const std::string& id, const Table& found) const {
    const CheckedNode& node = graph_.nodes[graph_.find(id).value()];
    return must_have_reference(node).wrong_table(call(node), found);
}

std::string ReferenceGraph::wrong_warnings(const std::vector<std::string>& found) const {
    for (const auto& [id, warns] : warns_) {
        const bool said =
            std::any_of(found.begin(), found.end(),
                        [start = id + "."](const std::string& text) { return text.rfind(start, 0) == 0; });
        if (warns && !said) return id + " should have had something to say";
        if (!warns && said) return id + " has nothing to say: " + found.front();
    }
    return "";
}

}  // namespace sluice::property
