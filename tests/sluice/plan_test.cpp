// The library's front door: from a Graph and a format to pixels.
#include "pipeline/graph/registry.hpp"

#include <cmath>
#include <sluice/sluice.hpp>

#include "tests/sluice/devices.hpp"

#include <doctest/doctest.h>

using namespace sluice;
using namespace sluice::test;

namespace {

const ImageFormat eight_by_two{8, 2, 3, Pixel::u8};

// What the constructor throws, or "".
template <class Formats>
std::string fault(const std::string& chain, const Formats& formats, const PlanOptions& options = {}) {
    try {
        const Plan plan(Graph::from_chain(chain), formats, device(), options);
    } catch (const Error& error) {
        CHECK(error.kind() == Error::Kind::usage);
        return error.what();
    }
    return "";
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a chain with open ends takes an image of the application's and gives one back, with its tables") {
    PlanOptions options;
    options.observe = {"normalize.stats"};
    const Plan plan(Graph::from_chain("normalize | convert pixel=f32"), eight_by_two, device(), options);
    HostImage image(eight_by_two);
    for (std::size_t i = 0; i < eight_by_two.host_bytes(); ++i)
        image.as<std::uint8_t>(0)[i] = static_cast<std::uint8_t>(50 + i);
    Session session(plan);
    Frame frame = session.submit(image.view());
    const HostImage result = frame.read();
    CHECK(result.format().pixel == Pixel::f32);
    CHECK(result.as<float>(0)[0] == 0.0f);
    CHECK(result.as<float>(0)[eight_by_two.host_bytes() - 1] == 1.0f);
    CHECK(frame.table("normalize.stats").integer("min", 1) == 51);
    CHECK(session.counters().total().waits == 1);
}

TEST_CASE("several open images are given by name") {
    const std::string chain = "invert; invert id=second";
    SourceFormats formats{{"input", eight_by_two}, {"input.2", {5, 4, 1, Pixel::u16}}};
    const Plan plan(Graph::from_chain(chain), formats, device());
    CHECK(contains(plan.text(), "8x2 u8 x3"));
    CHECK(contains(plan.text(), "5x4 u16 x1"));
    CHECK(contains(fault(chain, eight_by_two), "this graph takes 2 images"));
    formats.erase("input.2");
    CHECK(contains(fault(chain, formats), "input.2"));
    formats["input.3"] = eight_by_two;
    CHECK(contains(fault(chain, formats),
                   "input.3: a format is given for it, but this graph has no such source"));
}

TEST_CASE("a plan can be read as text, as JSON and as a graph") {
    const Plan plan(Graph::from_chain("invert"), eight_by_two, device());
    CHECK(contains(plan.text(), "8x2 u8 x3"));
    CHECK_FALSE(contains(plan.text(), "__kernel "));
    CHECK(contains(plan.text(true), "__kernel "));
    CHECK(plan.json().starts_with("{"));
    CHECK(plan.dot().starts_with("digraph"));
}

TEST_CASE("formats that no image has, and faults of the graph, are refused with a reason") {
    CHECK(contains(fault("invert", ImageFormat{0, 2, 3, Pixel::u8}), "without pixels"));
    CHECK(contains(fault("invert", ImageFormat{8, 2, 5, Pixel::u8}), "1 to 4 channels, not 5"));
    CHECK(contains(fault("invert", ImageFormat{8, 2, 0, Pixel::u8}), "1 to 4 channels, not 0"));
    constexpr std::size_t much = std::size_t{1} << 31, more = std::size_t{1} << 62;
    for (const ImageFormat& large :
         {ImageFormat{much, 1, 1}, ImageFormat{1, more, 1}, ImageFormat{more, more, 4}})
        CHECK(contains(fault("invert", large), "at most 2147483647 columns and rows"));
    ImageFormat layers{4, 4, 1};
    layers.layers = more;
    CHECK(contains(fault("invert", layers), "at most 2147483647 columns and rows"));
    CHECK(contains(fault("invert", ImageFormat{much - 16, much - 1, 4, Pixel::f64}), "more bytes than"));
    for (const double white : {-1.0, std::nan(""), HUGE_VAL}) {
        ImageFormat format{4, 4, 1};
        format.white = white;
        CHECK(contains(fault("invert", format), "white must be a pixel value above 0"));
    }
    const std::string faults = fault("invrt | gamma exponent=-1", eight_by_two);
    CHECK(contains(faults, "did you mean 'invert'?"));
    CHECK(contains(faults, "gamma.exponent: -1 is outside"));
    PlanOptions options;
    options.observe = {"normalize.stat"};
    CHECK(contains(fault("normalize", eight_by_two, options), "normalize.stats"));
}

TEST_CASE("the stages that come with sluice have an image of the application's at both ends") {
    const Registry& stages = builtin_stages();
    REQUIRE(stages.find("input") != nullptr);
    REQUIRE(stages.find("output") != nullptr);
    CHECK(stages.find("input")->internal);
    CHECK(&stages == &builtin_stages());
}
