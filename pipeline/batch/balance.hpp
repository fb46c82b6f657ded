// Divides work into parts of about the same size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sluice {

// The part of each item, 0 to parts - 1: the largest items first, each to the part that has the least. The
// same for the same sizes in the same order. REQUIRES: parts > 0.
std::vector<std::size_t> balanced(const std::vector<std::uintmax_t>& sizes, std::size_t parts);

}  // namespace sluice
