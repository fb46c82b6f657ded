#include "apps/terminal/excerpt.hpp"

#include <doctest/doctest.h>

#include <string>

using sluice::apps::with_excerpts;

TEST_CASE("a fault of a chain is shown with the chain and a caret under the word") {
    CHECK(with_excerpts("chain:1:10: there is no stage 'x'", "load a | x | save b", 80) ==
          "chain:1:10: there is no stage 'x'\n"
          "  load a | x | save b\n"
          "           ^");
    CHECK(with_excerpts("chain:1:9: a stage is missing after '|'", "load a |", 80) ==
          "chain:1:9: a stage is missing after '|'\n"
          "  load a |\n"
          "          ^");
}

TEST_CASE("each of several faults has its caret, and what is no fault of the chain has none") {
    CHECK(with_excerpts("chain:1:1: one\nfile.png: two\nchain:2:3: three", "lod a\n| gama 2", 80) ==
          "chain:1:1: one\n  lod a\n  ^\nfile.png: two\nchain:2:3: three\n  | gama 2\n    ^");
    for (const std::string text :
         {"chain: it is too long", "chain:x:1: a file", "chain:1: a file", "no chain"})
        CHECK(with_excerpts(text, "load a", 80) == text);
}

TEST_CASE("a caret stands right behind tabs, letters of several bytes, wide letters and control characters") {
    CHECK(with_excerpts("chain:1:9: x", "load\ta | b", 80) == "chain:1:9: x\n  load a | b\n          ^");
    CHECK(with_excerpts("chain:1:11: x", "load caf\xC3\xA9 | b", 80) ==
          "chain:1:11: x\n  load caf\xC3\xA9 | b\n            ^");
    CHECK(with_excerpts("chain:1:11: x", "load e\xCC\x81t | b", 80) ==
          "chain:1:11: x\n  load e\xCC\x81t | b\n           ^");  // an accent on the letter before
    CHECK(with_excerpts("chain:1:11: x", "load \xE7\x8C\xAB\xE7\x8C\xAB | b", 80) ==
          "chain:1:11: x\n  load \xE7\x8C\xAB\xE7\x8C\xAB | b\n              ^");
    CHECK(with_excerpts("chain:1:9: x", "load \x1B | b", 80) ==
          "chain:1:9: x\n  load \\x1b | b\n             ^");
    CHECK(with_excerpts("chain:1:9: x", "load \xFF | b", 80) ==
          "chain:1:9: x\n  load \\xff | b\n             ^");
    CHECK(with_excerpts("chain:2:1: x", "load a\r\n| b", 80) == "chain:2:1: x\n  | b\n  ^");
    CHECK(with_excerpts("chain:1:1: x", "load a\r\n| b", 80) == "chain:1:1: x\n  load a\n  ^");
}

TEST_CASE("a chain that is wider than the terminal is cut around the caret") {
    std::string chain = "load a.png";
    for (int i = 0; i < 40; ++i) chain += " | gamma 2";
    for (std::size_t column = 1; column <= chain.size() + 1; ++column) {
        const std::string text = with_excerpts("chain:1:" + std::to_string(column) + ": x", chain, 40);
        const std::size_t first = text.find('\n'), second = text.find('\n', first + 1);
        const std::string shown = text.substr(first + 1, second - first - 1);
        const std::size_t caret = text.size() - second - 2;
        CAPTURE(text);
        CHECK(shown.size() <= 40);
        REQUIRE(caret <= shown.size());
        if (column <= chain.size()) CHECK(shown[caret] == chain[column - 1]);
        CHECK(shown.starts_with("  ...") == (chain.compare(0, 20, shown, 2, 20) != 0));
    }
}

TEST_CASE("a place that the chain does not have costs nothing but its caret's meaning") {
    CHECK(with_excerpts("chain:7:9: x", "load a", 80) == "chain:7:9: x\n  \n  ^");
    CHECK(with_excerpts("chain:1:99: x", "load a", 80) == "chain:1:99: x\n  load a\n        ^");
    CHECK(with_excerpts("chain:1:1: x", "", 0) == "chain:1:1: x\n  \n  ^");
}
