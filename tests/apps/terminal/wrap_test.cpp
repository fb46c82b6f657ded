// Help on terminals of any width.
#include "apps/terminal/wrap.hpp"
#include "tests/apps/program.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>

using sluice::apps::wrapped;

namespace {

std::size_t widest(const std::string& text) {
    std::istringstream lines(text);
    std::size_t widest = 0;
    for (std::string line; std::getline(lines, line);) widest = std::max(widest, line.size());
    return widest;
}

std::vector<std::string> words_of(const std::string& text) {
    std::istringstream stream(text);
    std::vector<std::string> words;
    for (std::string word; stream >> word;) words.push_back(word);
    return words;
}

}  // namespace

TEST_CASE("text is broken between words, paragraphs and items stay") {
    CHECK(wrapped("", 10).empty());
    CHECK(wrapped("one two three", 9) == "one two\nthree");
    CHECK(wrapped("one\ntwo\nthree four", 14) == "one two three\nfour");
    CHECK(wrapped("a word-that-is-too-long b", 8) == "a\nword-that-is-too-long\nb");
    CHECK(wrapped("one two three", 9, 4) == "one\n    two\n    three");
    CHECK(wrapped("one two\n\nthree", 9) == "one two\n\nthree");
    CHECK(wrapped("all:\n  one two three\n  four\nand five", 9) ==
          "all:\n  one two\n    three\n  four\n    and\n    five");
    CHECK(wrapped("gr\xC3\xBC\xC3\x9F dich", 9) == "gr\xC3\xBC\xC3\x9F dich");
}

TEST_CASE("help fits the width that COLUMNS names, from 40 to 100, and says the same at each") {
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"help"}, {"help", "batch"}, {"help", "plan"}, {"stages", "normalize"}}) {
        INFO(words.back());
        const auto at = [&](const std::string& columns) {
            return sluice_program(words, {.environment = {"COLUMNS=" + columns}}).out;
        };
        const std::string usual = at("");
        CHECK(widest(usual) <= 80);
        CHECK(widest(usual) > 70);
        for (const auto& [columns, limit] : {std::pair("40", 40), {"60", 60}, {"1", 40}, {"1000", 100}}) {
            const std::string text = at(columns);
            INFO(text);
            CHECK(words_of(text) == words_of(usual));
            std::istringstream lines(text);
            for (std::string line; std::getline(lines, line);)
                if (line.find_first_of(' ', line.find_first_not_of(' ')) != std::string::npos &&
                    !line.starts_with("Usage: ") && !line.starts_with("  -"))
                    CHECK_MESSAGE(line.size() <= static_cast<std::size_t>(limit), line);
        }
        CHECK(at("x") == usual);
    }
}

TEST_CASE("help names each option as it is written") {
    const std::string help = bench_program({"help", "pipeline"}).out;
    for (const std::string option :
         {"\n  -p, --pipeline PIPELINE ", "\n  --size WxH,... ", "\n  -h, --help "})
        CHECK_MESSAGE(contains(help, option), option);
}
