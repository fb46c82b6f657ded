#include "pipeline/batch/balance.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <queue>
#include <utility>

namespace sluice {

std::vector<std::size_t> balanced(const std::vector<std::uintmax_t>& sizes, std::size_t parts) {
    std::vector<std::size_t> order(sizes.size()), part(sizes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return sizes[a] > sizes[b]; });
    using Filled = std::pair<std::uintmax_t, std::size_t>;  // and the part
    std::priority_queue<Filled, std::vector<Filled>, std::greater<>> filled;
    for (std::size_t i = 0; i < parts; ++i) filled.emplace(0, i);
    for (const std::size_t item : order) {
        const auto [size, least] = filled.top();
        filled.pop();
        part[item] = least;
        filled.emplace(size + sizes[item], least);
    }
    return part;
}

}  // namespace sluice
