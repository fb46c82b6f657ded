// The numbers that functions take by name.
#include "pipeline/plan/primitives/numbers.hpp"

#include "tests/plan/sample_stages.hpp"

#include <doctest/doctest.h>

using namespace sluice;
using namespace sluice::test;

TEST_CASE("a number is white, a constant of the stage, or a parameter that is a number") {
    Primitives graph = walked("image white=200 width=9 | dim 3 | show");
    CHECK(number_of(graph, 1, "white") == 200);
    CHECK(number_of(graph, 1, "half") == 1.5);
    CHECK(number_of(graph, 1, "exponent") == 3);
    CHECK(number_of(graph, 0, "width") == 9);
    CHECK_FALSE(number_of(graph, 1, "width").has_value());
    CHECK_FALSE(number_of(graph, 2, "pixel").has_value());  // text
    graph.nodes[1].values["on"] = true;
    CHECK(number_of(graph, 1, "on") == 1);
}

TEST_CASE("a number follows a live parameter") {
    Primitives graph = walked("image | dim 3 | show");
    graph.nodes[1].values["exponent"] = 5.0;
    CHECK(number_of(graph, 1, "exponent") == 5);
    CHECK(number_of(graph, 1, "half") == 2.5);
}
