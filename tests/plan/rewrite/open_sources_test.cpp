// What Sources read smaller, and for whom, is in tests/stages/shrink_test.cpp.
#include "pipeline/plan/rewrite/open_sources.hpp"
#include "tests/plan/sample_stages.hpp"

#include <doctest/doctest.h>

using namespace sluice;
using namespace sluice::test;

TEST_CASE("Sources with files are opened, and of the others the formats must be given") {
    CheckedGraph graph = sample_graph("input | dim | show; image id=b | show");
    CHECK(error_of([&] { open_sources(graph); }) ==
          "chain:1:1: input: is an image of the application; give its format");
    const ImageFormat given{3, 2, 1, Pixel::u16};
    const Opened opened = open_sources(graph, {{"input", given}});
    const SourceFormats& formats = opened.formats;
    CHECK(formats.size() == 2);
    CHECK(formats.at("input") == given);
    CHECK(formats.at("b").text() == "8x6 u8 x3");
    CHECK(opened.files.size() == 1);
    CHECK(opened.files.at("b")->header().format == formats.at("b"));
    const Opened told = open_sources(graph, {{"input", given}, {"b", given}});
    CHECK(told.formats.at("b") == given);
    CHECK(told.files.empty());
}

TEST_CASE("values that depend on sizes are computed for the images that are opened") {
    CheckedGraph graph = sample_graph("image id=b | dim '${b.width - 2}' | show");
    CHECK(error_of([&] {
              walk(graph, sample_registry(), {{"b", {8, 6, 3}}}, {});
          }) == "chain:1:14: dim: depends on the size of an image, which must be opened first");
    const CheckedGraph again = graph;
    open_sources(graph);
    CHECK(graph.nodes[1].values.at("exponent") == Value(6.0));
    CheckedGraph other = again;
    open_sources(other, {{"b", {5, 6, 3}}});
    CHECK(other.nodes[1].values.at("exponent") == Value(3.0));
    CheckedGraph small = again;
    CHECK(error_of([&] {
              open_sources(small, {{"b", {2, 6, 3}}});
          }) == "chain:1:18: dim.exponent: 0 is outside [1, 9]; it is '${b.width - 2}', and b.width is 2");
}
