// Tables whose contents a caller knows.
#pragma once

#include "pipeline/core/table.hpp"
#include "pipeline/plan/primitives/primitives.hpp"

#include <map>
#include <string>
#include <vector>

namespace sluice {

// A Table that is measured of an image.
struct Measured {
    std::string id;            // of its node
    std::string follows_from;  // a hash of all but the pixels of Sources
};
// Those that can be given: they have one row.
std::vector<Measured> measured_tables(const Primitives& graph);

// The nodes of these ids get their Tables from the host (PlanOptions::given), and read nothing. Throws
// Error(usage) for an id that no Table has, and for a Table that lacks what others read of it.
void give_tables(Primitives& graph, const std::map<std::string, Table>& given);

}  // namespace sluice
