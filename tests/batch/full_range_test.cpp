#include "pipeline/batch/full_range.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

using namespace sluice;

namespace {

Table ranges(const std::vector<std::pair<double, double>>& channels) {
    TableLayout layout;
    layout.fields = {{"min", FieldType::f32}, {"max", FieldType::f32}};
    for (std::size_t c = 0; c < channels.size(); ++c) layout.channels.push_back(std::to_string(c));
    Table table(layout);
    for (std::size_t c = 0; c < channels.size(); ++c) {
        table.set("min", c, 0, 0, channels[c].first);
        table.set("max", c, 0, 0, channels[c].second);
    }
    return table;
}

}  // namespace

TEST_CASE("an image spans the full range when each of its channels does") {
    const ImageFormat bytes{1, 1, 3};
    CHECK(spans_full_range(ranges({{0, 255}, {0, 255}, {0, 255}}), bytes));
    CHECK_FALSE(spans_full_range(ranges({{0, 255}, {0, 254}, {0, 255}}), bytes));
    CHECK_FALSE(spans_full_range(ranges({{0, 255}, {0, 255}, {1, 255}}), bytes));
    CHECK(spans_full_range(ranges({{0, 255}}), bytes));  // all channels together
    CHECK_FALSE(spans_full_range(ranges({}), bytes));
}

TEST_CASE("the full range is that of the format") {
    ImageFormat format{1, 1, 1, Pixel::u16};
    CHECK_FALSE(spans_full_range(ranges({{0, 1023}}), format));
    format.white = 1023;
    CHECK(spans_full_range(ranges({{0, 1023}}), format));
    CHECK(spans_full_range(ranges({{0, 1}}), {1, 1, 1, Pixel::f32}));
    CHECK(spans_full_range(ranges({{-0.5, 2}}), {1, 1, 1, Pixel::f32}));
}

TEST_CASE("an image of several layers spans the full range when each of them does") {
    TableLayout layout;
    layout.rows = 2;
    layout.channels = {"Y"};
    layout.fields = {{"min", FieldType::f32}, {"max", FieldType::f32}};
    Table table(layout);
    table.set("max", 0, 0, 0, 255);
    table.set("max", 0, 1, 0, 254);
    CHECK_FALSE(spans_full_range(table, {1, 1, 1}));
    table.set("max", 0, 1, 0, 255);
    CHECK(spans_full_range(table, {1, 1, 1}));
}
