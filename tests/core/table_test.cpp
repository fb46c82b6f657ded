#include "pipeline/core/table.hpp"
#include "pipeline/core/rect.hpp"

#include "pipeline/core/error.hpp"

#include <doctest/doctest.h>

#include <cstring>

using namespace sluice;

namespace {

TableLayout layout() {
    TableLayout layout;
    layout.rows = 2;
    layout.channels = {"R", "G", "B"};
    layout.fields = {{"min", FieldType::u32, true, 1},     {"count", FieldType::u64, false, 1},
                     {"sum_sq", FieldType::u128, true, 1}, {"histogram", FieldType::u32, true, 5},
                     {"offset", FieldType::i64, true, 1},  {"mean", FieldType::f64, true, 1},
                     {"scale", FieldType::f32, true, 1}};
    return layout;
}

}  // namespace

TEST_CASE("fields lie one after the other, each at a multiple of 16 bytes") {
    const TableLayout l = layout();
    std::size_t expected = 0;
    for (const Field& field : l.fields) {
        CAPTURE(field.name);
        CHECK(l.offset(field) == expected);
        const std::size_t length = 2 * (field.per_channel ? 3 : 1) * field.count;
        CHECK(l.length(field) == length);
        expected += (length * bytes(field.type) + 15) / 16 * 16;
    }
    CHECK(l.bytes() == expected);
    CHECK(l.find("histogram") == &l.fields[3]);
    CHECK(l.find("std") == nullptr);
    CHECK(TableLayout().bytes() == 0);
}

TEST_CASE("values come back from where they were put, and from nowhere else") {
    Table table(layout());
    double next = 1;
    for (const Field& f : table.layout().fields)
        for (std::size_t row = 0; row < 2; ++row)
            for (std::size_t c = 0; c < (f.per_channel ? 3u : 1u); ++c)
                for (std::size_t i = 0; i < f.count; ++i) table.set(f.name, c, row, i, next++);
    next = 1;
    for (const Field& f : table.layout().fields)
        for (std::size_t row = 0; row < 2; ++row)
            for (std::size_t c = 0; c < (f.per_channel ? 3u : 1u); ++c)
                for (std::size_t i = 0; i < f.count; ++i) CHECK(table.real(f.name, c, row, i) == next++);
    CHECK(table.real("count", 2, 1) == table.real("count", 0, 1));  // one value for all channels
}

TEST_CASE("a copy with some of the fields has their values, and zeros for those that are not there") {
    Table table(layout());
    double next = 1;
    for (const Field& f : table.layout().fields)
        for (std::size_t row = 0; row < 2; ++row)
            for (std::size_t c = 0; c < (f.per_channel ? 3 : 1); ++c)
                for (std::size_t i = 0; i < f.count; ++i) table.set(f.name, c, row, i, next++);
    const std::vector<Field> kept{layout().fields[3], layout().fields[5], layout().fields[1]};
    std::vector<Field> wanted = kept;
    wanted.push_back({"nowhere", FieldType::u64, true, 1});
    const Table some = table.only(wanted);
    CHECK(some.layout().fields == wanted);
    CHECK(some.layout().channels == layout().channels);
    for (std::size_t c = 0; c < 3; ++c) CHECK(some.real("nowhere", c, 1) == 0);
    for (const Field& f : kept)
        for (std::size_t row = 0; row < 2; ++row)
            for (std::size_t c = 0; c < (f.per_channel ? 3 : 1); ++c)
                for (std::size_t i = 0; i < f.count; ++i)
                    CHECK(some.real(f.name, c, row, i) == table.real(f.name, c, row, i));
    CHECK(table.only({}).layout().bytes() == 0);
}

TEST_CASE("integers are exact where a double is not") {
    Table table(layout());
    const std::uint64_t large = 18446744073709551615u;
    std::memcpy(table.data() + table.layout().offset(table.layout().fields[1]), &large, sizeof large);
    CHECK(decimal(table.integer("count")) == "18446744073709551615");
    const Int128 square = static_cast<Int128>(large) * 1000000007;
    std::memcpy(table.data() + table.layout().offset(table.layout().fields[2]), &square, sizeof square);
    CHECK(table.integer("sum_sq") == square);
    CHECK(decimal(table.integer("sum_sq")) == "18446744202836760130966861305");
    table.set("offset", 0, 0, 0, -5);
    CHECK(table.integer("offset") == -5);
    CHECK_THROWS_AS(table.integer("mean"), Error);
    CHECK_THROWS_AS(table.integer("scale"), Error);
}

TEST_CASE("tiles share the pixels of their area out, none twice, in the order of reading") {
    const Tiles tiles{3, 2, {10, 20, 8, 5}};
    const std::vector<Rect> expected{{10, 20, 2, 2}, {12, 20, 3, 2}, {15, 20, 3, 2},
                                     {10, 22, 2, 3}, {12, 22, 3, 3}, {15, 22, 3, 3}};
    REQUIRE(tiles.count() == expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        CAPTURE(i);
        CHECK(tiles.tile(i) == expected[i]);
        CHECK(tiles.tile(i + 6) == expected[i]);  // of the next layer
    }
}

TEST_CASE("without doubles a real is a pair of floats that keeps 48 bits") {
    TableLayout l = layout();
    l.pairs = true;
    Table table(l);
    const double value = 20002.533333333333;
    table.set("mean", 1, 1, 0, value);
    CHECK(table.real("mean", 1, 1) == doctest::Approx(value).epsilon(1e-13));
    CHECK(static_cast<double>(static_cast<float>(value)) != doctest::Approx(value).epsilon(1e-13));
}

TEST_CASE("a list says how many of its rows are filled") {
    TableLayout l;
    l.rows = 3;
    l.list = true;
    l.channels = {"joint"};
    l.fields = {{"x", FieldType::u32, false}, {"value", FieldType::f64, false}};
    CHECK(l.offset(l.fields[0]) == 16);
    CHECK(l.bytes() == 16 + 16 + 32);
    Table table(l);
    CHECK(table.rows() == 0);
    CHECK(table.found() == 0);
    CHECK_THROWS_AS(table.real("x", 0, 0), Error);
    table.set("x", 0, 1, 0, 7);
    table.set("value", 0, 1, 0, 0.5);
    table.set_found(2);
    CHECK(table.rows() == 2);
    CHECK(table.integer("x", 0, 1) == 7);
    CHECK_THROWS_AS(table.real("x", 0, 2), Error);
    table.set_found(70000);
    CHECK(table.rows() == 3);
    CHECK(table.found() == 70000);
    const Table part = table.only({l.fields[1]});
    CHECK(part.found() == 70000);
    CHECK(part.real("value", 0, 1) == 0.5);
    CHECK(Table(layout()).rows() == 2);
    CHECK(Table(layout()).found() == 2);
}

TEST_CASE("a field that is not there is an error that names those that are") {
    const Table table(layout());
    CHECK(table.has("min"));
    CHECK_FALSE(table.has("max"));
    CHECK_THROWS_WITH_AS(
        table.real("max"),
        "table: there is no field 'max'; there are min, count, sum_sq, histogram, offset, mean, scale",
        Error);
    CHECK_THROWS_WITH_AS(Table().real("max"), "table: there is no field 'max'; there are none", Error);
}

TEST_CASE("rows, channels and elements outside of a field are errors") {
    const Table table(layout());
    CHECK_THROWS_AS(table.real("min", 3), Error);
    CHECK_THROWS_AS(table.real("min", 0, 2), Error);
    CHECK_THROWS_AS(table.real("min", 0, 0, 1), Error);
    CHECK_THROWS_AS(table.real("histogram", 0, 0, 5), Error);
    CHECK_NOTHROW(table.real("histogram", 2, 1, 4));
}

TEST_CASE("128-bit numbers are written in decimal") {
    CHECK(decimal(0) == "0");
    CHECK(decimal(-7) == "-7");
    CHECK(decimal(1000) == "1000");
    const Int128 lowest = static_cast<Int128>(1) << 126;
    CHECK(decimal(-lowest - lowest) == "-170141183460469231731687303715884105728");
}
