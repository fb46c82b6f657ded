// Takes away what nobody asks for. Algebra and lookup collapse will stand here too.
#pragma once

#include "pipeline/plan/primitives/primitives.hpp"

#include <string>
#include <vector>

namespace sluice {

struct Observed {
    std::string name;  // as the caller wrote it
    std::size_t node;  // a Reduce or a Table
};

// The Tables that a caller will read: those named in `observe`, those that nobody else takes, and those that
// assertions look at.
// Throws Error(usage) for a name that is no Table, with the nearest one that is.
std::vector<Observed> observed_tables(const Primitives& graph, const std::vector<std::string>& observe);

// Keeps what a Sink or an observed Table depends on, and of each Reduce the fields that are read.
void simplify(Primitives& graph, std::vector<Observed>& observed);

}  // namespace sluice
