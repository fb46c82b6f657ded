// Handles of live parameters, and which changes make no new plan.
#include "pipeline/graph/kernel_stage.hpp"
#include "pipeline/graph/registry.hpp"
#include "pipeline/graph/stage_builder.hpp"
#include "tests/as_gpu.hpp"
#include "tests/error_of.hpp"
#include "tests/reference/random_image.hpp"
#include "tests/sluice/devices.hpp"
#include "tests/sluice/same.hpp"

#include <doctest/doctest.h>
#include <sluice/sluice.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace sluice;
using namespace sluice::test;

namespace {

const ImageFormat to_set{41, 9, 3, Pixel::u8};

struct ShareOfRest {
    double rest = 0.5;
    std::int64_t steps = 4;
    bool turned = false;
};

// Kernels take its parameters as they are.
StageDef share() {
    return point<ShareOfRest>("share", "Leaves a part of each value, in steps.")
        .param("rest", &ShareOfRest::rest, "How much is left.", range(0, 1), live)
        .param("steps", &ShareOfRest::steps, "How many steps there are.", range(1, 100), live)
        .param("turned", &ShareOfRest::turned, "Whether the rest is taken away.", live)
        .function("share",
                  "V share(V v, REAL rest, int steps, int turned, REAL white) {\n"
                  "    const REAL part = turned ? 1 - rest : rest;\n"
                  "    return floor(v * part / white * steps) * white / steps;\n"
                  "}\n");
}

// It is declared to be live, and is not.
StageDef untrue() {
    return point<ShareOfRest>("untrue", "Has two functions.")
        .param("rest", &ShareOfRest::rest, "Which one.", range(0, 1), live)
        .function([](const ShareOfRest& p, const StageInputs&) {
            return p.rest > 0.5 ? KernelFunction{"invert", "invert"} : KernelFunction{"gamma", "gamma"};
        })
        .constants([](const ShareOfRest&, const StageInputs& in) -> std::vector<Constant> {
            return {{"top", in.image().white_value()}, {"exponent", 2}};
        });
}

const char* const corners = R"(/*
sluice: 1
name: corners
kind: point
summary: Darkens the corners of an image.
params:
  strength: {default: 0.5, range: [0, 1], live: true, help: 1 makes the corners black.}
*/
V corners(V v, V X, V Y, REAL strength, REAL width, REAL height) {
    const V x = X / width - (REAL)0.5, y = Y / height - (REAL)0.5;
    return v * ((V)(1) - 2 * strength * (x * x + y * y));
}
)";

const Registry& with_own() {
    static const Registry all = [] {
        Registry with = builtin_stages();
        with.add(share());
        with.add(untrue());
        with.add(stages_of_text(corners, "corners.cl"));
        return with;
    }();
    return all;
}

Plan plan_to_set(const std::string& chain, const ImageFormat& format = to_set,
                 const PlanOptions& options = {}, const Device& on = device()) {
    return Plan(Graph::from_chain(chain), format, on, options, with_own());
}

HostImage set_before(const std::string& chain, const HostImage& image, const Device& on = device()) {
    Session session(plan_to_set(chain, image.format(), {}, on));
    return session.submit(image.view()).read();
}

}  // namespace

TEST_CASE("a handle changes frames that are submitted later") {
    const HostImage image = reference::random_image(to_set);
    Session session(plan_to_set("gamma exponent=2"), {.frames_in_flight = 3});
    LiveParam<double> exponent = session.param<double>("gamma.exponent");
    CHECK(exponent.plain());
    Frame first = session.submit(image.view());
    exponent = 0.5;
    Frame second = session.submit(image.view());
    exponent.set(1);
    Frame third = session.submit(image.view());
    CHECK(same(first.read(), set_before("gamma exponent=2", image)));
    CHECK(same(second.read(), set_before("gamma exponent=0.5", image)));
    CHECK(same(third.read(), set_before("gamma exponent=1", image)));
}

TEST_CASE("a new value gives what a plan with it gives, however it is taken") {
    struct {
        const char *before, *param;
        Value value;
        const char* after;
        bool plain;
    } const cases[] = {
        {"gamma exponent=2", "gamma.exponent", 0.7, "gamma exponent=0.7", true},
        {"gamma exponent=2 | normalize percentile", "gamma.exponent", 0.7,
         "gamma exponent=0.7 | normalize percentile", true},
        {"normalize percentile | gamma exponent=2 | gaussian 1", "gamma.exponent", 0.7,
         "normalize percentile | gamma exponent=0.7 | gaussian 1", true},
        {"share rest=0.25", "share.rest", 1.0, "share rest=1", true},
        {"share rest=0.25 | invert", "share.steps", std::int64_t{9}, "share rest=0.25 steps=9 | invert",
         true},
        {"share rest=0.25", "share.turned", true, "share rest=0.25 turned=true", true},
        {"corners strength=0.2", "corners.strength", 0.9, "corners strength=0.9", true},
        {"solarize 0.5", "solarize.level", 0.3, "solarize 0.3", false},
        {"brightness 1.2", "brightness.amount", 0.5, "brightness 0.5", false},
        {"whitebalance 9,10,11", "whitebalance.grey", std::vector<double>{10, 9, 12}, "whitebalance 10,9,12",
         false},
        {"whitebalance 9,9,9", "whitebalance.grey", std::vector<double>{10, 9, 12}, "whitebalance 10,9,12",
         false},
        {"levels", "levels.gamma", 2.0, "levels gamma=2", false},
        {"normalize percentile", "normalize.low", 20.0, "normalize percentile low=20", false},
        {"flip x", "flip.axis", std::string("y"), "flip y", false},
    };
    const std::vector<std::pair<ImageFormat, Device>> ways{{{41, 9, 3, Pixel::u8}, device()},
                                                           {{41, 9, 3, Pixel::u8}, as_gpu(device())},
                                                           {{41, 9, 4, Pixel::f32}, device()}};
    for (const auto& [format, on] : ways)
        for (const auto& c : cases) {
            CAPTURE(c.before);
            CAPTURE(c.param);
            const HostImage image = reference::random_image(format);
            const HostImage expected = set_before(c.after, image, on);
            Session session(plan_to_set(c.before, format, {}, on));
            session.submit(image.view()).wait();
            session.set(c.param, c.value);
            CHECK(same(session.submit(image.view()).read(), expected));
            std::visit(
                [&](const auto& value) {
                    using T = std::decay_t<decltype(value)>;
                    LiveParam<T> handle = session.param<T>(c.param);
                    CHECK(handle.plain() == c.plain);
                    handle = value;
                },
                c.value);
            CHECK(same(session.submit(image.view()).read(), expected));
        }
}

TEST_CASE("handles, set() and new plans know of each other's values") {
    const HostImage image = reference::random_image(to_set);
    Session session(plan_to_set("share rest=0.25 | normalize percentile | brightness 1.2"));
    LiveParam<double> rest = session.param<double>("share.rest");
    LiveParam<int> steps = session.param<int>("share.steps");
    LiveParam<double> low = session.param<double>("normalize.low");
    const auto result = [&] { return session.submit(image.view()).read(); };
    rest = 0.75;
    steps = 7;
    low = 10;  // makes another plan
    CHECK(same(result(), set_before("share rest=0.75 steps=7 | normalize percentile low=10 | "
                                    "brightness 1.2",
                                    image)));
    session.set({{"share.rest", 0.5}, {"brightness.amount", 0.5}});
    steps = 3;
    CHECK(same(result(), set_before("share rest=0.5 steps=3 | normalize percentile low=10 | "
                                    "brightness 0.5",
                                    image)));
    session.set("brightness.amount", 2);
    rest = 1;
    CHECK(same(result(),
               set_before("share rest=1 steps=3 | normalize percentile low=10 | brightness 2", image)));
}

TEST_CASE("a value that is refused leaves everything as it was") {
    const HostImage image = reference::random_image(to_set);
    Session session(plan_to_set("gamma exponent=2 | untrue 0.1 | normalize strength=0.5"));
    const HostImage before = session.submit(image.view()).read();
    LiveParam<double> exponent = session.param<double>("gamma.exponent");
    CHECK(error_of([&] { exponent = 0; }) == "gamma.exponent: 0 is outside [0.01, 100]");
    CHECK(error_of([&] { session.set("gamma.exponent", 1000.0); }) ==
          "gamma.exponent: 1000 is outside [0.01, 100]");
    LiveParam<double> untrue = session.param<double>("untrue.rest");
    CHECK_FALSE(untrue.plain());
    CHECK(error_of([&] { untrue = 0.9; }).find("untrue.rest: this needs another kernel of ") == 0);
    LiveParam<double> strength = session.param<double>("normalize.strength");
    CHECK(error_of([&] { strength = 1; }).find("another kernel of normalize.stretch") != std::string::npos);
    CHECK(same(session.submit(image.view()).read(), before));
}

TEST_CASE("a handle of what cannot be set says what can") {
    Session session(plan_to_set("share | whitebalance 9,9,9 | flip x | normalize"));
    CHECK(error_of([&] { session.param<int>("share.rest"); }) ==
          "share.rest: is a number, so its handle is a param<double>");
    CHECK(error_of([&] { session.param<double>("share.steps"); }) ==
          "share.steps: is an integer, so its handle is a param<int>");
    CHECK(error_of([&] { session.param<std::string>("share.turned"); }) ==
          "share.turned: is a boolean, so its handle is a param<bool>");
    CHECK(error_of([&] { session.param<double>("whitebalance.grey"); }) ==
          "whitebalance.grey: is a colour, so its handle is a param<std::vector<double>>");
    CHECK(error_of([&] { session.param<bool>("flip.axis"); }) ==
          "flip.axis: is a choice, so its handle is a param<std::string>");
    CHECK(error_of([&] {
              session.param<std::string>("normalize.mode");
          }).find("normalize.mode: cannot be changed while running; make a new plan") == 0);
    CHECK(error_of([&] { session.param<double>("share.rset"); }) ==
          "share.rset: stage share has no parameter rset (did you mean 'rest'?)");
    CHECK(error_of([&] { session.param<double>("shore.rest"); }).find("there is no node shore") !=
          std::string::npos);
}

TEST_CASE("a handle outlives its Session") {
    std::optional<LiveParam<double>> exponent;
    {
        Session session(plan_to_set("gamma exponent=2"));
        exponent.emplace(session.param<double>("gamma.exponent"));
        Session moved = std::move(session);
        *exponent = 0.5;
        const HostImage image = reference::random_image(to_set);
        CHECK(same(moved.submit(image.view()).read(), set_before("gamma exponent=0.5", image)));
    }
    *exponent = 3;
    CHECK(error_of([&] { *exponent = -1; }) == "gamma.exponent: -1 is outside [0.01, 100]");
}
