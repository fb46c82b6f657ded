#include "pipeline/core/value.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <clocale>
#include <cmath>
#include <limits>
#include <random>

using namespace sluice;

TEST_CASE("numbers are written as short as they can be and read back the same") {
    CHECK(number_text(0.1) == "0.1");
    CHECK(number_text(255) == "255");
    CHECK(number_text(-2.5) == "-2.5");
    CHECK(number_text(1e300) == "1e+300");
    CHECK(number_text(65519.99) == "65519.99");
    std::mt19937_64 random(1);
    for (int i = 0; i < 10000; ++i) {
        const double value = std::bit_cast<double>(random());
        if (std::isfinite(value)) CHECK(number_from(number_text(value)) == value);
    }
}

TEST_CASE("only a whole, finite number is a number") {
    CHECK(number_from("-0.5") == -0.5);
    CHECK(number_from("+5") == 5);
    CHECK(number_from(".5") == 0.5);
    CHECK(number_from("5.") == 5);
    CHECK(number_from("1e3") == 1000);
    for (const char* text : {"", "+", "-", "+-5", "++5", "0x10", "1,5", "1.5.2", "5 ", " 5", "5px", "nan",
                             "inf", "-inf", "infinity", "1e999", "e5", "."}) {
        CAPTURE(text);
        CHECK_FALSE(number_from(text).has_value());
    }
}

TEST_CASE("numbers have a point whatever the locale") {
    // Which locales a machine has is not ours to say; in each of these that it has, nothing changes.
    for (const char* locale : {"C", "de_DE.UTF-8", "fr_FR.UTF-8", "C.UTF-8"}) {
        const std::string before = std::setlocale(LC_ALL, nullptr);
        std::setlocale(LC_ALL, locale);
        CHECK(number_text(1.5) == "1.5");
        CHECK(number_from("1.5") == 1.5);
        CHECK_FALSE(number_from("1,5").has_value());
        std::setlocale(LC_ALL, before.c_str());
    }
}

TEST_CASE("values are written as a chain takes them") {
    CHECK(text(Value(true)) == "true");
    CHECK(text(Value(std::int64_t{-7})) == "-7");
    CHECK(text(Value(0.5)) == "0.5");
    CHECK(text(Value("auto")) == "auto");
    CHECK(text(Value("my photo.jpg")) == "\"my photo.jpg\"");
    CHECK(text(Value("")) == "\"\"");
    CHECK(text(Value("a|b\"c\\")) == "\"a|b\\\"c\\\\\"");
    CHECK(text(Value(std::vector<double>{0, 255, 0.5})) == "0,255,0.5");
    CHECK(text(Value(std::vector<std::string>{"min", "max"})) == "min,max");
    CHECK(text(Value(std::vector<double>{})).empty());
}

TEST_CASE("a range is told, unless it only comes from a C++ type") {
    ParamDecl decl;
    CHECK(range_text(decl).empty());
    decl.low = 0;
    CHECK(range_text(decl) == "at least 0");
    decl.high = 0.5;
    CHECK(range_text(decl) == "[0, 0.5]");
    decl.low.reset();
    CHECK(range_text(decl) == "at most 0.5");
    decl.low = std::numeric_limits<int>::min();
    decl.high = std::numeric_limits<int>::max();
    CHECK(range_text(decl).empty());
}

TEST_CASE("a parameter is misplaced beside choices that it is not for") {
    ParamDecl decl;
    CHECK(misplaced(decl, {{"mode", "minmax"}}).empty());
    decl.only_for = OnlyFor{"mode", {"percentile", "median"}};
    CHECK(misplaced(decl, {{"mode", "median"}}).empty());
    CHECK(misplaced(decl, {{"mode", "minmax"}}) ==
          "mode minmax has no such option; it belongs to percentile, median");
    CHECK(misplaced(decl, {}).empty());  // nobody knows
}

TEST_CASE("every type of parameter has a name") {
    CHECK(name(ParamType::boolean) == "boolean");
    CHECK(name(ParamType::path) == "path");
    CHECK(name(ParamType::choices) == "choices");
}
