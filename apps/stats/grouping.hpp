// Which values are counted together.
#pragma once

#include "pipeline/core/format.hpp"
#include "pipeline/graph/graph.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace sluice::apps {

struct Grouping {
    std::string group = "channel";  // or joint, luma
    bool hidden = false;            // colours of pixels whose alpha is 0 too
};

// What one Reduce counts.
struct Part {
    std::string id, alpha;  // the rule for alpha
    bool last_only;         // of its channels
};

// Alpha is counted where it is 0 too, beside colours that are not: two Reduces in one pass.
std::vector<Part> parts_of(const ImageFormat& format, const Grouping& grouping);

// Adds the node `id` that counts a digit of the keys of the node "input", by `refine` if it has a name: only
// of those that begin as this Table says.
void add_digits(Graph& graph, const std::string& id, const Grouping& grouping, const Part& part,
                std::size_t shift, std::size_t bits, const std::string& refine);

}  // namespace sluice::apps
