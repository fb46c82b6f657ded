// A pipeline computed node by node on the host, by the references of its stages; every image rounded as it
// would lie in memory.
#pragma once

#include "pipeline/graph/checked_graph.hpp"
#include "pipeline/graph/graph.hpp"
#include "tests/reference/stage.hpp"

#include <map>
#include <string>
#include <vector>

namespace sluice::property {

class ReferenceGraph {
public:
    // `sources`: the images of Sources. Throws std::logic_error for a stage without a reference.
    ReferenceGraph(CheckedGraph graph, const std::map<std::string, HostImage>& sources);

    const reference::Bounded& image(const std::string& id) const { return images_.at(id); }
    const std::vector<std::string>& tables() const { return tables_; }  // nodes that give one

    // "" or what is wrong: of the image that a Sink got, of the Table that a node gave, of what was said.
    std::string wrong_image(const std::string& sink, const ConstHostView& found) const;
    std::string wrong_table(const std::string& id, const Table& found) const;
    std::string wrong_warnings(const std::vector<std::string>& found) const;

private:
    reference::StageCall call(const CheckedNode& node) const;

    const CheckedGraph graph_;
    std::map<std::string, reference::Bounded> images_;  // of every node that has one, by its id
    std::vector<std::string> tables_;
    std::map<std::string, bool> warns_;  // stages that surely have something to say, or surely not
};

}  // namespace sluice::property
