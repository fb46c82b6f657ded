#include "tests/property/random_graph.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string>

using namespace sluice::property;

TEST_CASE("a seed gives the same graph each time, and other seeds give others") {
    std::set<std::string> texts;
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        const std::string text = random_graph(seed).text();
        CHECK(text == random_graph(seed).text());
        texts.insert(text);
    }
    CHECK(texts.size() == 100);
}
