// Work in parts of about the same size.
#include "pipeline/batch/balance.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

using namespace sluice;

TEST_CASE("the largest items come first, each to the part that has the least") {
    CHECK(balanced({}, 3).empty());
    CHECK(balanced({5, 4, 3, 3, 3}, 2) == std::vector<std::size_t>{0, 1, 1, 0, 1});
    CHECK(balanced({7, 7}, 4) == std::vector<std::size_t>{0, 1});
}

TEST_CASE("no part has more than another by more than one item") {
    std::vector<std::uintmax_t> sizes;
    for (std::uintmax_t i = 1; i <= 1000; ++i) sizes.push_back(i * i * 7919 % 5000 + 1);
    const std::uintmax_t largest = *std::max_element(sizes.begin(), sizes.end());
    for (const std::size_t parts : {1, 2, 7, 16}) {
        std::vector<std::uintmax_t> filled(parts);
        const std::vector<std::size_t> part = balanced(sizes, parts);
        for (std::size_t i = 0; i < sizes.size(); ++i) filled.at(part[i]) += sizes[i];
        CHECK(*std::max_element(filled.begin(), filled.end()) -
                  *std::min_element(filled.begin(), filled.end()) <=
              largest);
    }
}
