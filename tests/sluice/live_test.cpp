// Live parameters of compositions: what a user sets goes to the parts that a composition became.
#include "tests/as_gpu.hpp"
#include "tests/error_of.hpp"
#include "tests/reference/compare.hpp"
#include "tests/reference/random_image.hpp"
#include "tests/sluice/devices.hpp"

#include <doctest/doctest.h>
#include <sluice/sluice.hpp>

#include <cstring>
#include <optional>

using namespace sluice;
using namespace sluice::test;

namespace {

const ImageFormat grey{40, 9, 1, Pixel::u8};

Plan live_plan(const std::string& chain, const ImageFormat& format = grey, const PlanOptions& options = {}) {
    return Plan(Graph::from_chain(chain), format, device(), options);
}

HostImage result_of(Session& session, const HostImage& image) { return session.submit(image.view()).read(); }
HostImage planned_result(const std::string& chain, const HostImage& image) {
    Session session(live_plan(chain, image.format()));
    return result_of(session, image);
}

bool equal(const HostImage& a, const HostImage& b) { return reference::compare(a.view(), b.view()).none(); }

}  // namespace

TEST_CASE("parts of a composition take what the composition was set to") {
    const HostImage image = reference::random_image(grey);
    struct {
        const char *planned, *param;
        Value value;
        const char* then;
    } const cases[] = {
        {"normalize percentile", "normalize.low", 20.0, "normalize percentile low=20"},
        {"normalize strength=0.5", "normalize.strength", 0.25, "normalize strength=0.25"},
        {"normalize out=0,200", "normalize.out", std::vector<double>{250, 5}, "normalize out=250,5"},
        {"threshold", "threshold.value", 0.25, "threshold 0.25"},
        {"unsharp amount=2", "unsharp.amount", 0.5, "unsharp amount=0.5"},
        {"gaussian 2", "gaussian.sigma", 2.05, "gaussian 2.05"},  // weights in a given Table
        {"curves '0,0;0.5,0.8;1,1'", "curves.points", "0,0;0.4,0.1;1,1", "curves '0,0;0.4,0.1;1,1'"},
        {"warp matrix=1,0,3,0,1,0", "warp.matrix", "0.9,0.1,0,0,1,2", "warp matrix=0.9,0.1,0,0,1,2"},
        {"flip x", "flip.axis", "y", "flip y"},
        {"crop x=2 y=1 width=9 height=5", "crop.x", 20, "crop x=20 y=1 width=9 height=5"},
    };
    for (const auto& c : cases) {
        CAPTURE(c.planned);
        Session session(live_plan(c.planned));
        CHECK(equal(result_of(session, image), planned_result(c.planned, image)));
        session.set(c.param, c.value);
        CHECK(equal(result_of(session, image), planned_result(c.then, image)));
    }
}

TEST_CASE("what is blended may go anywhere, as a GPU plans it too") {
    const HostImage image = reference::random_image({70, 90, 4, Pixel::u8});
    const std::string chain = "input id=base; flip y id=top from=base; blend tile=true from=base,top";
    for (const Device& on : {device(), as_gpu(device())}) {
        Session session(Plan(Graph::from_chain(chain), image.format(), on));
        session.set("blend.y", -60);
        CHECK(equal(result_of(session, image), planned_result(chain + " y=-60", image)));
    }
}

TEST_CASE("frames in flight keep the values that they were submitted with") {
    const HostImage image = reference::random_image(grey);
    Session session(live_plan("gaussian 2"), {.frames_in_flight = 3});
    std::optional<Frame> frames[3];
    const double sigmas[] = {2, 2.05, 1.95};
    for (int round = 0; round < 2; ++round) {  // the memory of the first ones is used again
        for (int i = 0; i < 3; ++i) {
            session.set("gaussian.sigma", sigmas[i]);
            frames[i].emplace(session.submit(image.view()));
        }
        for (int i = 0; i < 3; ++i) {
            CHECK(equal(frames[i]->read(), planned_result("gaussian " + std::to_string(sigmas[i]), image)));
            frames[i].reset();
        }
    }
}

TEST_CASE("a value that needs other kernels is refused, says why, and changes nothing") {
    const HostImage image = reference::random_image(grey);
    Session session(live_plan("gaussian 2 | normalize strength=0.5"));
    const HostImage before = result_of(session, image);
    const auto fault = [&](const std::string& param, const Value& value) {
        return error_of([&] { session.set(param, value); });
    };
    CHECK(fault("gaussian.sigma", 2.5) ==
          "gaussian.sigma: can be changed while running as long as the kernel keeps its size, and this needs "
          "a table of another size, "
          "gaussian.weighed (weights of columns); make a new plan");
    CHECK(fault("normalize.strength", 1.0).find("another kernel of normalize.stretch") != std::string::npos);
    CHECK(fault("normalize.clamp", false) ==
          "normalize.clamp: cannot be changed while running, and this needs another kernel of "
          "normalize.stretch; make a new plan");
    CHECK(fault("normalize.stretch.units", 1.0) ==
          "normalize.stretch.units: belongs to a part of normalize; set a parameter of that stage");
    CHECK(fault("normalise.strength", 1.0) ==
          "normalise.strength: there is no node normalise (did you mean 'normalize'?)");
    CHECK(fault("normalize.strenght", 1.0).find("(did you mean 'strength'?)") != std::string::npos);
    CHECK(equal(result_of(session, image), before));
}

TEST_CASE("several values are set at once, or none of them") {
    const HostImage image = reference::random_image(grey);
    Session session(live_plan("normalize percentile low=10 high=20"));
    session.set({{"normalize.low", 60.0}, {"normalize.high", 90.0}});
    const HostImage both = result_of(session, image);
    CHECK(equal(both, planned_result("normalize percentile low=60 high=90", image)));
    CHECK_THROWS_AS(session.set({{"normalize.low", 1.0}, {"normalize.high", 120.0}}), Error);
    CHECK(equal(result_of(session, image), both));

    session.set("normalize.low", 95.0);  // above high, which comes next
    CHECK(error_of([&] { session.submit(image.view()); }) == "normalize: low: must be below high");
    session.set("normalize.high", 99.0);
    CHECK(equal(result_of(session, image), planned_result("normalize percentile low=95 high=99", image)));
}

TEST_CASE("results say where their values are meant to lie, frame by frame") {
    const ImageFormat real{8, 4, 1, Pixel::f32};
    const HostImage image = reference::random_image(real);
    Session session(live_plan("normalize out=0,2", real), {.frames_in_flight = 2});
    Frame first = session.submit(image.view());
    session.set("normalize.out", std::vector<double>{0, 9});
    Frame second = session.submit(image.view());
    CHECK(first.read().format().meant == ValueRange{0, 2});
    CHECK(second.read().format().meant == ValueRange{0, 9});
}
