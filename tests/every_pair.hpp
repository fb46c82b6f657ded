// Which combinations a sweep takes where all of them would be too many.
#pragma once

#include <array>
#include <cstddef>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace sluice::test {

// Few combinations of the factors' values in which every value of each factor meets every value of each
// other: each format in each way is a kernel that takes a third of a second to compile, and what goes wrong
// goes wrong for a value or for two together. Always the one with the most new pairs, the first among equals.
template <typename... T>
std::vector<std::tuple<T...>> every_pair(const std::vector<T>&... factors) {
    constexpr std::size_t n = sizeof...(T);
    const std::array<std::size_t, n> sizes{factors.size()...};
    std::size_t all = 1;
    for (const std::size_t size : sizes) all *= size;
    const auto indices = [&](std::size_t combination) {
        std::array<std::size_t, n> at{};
        for (std::size_t i = n; i-- > 0; combination /= sizes[i]) at[i] = combination % sizes[i];
        return at;
    };
    using Value = std::pair<std::size_t, std::size_t>;  // of a factor
    std::set<std::pair<Value, Value>> met;
    const auto pairs = [&](std::size_t combination) {
        const auto at = indices(combination);
        std::vector<std::pair<Value, Value>> found;
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t k = i + 1; k < n; ++k)
                if (const std::pair<Value, Value> pair{{i, at[i]}, {k, at[k]}}; !met.contains(pair))
                    found.push_back(pair);
        return found;
    };
    std::vector<std::tuple<T...>> chosen;
    for (;;) {
        std::size_t best = 0, most = 0;
        for (std::size_t combination = 0; combination < all; ++combination)
            if (const std::size_t news = pairs(combination).size(); news > most)
                best = combination, most = news;
        if (most == 0) return chosen;
        for (const auto& pair : pairs(best)) met.insert(pair);
        const auto at = indices(best);
        [&]<std::size_t... I>(std::index_sequence<I...>) { chosen.emplace_back(factors[at[I]]...); }
        (std::index_sequence_for<T...>{});
    }
}

}  // namespace sluice::test
