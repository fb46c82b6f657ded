// A Table of everything that a Reduce counts, against the reference's statistics.
#pragma once

#include "tests/reference/statistics.hpp"

#include <sluice/sluice.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace sluice::test {

inline const std::string everything = "quantities=count,min,max,sum,sum_sq,nonzero,nan,inf";

// |a - b| <= 1e-12 |b|: sums of floats are compensated doubles; only their order differs.
inline bool near(double a, long double b, long double scale) {
    return std::fabs(static_cast<long double>(a) - b) <= 1e-12L * std::max(scale, std::fabs(b));
}

inline void check_table(const Table& table, const std::vector<reference::Statistics>& expected, Pixel pixel,
                        std::size_t row = 0) {
    REQUIRE(table.layout().channels.size() == expected.size());
    for (std::size_t c = 0; c < expected.size(); ++c) {
        const reference::Statistics& e = expected[c];
        CAPTURE(e.name);
        CHECK(table.layout().channels[c] == e.name);
        CHECK(table.integer("count", c, row) == static_cast<Int128>(e.count));
        CHECK(table.integer("nonzero", c, row) == static_cast<Int128>(e.nonzero));
        if (table.has("nan")) CHECK(table.integer("nan", c, row) == static_cast<Int128>(e.nan));
        if (table.has("inf")) CHECK(table.integer("inf", c, row) == static_cast<Int128>(e.inf));
        if (!e.empty()) {
            CHECK(table.real("min", c, row) == static_cast<double>(e.min));
            CHECK(table.real("max", c, row) == static_cast<double>(e.max));
        }
        if (is_integer(pixel)) {
            CHECK(decimal(table.integer("sum", c, row)) == decimal(e.exact_sum));
            CHECK(decimal(table.integer("sum_sq", c, row)) == decimal(e.exact_sum_sq));
        } else {
            const long double size =
                std::max(std::fabs(e.max), std::fabs(e.min)) * static_cast<long double>(e.count);
            CHECK(near(table.real("sum", c, row), e.sum, e.empty() ? 0 : size));
            CHECK(near(table.real("sum_sq", c, row), e.sum_sq, 0));
        }
    }
}

}  // namespace sluice::test
