// How much a pipeline may be. Far above what anybody writes, and low enough that a hostile file costs
// less than a second.
#pragma once

#include <cstddef>

namespace sluice {

inline constexpr std::size_t max_pipeline_bytes = std::size_t{1} << 20;
inline constexpr std::size_t max_pipeline_nodes = 1000;
inline constexpr std::size_t max_pipeline_words = 20000;  // names, values and separators in all
inline constexpr int max_pipeline_depth = 16;             // of maps and lists in each other; a pipeline has 5

}  // namespace sluice
