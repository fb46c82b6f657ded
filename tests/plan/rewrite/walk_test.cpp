// From a checked graph to primitives: expansion, formats, converts before Sinks, errors with places.
#include "pipeline/plan/rewrite/walk.hpp"

#include "tests/plan/sample_stages.hpp"

#include <doctest/doctest.h>

using namespace sluice;
using namespace sluice::test;

namespace {

const Primitive& node(const Primitives& graph, const std::string& name) {
    return graph.nodes.at(graph.names.at(name));
}

std::string format(const std::string& chain, const std::string& name) {
    const Primitives graph = walked(chain);
    return node(graph, name).format.value().text();
}

}  // namespace

TEST_CASE("compositions become what they name, however deep, in an order in which nothing waits") {
    const std::vector<std::pair<std::string, std::string>> cases{
        {"image | show", "image; show(image)"},
        {"image | dim | show", "image; dim(image); show(dim)"},
        {"image | normalize | show",
         "image; normalize.stats(image, -); normalize.line(normalize.stats); "
         "normalize.apply(image, normalize.line); show(normalize.apply)"},
        {"image id=m; image | normalize from=image,m id=n | show",
         "m; image; n.stats(image, m); n.line(n.stats); n.apply(image, n.line); show(n.apply)"},
        {"image | twice | show",
         "image; twice.first.stats(image, -); twice.first.line(twice.first.stats); "
         "twice.first.apply(image, twice.first.line); twice.second.stats(twice.first.apply, -); "
         "twice.second.line(twice.second.stats); twice.second.apply(twice.first.apply, twice.second.line); "
         "show(twice.second.apply)"},
        {"image | nothing | dim | show", "image; dim(image); show(dim)"},
        {"image | normalize; apply from=image,x | show; line id=x from=normalize.stats",
         "image; normalize.stats(image, -); normalize.line(normalize.stats); "
         "normalize.apply(image, normalize.line); x(normalize.stats); apply(image, x); show(apply)"},
    };
    for (const auto& [given, expected] : cases) {
        const std::string chain = given;  // clang 14 takes no parts of a pair into CAPTURE
        CAPTURE(chain);
        CHECK(text(walked(chain)) == expected);
    }
}

TEST_CASE("a composition is known by its own name, by those of its parts and by those of its outputs") {
    const Primitives graph = walked("image | normalize | nothing | show");
    CHECK(node(graph, "normalize").id == "normalize.apply");
    CHECK(node(graph, "normalize.dst").id == "normalize.apply");
    CHECK(node(graph, "normalize.stats").id == "normalize.stats");
    CHECK(node(graph, "normalize.line").id == "normalize.line");
    CHECK(node(graph, "nothing").id == "normalize.apply");
    CHECK(graph.names.count("twice") == 0);
    CHECK(node(walked("image | twice | show"), "twice").id == "twice.second.apply");
}

TEST_CASE("formats follow from the sources") {
    CHECK(format("image pixel=u16 channels=4 | dim | show", "dim") == "8x6 u16 x4");
    CHECK(format("image | real | dim | show", "dim") == "8x6 f32 x3");
    CHECK(format("image white=200 | dim | show", "show") == "8x6 u8 x3 white 200");
    CHECK(format("image id=a; image id=b pixel=u16 channels=1; pair from=a,b | show", "pair") == "8x6 u8 x3");
    CHECK(format("image id=a; image id=b pixel=u16 channels=1; pair from=b,a | show", "pair") ==
          "8x6 u16 x1");
}

TEST_CASE("layouts of Tables follow from the image, and from what the device has") {
    const Primitives colours = walked("image channels=4 | normalize | show");
    const TableLayout& stats = node(colours, "normalize.stats").layout.value();
    CHECK(stats.channels == std::vector<std::string>{"R", "G", "B"});
    CHECK(stats.find("min") != nullptr);
    CHECK(stats.find("nan") == nullptr);
    CHECK_FALSE(stats.pairs);
    CHECK(node(colours, "normalize.line").layout.value().channels == stats.channels);
    CHECK_FALSE(node(colours, "normalize.stats").format.has_value());

    const Primitives grey = walked("image channels=1 pixel=f32 | normalize | show", false);
    CHECK(node(grey, "normalize.stats").layout.value().channels == std::vector<std::string>{"Y"});
    CHECK(node(grey, "normalize.stats").layout.value().find("nan") != nullptr);
    CHECK(node(grey, "normalize.stats").layout.value().pairs);
    CHECK(node(grey, "normalize.line").layout.value().pairs);
}

TEST_CASE("parameters that a composition does not give keep their defaults") {
    const Primitives graph = walked("image | normalize | show");
    CHECK(node(graph, "normalize.stats").values.at("quantities") ==
          Value(std::vector<std::string>{"min", "max"}));
    CHECK(node(walked("image | padded | show"), "padded.f").values.at("high") == Value(std::int64_t{1}));
    CHECK(node(walked("image | dim 3 | show"), "dim").values.at("exponent") == Value(3.0));
}

TEST_CASE("a Sink that wants another format gets a convert before it, one that does not gets none") {
    CHECK(text(walked("image | real | show pixel=u8")) ==
          "image; real(image); show.convert(real); show(show.convert)");
    CHECK(text(walked("image | show pixel=u8")) == "image; show(image)");
    CHECK(text(walked("image | real | show pixel=u8; show id=other pixel=f32 from=image")) ==
          "image; real(image); show.convert(real); show(show.convert); other.convert(image); "
          "other(other.convert)");
    const Primitives graph = walked("image channels=4 | real | show pixel=u8");
    CHECK(node(graph, "show.convert").values.at("pixel") == Value("u8"));
    CHECK(node(graph, "show.convert").values.at("channels") == Value(std::int64_t{4}));
    CHECK(node(graph, "show").format.value().text() == "8x6 u8 x4");
    CHECK(node(graph, "show.convert").place.text() == "chain:1:27");
}

TEST_CASE("what cannot be is refused with the stage and its place") {
    const std::vector<std::pair<std::string, std::string>> cases{
        {"image channels=1 | fussy | show", "chain:1:20: fussy: wants colours, not 8x6 u8 x1"},
        {"image id=a; image id=b width=9; pair from=a,b | show",
         "chain:1:33: pair: its images differ in size: the first is 8x6 u8 x3, and its other 9x6 u8 x3"},
        {"image | narrow | show",
         "chain:1:9: narrow: its images differ in size: the first is 4x6 u8 x3, and its src 8x6 u8 x3"},
        {"image id=a; image id=b layers=2; pair from=a,b | show",
         "chain:1:34: pair: its images differ in size: the first is 8x6 u8 x3, and its other 8x6 u8 x3 2 "
         "layers"},
        {"image pixel=i32 | dim | show", "chain:1:25: show: shows no i32: convert pixel=f32"},
        {"image | open | show", "chain:1:9: open: its expansion does not connect an output"},
        {"image | lost | show", "chain:1:9: lost: needs stage nowhere, which the registry does not have"},
        {"image | wrong | show", "chain:1:9: wrong.d: stage dim has no parameter amount"},
        {"image | far | show", "chain:1:9: far.d.exponent: 99 is outside [1, 9]"},
        {"image | misplaced | show",
         "chain:1:9: misplaced.f.margin: fit exact has no such option; it belongs to pad"},
        {"image | crossed | show", "chain:1:9: crossed.f: low: must be below high"},
    };
    for (const auto& [given, expected] : cases) {
        const std::string chain = given;  // clang 14 takes no parts of a pair into CAPTURE
        CAPTURE(chain);
        CHECK(error_of([&] { walked(chain); }) == expected);
    }
}

TEST_CASE("without a stage convert a Sink that wants one says so") {
    const Registry& all = sample_registry();
    const Registry bare({*all.find("image"), *all.find("show")});
    Diagnostics faults;
    CheckedGraph graph = check(Graph::from_chain("image | show pixel=f32"), bare, faults);
    REQUIRE(faults.ok());
    const SourceFormats formats = open_sources(graph).formats;
    CHECK(error_of([&] { walk(graph, bare, formats, {}); }) ==
          "chain:1:9: show: wants 8x6 f32 x3 and there is no stage convert");
}
