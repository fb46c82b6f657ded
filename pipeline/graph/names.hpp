// How nodes are called.
#pragma once

#include "pipeline/graph/graph.hpp"

#include <set>
#include <string>
#include <vector>

namespace sluice {

// Names for the nodes that have none: the first that is free of "gamma", "gamma.2", "gamma.3" and so
// on. Authors cannot take "gamma.2" from it, since their names hold no point.
class NodeNames {
public:
    void take(const std::string& name) { taken_.insert(name); }
    std::string next(const std::string& stage);

private:
    std::set<std::string> taken_;
    std::map<std::string, std::size_t> last_;  // number, by stage
};

// One for each node: the author's id where there is one, also when it is wrong or given twice.
std::vector<std::string> node_names(const std::vector<GraphNode>& nodes);

// Letters, digits, '_' and '-'.
bool is_node_name(const std::string& id);

}  // namespace sluice
