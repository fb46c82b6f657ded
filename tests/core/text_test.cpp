#include "pipeline/core/text.hpp"

#include "pipeline/core/printable.hpp"

#include <doctest/doctest.h>

using namespace sluice;

TEST_CASE("a path is printed on one line, whatever is in it") {
    CHECK(printable("a/b c.png") == "a/b c.png");
    CHECK(printable("line\nbreak\x1b[2J.png") == "line\\x0abreak\\x1b[2J.png");
    CHECK(printable("bytes\xFF.png") == "bytes\\xff.png");
    CHECK(printable("gr\xC3\xBC\xC3\x9F.png") == "gr\xC3\xBC\xC3\x9F.png");
    CHECK(printable(std::string(200, 'x')) == std::string(200, 'x'));
}

TEST_CASE("JSON stays JSON and shows no control character and nothing that turns its direction") {
    CHECK(printable_json("{\n \"a\": \"gr\xC3\xBC\xC3\x9F \xF0\x9F\x98\x80\"\n}") ==
          "{\n \"a\": \"gr\xC3\xBC\xC3\x9F \xF0\x9F\x98\x80\"\n}");
    CHECK(printable_json("\"\x7F \xC2\x9B \xE2\x80\xAE\"") == "\"\\u007f \\u009b \\u202e\"");
}

TEST_CASE("sizes are given in units that can be read") {
    CHECK(byte_count(0) == "0 B");
    CHECK(byte_count(1536) == "1.5 KiB");
    CHECK(byte_count(std::uintmax_t{5} << 30) == "5.0 GiB");
    CHECK(byte_count(1023) == "1023 B");
    CHECK(byte_count(UINTMAX_MAX) == "16.0 EiB");
}

TEST_CASE("letters of ASCII become small, and no others") {
    CHECK(lower_case("A.JPG z9_") == "a.jpg z9_");
    CHECK(lower_case("GR\xC3\x9C\xDF") == "gr\xC3\x9C\xDF");
}

TEST_CASE("words are joined by what stands between them") {
    CHECK(joined({}) == "");
    CHECK(joined({"a"}, ", ") == "a");
    CHECK(joined({"a", "b", "c"}) == "a b c");
}

TEST_CASE("a list is split at its commas, and what stands between two of them is empty") {
    CHECK(split("").empty());
    CHECK(split("a") == std::vector<std::string>{"a"});
    CHECK(split("a,,b c,") == std::vector<std::string>{"a", "", "b c", ""});
    CHECK(split("640x480", 'x') == std::vector<std::string>{"640", "480"});
}
