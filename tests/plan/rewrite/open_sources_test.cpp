// What Sources read smaller, and for whom, is in tests/stages/shrink_test.cpp.
#include "pipeline/plan/rewrite/probe.hpp"
#include "tests/plan/sample_stages.hpp"

#include <doctest/doctest.h>

using namespace sluice;
using namespace sluice::test;

TEST_CASE("probe asks Sources that know, and wants to be told of the others") {
    CheckedGraph graph = sample_graph("input | dim | show; image id=b | show");
    CHECK(error_of([&] { probe(graph); }) ==
          "chain:1:1: input: is an image of the application's: its format must be given");
    const ImageFormat given{3, 2, 1, Pixel::u16};
    const SourceFormats formats = probe(graph, {{"input", given}});
    CHECK(formats.size() == 2);
    CHECK(formats.at("input") == given);
    CHECK(formats.at("b").text() == "8x6 u8 x3");
    CHECK(probe(graph, {{"input", given}, {"b", given}}).at("b") == given);
}
