#include "pipeline/core/statistics.hpp"
#include "pipeline/core/pair.hpp"

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

TEST_CASE("what doubles round away of sums is kept: standard deviations of values far from 0 are not 0") {
    TableLayout layout;
    layout.channels = {"Y"};
    layout.fields = {{"count", FieldType::u64}, {"sum", FieldType::f64x2}, {"sum_sq", FieldType::f64x2}};
    Table table(layout);
    table.set("count", 0, 0, 0, 4);
    Pair sum, squares;
    for (const double v : {1e9, 1e9 + 1, 1e9 + 2, 1e9 + 3}) {
        sum = sum + Pair{v, 0};
        squares = squares + Pair{v, 0} * Pair{v, 0};
    }
    table.set("sum", 0, 0, 0, sum);
    table.set("sum_sq", 0, 0, 0, squares);
    CHECK(table.real("sum") == 4e9 + 6);
    CHECK(mean(table) == 1e9 + 1.5);
    CHECK(variance(table) == 1.25);
    CHECK(variance(table, 0, 0, 1) == doctest::Approx(5.0 / 3));
}

TEST_CASE("a deviation whose squares no double holds is unknown, not 0") {
    CHECK(standard_deviation(sums(4, 8, 20)) == 1);
    CHECK(standard_deviation(sums(4, 8, 16)) == 0);
    CHECK(standard_deviation(sums(4, 0, 0)) == 0);
    CHECK(standard_deviation(sums(2, 1e150, 1e300)) == doctest::Approx(5e149));
    for (const double squares : {std::nan(""), std::numeric_limits<double>::infinity()})
        CHECK(std::isnan(standard_deviation(sums(2, 3e300, squares))));
    CHECK(std::isnan(standard_deviation(sums(2, 3e-300, 0))));
}
