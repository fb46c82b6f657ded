// Stages of an application that bring their kernels along.
#include <sluice/sluice.hpp>

#include "pipeline/graph/registry.hpp"
#include "pipeline/graph/stage_builder.hpp"
#include "tests/error_of.hpp"
#include "tests/reference/compare.hpp"
#include "tests/reference/random_image.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

using namespace sluice;

namespace {

struct Faint {
    double rest = 0.5;
};

StageDef own_point(const std::string& name, const std::string& file, const std::string& text) {
    return point<Faint>(name, "Leaves a part of each value.")
        .param("rest", &Faint::rest, "How much is left.", range(0, 1), live)
        .function(file, text);
}

const char* const faint_text = "V faint(V v, REAL rest) { return v * rest; }\n";
const ImageFormat flat{37, 5, 4, Pixel::u8};

Registry with(std::vector<StageDef> stages) {
    Registry registry = builtin_stages();
    for (StageDef& stage : stages) registry.add(std::move(stage));
    return registry;
}

Session session_of(const std::string& chain, const Registry& registry, const PlanOptions& options = {}) {
    return Session(Plan(Graph::from_chain(chain), flat, Device::pick(), options, registry));
}

}  // namespace

TEST_CASE("a stage that brings its kernel along is fused and live as others are") {
    const Registry registry = with({own_point("faint", "faint", faint_text)});
    const HostImage image = reference::random_image(flat);
    PlanOptions apart;
    apart.fuse = false;
    Session fused = session_of("faint rest=0.25 | invert", registry),
            unfused = session_of("faint rest=0.25 | invert", registry, apart);
    for (const double rest : {0.25, 1.0}) {
        fused.set("faint.rest", rest);
        unfused.set("faint.rest", rest);
        HostImage expected(flat);
        for (std::size_t y = 0; y < flat.height; ++y)
            for (std::size_t x = 0; x < flat.width; ++x)
                for (int c = 0; c < 4; ++c) {
                    const double v = sample(image.view(), x, y, c);
                    set_sample(expected.view(), x, y, c, c == 3 ? v : 255 - std::nearbyint(v * rest));
                }
        CHECK(reference::compare(fused.submit(image.view()).read().view(), expected.view()).none());
        CHECK(reference::compare(unfused.submit(image.view()).read().view(), expected.view()).none());
    }
}

TEST_CASE("what is wrong with a text of an application's says where") {
    const auto refusal = [](std::vector<StageDef> stages, const std::string& chain) {
        return error_of([&] { const Session session = session_of(chain, with(std::move(stages))); });
    };
    CHECK(refusal({own_point("faint", "gamma", "V gamma(V v, REAL rest) { return v; }")}, "faint") ==
          "gamma.cl: sluice has a kernel text with this name; choose another one");
    CHECK(refusal({own_point("faint", "faint", "V faint_other(V v) { return v; }")}, "faint") ==
          "faint: faint.cl has no function faint");
    CHECK(refusal({own_point("faint", "faint", "\nV faint(V v, REAL tint) { return v; }")}, "faint")
              .find("faint.cl:2: ") == 0);
    CHECK(refusal({own_point("faint", "faint", faint_text),
                   own_point("fainter", "faint", std::string(faint_text) + "\n")},
                  "faint | fainter") ==
          "faint.cl: two stages bring along different kernel texts of this name");
    const Registry broken =
        with({own_point("faint", "faint", "\nV faint(V v, REAL rest) { return v * unknown_one; }")});
    std::string built;
    try {
        const Session session = session_of("faint", broken);
    } catch (const Error& error) {
        built = error.what();
    }
    CHECK_MESSAGE(built.find("faint.cl:2") != std::string::npos, built);
}

namespace {

struct Reading {
    std::int64_t by = 1;
    Sampling filter = Sampling::nearest;
};

// Declares that it reads its four neighbours, and reads the pixel that is `by` to the right.
StageDef own_window() {
    return gather<Reading>("aside", "Takes the pixel beside each.")
        .param("by", &Reading::by, "How far away.", range(-9, 9))
        .reach([](const Reading&, const StageInputs&) {
            return Reach{1, 1, 1, 1};
        })
        .function("aside", "V aside(SRC src, int by) { return AT(src, by, 0); }\n");
}

// Declares that each pixel is made of its own, and reads the one that is `by` below: between pixels by
// SAMPLE, else by TEXEL.
StageDef own_footprint(const std::string& name, const std::string& text, bool samples) {
    auto stage = gather<Reading>(name, "Takes the pixel below each.")
                     .param("by", &Reading::by, "How far away.", range(-9, 9))
                     .footprint([](const Reading&, const StageInputs&, const Area& of) { return of; })
                     .function(name, text);
    if (samples) stage.sampling(&Reading::filter);
    return stage;
}

Registry readers() {
    return with({own_window(),
                 own_footprint(
                     "below",
                     "V below(SRC src, VI X, VI Y, int by) { return TEXEL(src, X, Y + (VI)(by)); }\n", false),
                 own_footprint("sampled_below",
                               "V sampled_below(SRC src, VI X, VI Y, int by) {\n"
                               "    const long one = (long)1 << COORDINATE_BITS;\n"
                               "    return SAMPLE(src, coordinate_on_plane(X, Y, one, 0, 0),\n"
                               "                  coordinate_on_plane(X, Y + (VI)(by), 0, one, 0));\n}\n",
                               true)});
}

}  // namespace

TEST_CASE("a read beyond what a stage declares fails its frame, with the stage and the place") {
    const Registry registry = readers();
    const HostImage image = reference::random_image(flat);
    PlanOptions checked;
    checked.check_reads = true;
    const auto fault = [&](const std::string& chain, PlanOptions options) {
        Session session = session_of(chain, registry, options);
        return error_of([&] { session.submit(image.view()).wait(); });
    };
    for (const bool fuse : {true, false})
        for (const std::size_t limit : {std::size_t{0}, std::size_t{1} << 14}) {
            checked.fuse = fuse;
            checked.limit_memory = limit;
            CHECK(fault("aside by=1 | invert", checked).empty());
            CHECK(fault("below by=0 | invert", checked).empty());
            const std::string beyond = fault("invert | aside by=3 | invert", checked);
            CHECK_MESSAGE(beyond.find("aside: its function reads AT(src, 3, 0) for pixel (") == 0, beyond);
            CHECK(beyond.find("outside of the reach that it declares: left 1, top 1, right 1, bottom 1") !=
                  std::string::npos);
            for (const std::string name : {"below", "sampled_below"}) {
                CHECK(fault(name + " by=0", checked).empty());
                const std::string outside = fault(name + " by=2", checked);
                CHECK_MESSAGE(outside.find(name + ": its function reads TEXEL or SAMPLE at (") == 0, outside);
                CHECK(outside.find("outside of the footprint that it declares") != std::string::npos);
            }
        }
    checked = {};
    checked.check_reads = true;
    Session session = session_of("aside by=1", registry, checked), plain = session_of("aside by=1", registry);
    CHECK(reference::compare(session.submit(image.view()).read().view(),
                             plain.submit(image.view()).read().view())
              .none());
}

TEST_CASE("a stage that declares what cannot be is refused with its name") {
    const auto fault = [](const std::function<ImageFormat(ImageFormat)>& infer, EdgeRule rule) {
        StageDef stage =
            gather<Reading>("odd", "Declares what cannot be.")
                .infer([infer](const Reading&, const StageInputs& inputs) { return infer(inputs.image()); })
                .border([rule](const Reading&) { return Border{rule}; })
                .reach([](const Reading&, const StageInputs&) { return Reach{}; })
                .function("odd", "V odd(SRC src) { return AT(src, 0, 0); }\n");
        return error_of([&] { session_of("odd", with({std::move(stage)})); });
    };
    const auto same = [](const ImageFormat& format) { return format; };
    const auto wide = [](ImageFormat format) {
        format.width = format.height = std::size_t{1} << 40;
        return format;
    };
    const auto typeless = [](ImageFormat format) {
        format.pixel = static_cast<Pixel>(77);
        return format;
    };
    CHECK(fault(same, EdgeRule::clamp).empty());
    CHECK(fault(wide, EdgeRule::clamp)
              .find("odd: its result: an image with more bytes than can be addressed") != std::string::npos);
    CHECK(fault(typeless, EdgeRule::clamp).find("odd: its result: pixel is 77, not one of u8") !=
          std::string::npos);
    CHECK(fault(same, static_cast<EdgeRule>(9)).find("odd: border is 9, not one of clamp") !=
          std::string::npos);
}
