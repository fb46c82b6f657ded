// Gathers whose kernels hold what they read against what their stage declares (PlanOptions::check_reads).
#pragma once

#include "pipeline/graph/gather.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace sluice {

struct CheckedReads {
    // What a kernel leaves in the status Table: how many pixels lay beyond, then the first of them: the place
    // that was read (the offset of an AT), and the pixel of the result that it was read for.
    using Words = std::array<std::uint32_t, 5>;

    std::size_t node;
    std::size_t flag;                   // the first of its words
    std::string stage;                  // the id of the node
    std::optional<Reach> reach;         // of a function that reads AT
    std::optional<std::size_t> places;  // else a Table: allowed_places()

    // What is wrong, or "".
    std::string fault(const Words& found) const;
};

}  // namespace sluice
