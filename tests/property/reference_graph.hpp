// A pipeline computed node by node on the host, every image rounded as it would lie in memory.
#pragma once

#include "pipeline/graph/graph.hpp"
#include "tests/property/bounded.hpp"

#include <map>
#include <set>
#include <string>

namespace sluice::property {

struct ReferenceGraph {
    std::map<std::string, Bounded> images;  // of every node that has one, by its id
    std::set<std::string> warning, silent;  // stages that surely have something to say, and surely nothing
};

// `images`: of the Sources. Knows the stages that random_graph writes; throws std::logic_error for others.
ReferenceGraph reference_graph(const CheckedGraph& graph, const std::map<std::string, HostImage>& images);

}  // namespace sluice::property
