#include "pipeline/core/value.hpp"

#include <doctest/doctest.h>

#include <limits>

using namespace sluice;

namespace {

using Numbers = std::vector<double>;
using Words = std::vector<std::string>;

ParamDecl of(ParamType type) {
    ParamDecl decl;
    decl.name = "p";
    decl.type = type;
    return decl;
}
ParamDecl percent() {
    ParamDecl decl = of(ParamType::number);
    decl.low = 0, decl.high = 100;
    return decl;
}
ParamDecl mode() {
    ParamDecl decl = of(ParamType::choice);
    decl.choices = {"minmax", "percentile", "standardize"};
    return decl;
}
ParamDecl fields() {
    ParamDecl decl = of(ParamType::choices);
    decl.choices = {"min", "max", "mean"};
    return decl;
}
ParamDecl range_or_auto() {
    ParamDecl decl = of(ParamType::numbers);
    decl.keywords = {"auto"};
    decl.min_count = decl.max_count = 2;
    return decl;
}

// The value, or the fault.
Value taken(const ParamDecl& decl, const Value& written) {
    std::string fault;
    const auto value = convert(decl, written, fault);
    REQUIRE(value.has_value());
    CHECK(fault.empty());
    return *value;
}
std::string refused(const ParamDecl& decl, const Value& written) {
    std::string fault;
    CHECK_FALSE(convert(decl, written, fault).has_value());
    return fault;
}

}  // namespace

TEST_CASE("a boolean takes the usual words") {
    const ParamDecl decl = of(ParamType::boolean);
    for (const char* yes : {"true", "yes", "on"}) CHECK(taken(decl, yes) == Value(true));
    for (const char* no : {"false", "no", "off"}) CHECK(taken(decl, no) == Value(false));
    CHECK(taken(decl, true) == Value(true));
    CHECK(refused(decl, "maybe") == "'maybe' is neither true nor false");
    CHECK(refused(decl, std::int64_t{1}) == "1 is neither true nor false");
    CHECK(refused(decl, Words{"true"}) == "a list is neither true nor false");
}

TEST_CASE("an integer takes whole numbers only, exactly") {
    const ParamDecl decl = of(ParamType::integer);
    CHECK(taken(decl, "7") == Value(std::int64_t{7}));
    CHECK(taken(decl, "-7") == Value(std::int64_t{-7}));
    CHECK(taken(decl, "+7") == Value(std::int64_t{7}));
    CHECK(taken(decl, "1e3") == Value(std::int64_t{1000}));
    CHECK(taken(decl, "3.0") == Value(std::int64_t{3}));
    CHECK(taken(decl, 3.0) == Value(std::int64_t{3}));
    CHECK(taken(decl, "9223372036854775807") == Value(std::int64_t{9223372036854775807}));
    CHECK(refused(decl, "9223372036854775808") == "'9223372036854775808' is too large");
    CHECK(refused(decl, "2.5") == "'2.5' is not an integer");
    CHECK(refused(decl, 2.5) == "2.5 is not an integer");
    CHECK(refused(decl, "") == "'' is not an integer");
    CHECK(refused(decl, true) == "true is not an integer");
    CHECK(refused(decl, "many") == "'many' is not an integer");
}

TEST_CASE("a number is checked against its range") {
    CHECK(taken(percent(), "99.5") == Value(99.5));
    CHECK(taken(percent(), std::int64_t{100}) == Value(100.0));
    CHECK(taken(percent(), "0") == Value(0.0));
    CHECK(refused(percent(), "120") == "120 is outside [0, 100]");
    CHECK(refused(percent(), -0.5) == "-0.5 is outside [0, 100]");
    CHECK(refused(percent(), "1,5") == "'1,5' is not a number; decimals are written with a point");
    CHECK(refused(percent(), "1,2,4") ==
          "'1,2,4' is not a number; one value is expected, so try each in a run of its own");
    CHECK(refused(percent(), "nan") == "'nan' is not a number");
    CHECK(refused(percent(), std::numeric_limits<double>::quiet_NaN()) == "nan is not a number");
    CHECK(refused(percent(), "1%") == "'1%' is not a number; a number in [0, 100] is expected");
    ParamDecl hundredths = of(ParamType::number);  // "50" would be a hundred times as much
    CHECK(refused(hundredths, "50%") == "'50%' is not a number");
    hundredths.unit = "%";
    CHECK(taken(hundredths, "50%") == Value(50.0));
    hundredths.unit = "";
    hundredths.percent = Percent::number;
    CHECK(taken(hundredths, "50%") == Value(0.5));
    CHECK(refused(percent(), Words{"1", "2"}) == "a list is not a number");
    CHECK(refused(percent(), std::string(60, '9')) == "1e+60 is outside [0, 100]");
    ParamDecl decl = of(ParamType::number);
    decl.low = 1;
    CHECK(refused(decl, "0") == "0 is below 1");
    decl.low.reset();
    decl.high = 1;
    CHECK(refused(decl, "2") == "2 is above 1");
    decl = of(ParamType::integer);
    decl.low = 1;
    decl.high = 2147483647;
    CHECK(refused(decl, "0") == "0 is below 1");
    CHECK(refused(decl, "5000000000") == "5000000000 is above 2147483647");
}

TEST_CASE("texts and paths are taken as they are, lists are not") {
    CHECK(taken(of(ParamType::text), "a, b") == Value("a, b"));
    CHECK(taken(of(ParamType::text), "") == Value(""));
    CHECK(taken(of(ParamType::path), "a,b.jpg") == Value("a,b.jpg"));
    CHECK(refused(of(ParamType::path), "") == "the path is empty");
    CHECK(refused(of(ParamType::path), std::string("a\0b", 3)) == "a path cannot hold a zero byte");
    CHECK(refused(of(ParamType::path), Words{"a", "b"}) == "a list is not a path");
    CHECK(refused(of(ParamType::text), std::int64_t{5}) == "5 is not a text");
}

TEST_CASE("a choice is one of its words") {
    CHECK(taken(mode(), "minmax") == Value("minmax"));
    CHECK(refused(mode(), "minmx") ==
          "'minmx' is not one of minmax, percentile, standardize (did you mean 'minmax'?)");
    CHECK(refused(mode(), "MINMAX") == "'MINMAX' is not one of minmax, percentile, standardize");
    CHECK(refused(mode(), std::int64_t{1}) == "1 is not one of minmax, percentile, standardize");
}

TEST_CASE("several choices are a list without repetition") {
    CHECK(taken(fields(), "min,max") == Value(Words{"min", "max"}));
    CHECK(taken(fields(), Words{"mean"}) == Value(Words{"mean"}));
    CHECK(taken(fields(), "min, max") == Value(Words{"min", "max"}));
    CHECK(refused(fields(), "min,maz") == "'maz' is not one of min, max, mean (did you mean 'max'?)");
    CHECK(refused(fields(), "min,min") == "'min' is given twice");
    CHECK(refused(fields(), "min,") == "'' is not one of min, max, mean");
}

TEST_CASE("numbers are counted, and each is checked") {
    ParamDecl decl = of(ParamType::numbers);
    decl.low = 0, decl.high = 255;
    CHECK(taken(decl, "0,255") == Value(Numbers{0, 255}));
    CHECK(taken(decl, "0,1;2, 3") == Value(Numbers{0, 1, 2, 3}));
    CHECK(taken(decl, "7") == Value(Numbers{7}));
    CHECK(taken(decl, 7.5) == Value(Numbers{7.5}));
    CHECK(taken(decl, Words{"1", "2", "3"}) == Value(Numbers{1, 2, 3}));
    CHECK(taken(decl, Words{}) == Value(Numbers{}));
    CHECK(refused(decl, "0,256") == "256 is outside [0, 255]");
    CHECK(refused(decl, "0,,1") == "a number is missing next to a comma; write commas without spaces: 0,255");
    CHECK(refused(decl, "8x9") == "'8x9' is not a number; several are written with commas: 8,9");
    CHECK(refused(decl, "[0,255]") == "'[0' is not a number; several are written with commas: 0,255");
    CHECK(refused(decl, "0,x") == "'x' is not a number");
    decl.min_count = 1;
    CHECK(refused(decl, Words{}) == "0 values are given, at least 1 are expected");
    decl.max_count = 4;
    CHECK(refused(decl, "1,2,3,4,5") == "5 values are given, 1 to 4 are expected");
    decl.min_count = 0;
    CHECK(refused(decl, "1,2,3,4,5") == "5 values are given, at most 4 are expected");
    decl.max_count = decl.min_count = 1;
    CHECK(refused(decl, "1,2") == "2 values are given, 1 is expected");
}

TEST_CASE("a keyword stands in the place of a value") {
    CHECK(taken(range_or_auto(), "auto") == Value("auto"));
    CHECK(taken(range_or_auto(), "0,1") == Value(Numbers{0, 1}));
    CHECK(refused(range_or_auto(), "atuo") == "'atuo' is not a number or 'auto' (did you mean 'auto'?)");
    CHECK(refused(range_or_auto(), "1") ==
          "1 value is given, 2 are expected, separated by commas without spaces");
    ParamDecl decl = percent();
    decl.keywords = {"auto", "full"};
    CHECK(taken(decl, "full") == Value("full"));
    CHECK(refused(decl, "x") == "'x' is not a number or 'auto' or 'full'");
}

TEST_CASE("a size and a rectangle are read as people write them") {
    ParamDecl decl = of(ParamType::numbers);
    decl.shape = Shape::size;
    CHECK(taken(decl, "640x480") == Value(Numbers{640, 480}));
    CHECK(taken(decl, "640,480") == Value(Numbers{640, 480}));
    CHECK(refused(decl, "640x") == "'640x' is not a number; several are written with commas: 640,...");
    decl.shape = Shape::rectangle;
    CHECK(taken(decl, "640x480+10+20") == Value(Numbers{10, 20, 640, 480}));
    CHECK(refused(decl, "640x480") == "'640x480' is not a number; several are written with commas: 640,480");
}

TEST_CASE("percentages of white are kept until white is known") {
    ParamDecl decl = of(ParamType::numbers);
    decl.percent = Percent::white;
    CHECK(taken(decl, "0,50%") == Value("0,50%"));
    CHECK(taken(decl, Words{"10%", "200"}) == Value("10%,200"));
    CHECK(taken(decl, "0,255") == Value(Numbers{0, 255}));
    CHECK(refused(decl, "5o%").find("'5o%' is not a number") == 0);
}

TEST_CASE("a colour is one of CSS or code values") {
    ParamDecl decl = of(ParamType::color);
    decl.percent = Percent::white;
    for (const char* word : {"white", "DarkSlateGray", "#f80", "#FF8800", "#ff880080", "rgb(50% 0% 0%)",
                             "rgba(255, 128, 0, 0.5)", "transparent"})
        CHECK(taken(decl, word) == Value(word));
    CHECK(taken(decl, "255,0,0") == Value(Numbers{255, 0, 0}));
    CHECK(taken(decl, std::int64_t{7}) == Value(Numbers{7}));
    CHECK(taken(decl, "50%,0%,0%") == Value("50%,0%,0%"));
    CHECK(refused(decl, "whit") == "'whit' is not a colour (did you mean 'white'?)");
    CHECK(refused(decl, "#12345") ==
          "'#12345' is not a colour; write a CSS colour, such as white, #ff8800, rgb(255, 128, 0) or rgb(50% "
          "0% 0%), or pixel values");
}

TEST_CASE("a size in bytes takes units, and a number that is too small to be meant says what it would be") {
    ParamDecl decl = of(ParamType::integer);
    decl.unit = "bytes";
    decl.low = 0;
    const std::int64_t mebibyte = 1 << 20;
    for (const char* same : {"1536M", "1.5G", "1.5 GB", "1.5gib", "1572864k", "1610612736"})
        CHECK(taken(decl, same) == Value(1536 * mebibyte));
    CHECK(taken(decl, "1T") == Value(mebibyte * mebibyte));
    CHECK(taken(decl, "2e9") == Value(std::int64_t{2000000000}));
    CHECK(taken(decl, std::int64_t{100}) == Value(std::int64_t{100}));  // of programs: bytes
    CHECK(taken(decl, 3e9) == Value(std::int64_t{3000000000}));
    for (const char* wrong : {"lots", "1x", "0", "", "K", "-5M", "9e18G"})
        CHECK(refused(decl, wrong) == "'" + std::string(wrong) + "' is not a size; write 512K, 1.5M or 2G");
    CHECK(refused(decl, "2.5") == "'2.5' would be 2 bytes; with a unit it is 2.5M or 2.5G");
    CHECK(refused(decl, 2.5) == "2.5 is not an integer");
}
