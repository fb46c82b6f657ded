#include "pipeline/core/message.hpp"

#include <doctest/doctest.h>

using namespace sluice;

TEST_CASE("text from outside is shown in quotes and cannot steer a terminal") {
    CHECK(in_quotes("a b") == "'a b'");
    CHECK(in_quotes("") == "''");
    CHECK(in_quotes("\x1b[2J\n") == "'\\x1b[2J\\x0a'");
    CHECK(in_quotes("caf\xC3\xA9") == "'caf\xC3\xA9'");
    CHECK(in_quotes("caf\xE9") == "'caf\\xe9'");
    CHECK(in_quotes(std::string(100, 'a')) == "'" + std::string(80, 'a') + "...'");
}

TEST_CASE("a character is not cut in two where a long text ends") {
    const std::string text = std::string(79, 'a') + "\xC3\xA9" + "bc";
    CHECK(in_quotes(text) == "'" + std::string(79, 'a') + "\xC3\xA9" + "...'");
}

TEST_CASE("names are listed with commas") {
    CHECK(listed({"a", "b"}) == "a, b");
    CHECK(listed({}) == "none");
}

TEST_CASE("a suggestion is made when a name is near") {
    CHECK(did_you_mean("lo", {"low", "high"}) == " (did you mean 'low'?)");
    CHECK(did_you_mean("width", {"low", "high"}).empty());
    CHECK(did_you_mean(std::string(100, 'a'), {std::string(99, 'a')}).empty());
}

TEST_CASE("only well-formed UTF-8 counts as a character") {
    CHECK(utf8_character("a") == 1);
    CHECK(utf8_character("\xC3\xA9") == 2);
    CHECK(utf8_character("\xE2\x82\xAC") == 3);
    CHECK(utf8_character("\xF0\x9F\x98\x80") == 4);
    CHECK(utf8_character("") == 0);
    CHECK(utf8_character("\x80") == 0);      // a continuation
    CHECK(utf8_character("\xC0\xAF") == 0);  // overlong
    CHECK(utf8_character("\xE0\x80\xAF") == 0);
    CHECK(utf8_character("\xED\xA0\x80") == 0);      // a surrogate
    CHECK(utf8_character("\xF4\x90\x80\x80") == 0);  // above 10FFFF
    CHECK(utf8_character("\xE2\x82") == 0);          // ends early
    CHECK(utf8_character("\xC3\x28") == 0);

    CHECK(is_utf8(""));
    CHECK(is_utf8("a\xE2\x82\xAC"));
    CHECK_FALSE(is_utf8("a\xE2\x82\xAC\xFF"));
}
