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
