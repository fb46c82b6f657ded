// Gathers whose kernels compare their reads with the region that the stage declares
// (PlanOptions::check_reads).
#pragma once

#include "pipeline/graph/gather.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace sluice {

struct CheckedReads {
    // A kernel writes to the status Table how many reads were outside the region. For the first of them, it
    // adds the position that was read (the offset of an AT) and the pixel of the result.
    using Words = std::array<std::uint32_t, 5>;

    std::size_t node;
    std::size_t flag;                   // the first of its words
    std::string stage;                  // the id of the node
    std::optional<Reach> reach;         // of a function that reads AT
    std::optional<std::size_t> places;  // else a Table: allowed_places()

    // The message about such reads; "" if there are none.
    std::string fault(const Words& found) const;
};

}  // namespace sluice
