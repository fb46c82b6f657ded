#include "pipeline/core/statistics.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace sluice;

namespace {

Table sums(double count, double sum, double sum_sq) {
    TableLayout layout;
    layout.channels = {"Y"};
    layout.fields = {{"count", FieldType::u64}, {"sum", FieldType::f64}, {"sum_sq", FieldType::f64}};
    Table table(layout);
    table.set("count", 0, 0, 0, count);
    table.set("sum", 0, 0, 0, sum);
    table.set("sum_sq", 0, 0, 0, sum_sq);
    return table;
}

}  // namespace

TEST_CASE("a deviation whose squares no double holds is unknown, not 0") {
    CHECK(standard_deviation(sums(4, 8, 20)) == 1);
    CHECK(standard_deviation(sums(4, 8, 16)) == 0);
    CHECK(standard_deviation(sums(4, 0, 0)) == 0);
    CHECK(standard_deviation(sums(2, 1e150, 1e300)) == doctest::Approx(5e149));
    for (const double squares : {std::nan(""), std::numeric_limits<double>::infinity()})
        CHECK(std::isnan(standard_deviation(sums(2, 3e300, squares))));
    CHECK(std::isnan(standard_deviation(sums(2, 3e-300, 0))));
}
