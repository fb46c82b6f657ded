// What a camera loop needs: frames that are asked, waited for and read elsewhere than they are submitted, and
// images that are left out where too many come.
#include "pipeline/device/opencl.hpp"
#include "tests/error_of.hpp"
#include "tests/reference/compare.hpp"
#include "tests/reference/random_image.hpp"
#include "tests/sluice/devices.hpp"

#include <doctest/doctest.h>
#include <sluice/sluice.hpp>

#include <algorithm>
#include <chrono>
#include <optional>
#include <stop_token>
#include <thread>
#include <vector>

using namespace sluice;
using namespace sluice::test;
using namespace std::chrono_literals;

namespace {

const ImageFormat small{33, 17, 4, Pixel::u8};

Plan loop_plan(const Device& device, const std::string& chain = "invert") {
    return Plan(Graph::from_chain(chain), small, device);
}

HostImage filled(std::uint8_t value) {
    HostImage image(small);
    std::fill_n(image.as<std::uint8_t>(0), small.host_bytes(), value);
    return image;
}

// `invert` leaves alpha alone.
bool is_inverted(const HostImage& image, std::uint8_t value) {
    for (std::size_t i = 0; i < small.host_bytes(); ++i)
        if (image.as<std::uint8_t>(0)[i] != (i % 4 == 3 ? value : 255 - value)) return false;
    return true;
}

bool equal_samples(const HostImage& image, std::uint8_t value) {
    const std::uint8_t* samples = image.as<std::uint8_t>(0);
    return std::all_of(samples, samples + small.host_bytes(), [=](std::uint8_t v) { return v == value; });
}

// An image on the device that is not there until open().
class HeldBack {
public:
    HeldBack(const Device& device, const Plan& plan)
        : source_(plan, {.frames_in_flight = 1, .download = false}), made_(source_.submit(filled(9).view())) {
        made_.wait();
        cl_int code = CL_SUCCESS;
        event_ = clCreateUserEvent(native(device), &code);
        REQUIRE(code == CL_SUCCESS);
        image_ = made_.image();
        image_.ready = adopt_event(device, event_);
    }
    ~HeldBack() {
        open();
        clReleaseEvent(event_);
    }
    HeldBack(const HeldBack&) = delete;
    HeldBack& operator=(const HeldBack&) = delete;

    const DeviceImage& image() const { return image_; }
    void open() {
        if (!open_) clSetUserEventStatus(event_, CL_COMPLETE);
        open_ = true;
    }

private:
    Session source_;
    Frame made_;
    DeviceImage image_;
    cl_event event_ = nullptr;
    bool open_ = false;
};

}  // namespace

TEST_CASE("a frame says whether it is done, and is waited for no longer than asked") {
    for (const Device& device : devices()) {
        const Plan plan = loop_plan(device);
        HeldBack held(device, plan);
        Session session(plan);
        Frame frame = session.submit(held.image());
        CHECK_FALSE(frame.done());
        CHECK_FALSE(frame.wait_for(0ms));
        CHECK_FALSE(frame.wait_for(3ms));
        CHECK(session.counters().total().waits == 0);
        held.open();
        CHECK(frame.wait_for(60s));
        CHECK(frame.done());
        CHECK(frame.wait_for(0ms));
        CHECK(session.counters().total().waits == 1);
        CHECK(equal_samples(frame.read(), 9));  // inverted twice
    }
}

TEST_CASE("a frame that failed is done, and waiting for it says so") {
    const Device& device = devices()[0];
    const Plan plan = loop_plan(device);
    Session source(plan, {.frames_in_flight = 1, .download = false});
    Frame made = source.submit(filled(9).view());
    made.wait();
    cl_int code = CL_SUCCESS;
    const cl_event event = clCreateUserEvent(native(device), &code);
    DeviceImage image = made.image();
    image.ready = adopt_event(device, event);
    Session session(plan);
    Frame frame = session.submit(image);
    clSetUserEventStatus(event, CL_OUT_OF_RESOURCES);
    CHECK_THROWS_AS(frame.wait_for(60s), Error);
    CHECK(frame.done());
    CHECK_THROWS_AS(frame.wait_for(0ms), Error);
    clReleaseEvent(event);
}

TEST_CASE("an image is left out where all frames are held") {
    for (const Device& device : devices()) {
        Session session(loop_plan(device), {.frames_in_flight = 2});
        std::optional<Frame> first = session.try_submit(filled(1).view());
        std::optional<Frame> second = session.try_submit({{"input", filled(2).view()}});
        REQUIRE(first);
        REQUIRE(second);
        CHECK_FALSE(session.try_submit(filled(3).view()));
        CHECK_FALSE(session.try_submit({{"input", filled(3).view()}}));
        CHECK(is_inverted(first->read(), 1));
        first.reset();
        first = session.try_submit(filled(4).view());
        REQUIRE(first);
        CHECK(is_inverted(second->read(), 2));
        CHECK(is_inverted(first->read(), 4));
        first.reset();
        CHECK_THROWS_AS(session.try_submit(HostImage({3, 3, 4, Pixel::u8}).view()), Error);
    }
}

TEST_CASE("frames are waited for, read and let go on another thread than they are submitted on") {
    for (const Device& device : devices()) {
        const Plan plan(Graph::from_chain("input | gamma exponent=1 | output; reduce id=r from=input"), small,
                        device, {.observe = {"r"}});
        Session session(plan, {.frames_in_flight = 3, .profile = true});
        DropOldest<Frame> frames(3);
        int wrong = 0, seen = 0;
        std::thread reader([&] {
            while (std::optional<Frame> frame = frames.take()) {
                const HostImage image = frame->read();
                const double least = frame->table("r").real("min", 0);
                wrong += image.as<std::uint8_t>(0)[0] != least;
                ++seen;
            }
        });
        int submitted = 0;
        while (submitted < 40) {
            session.set("gamma.exponent", 1.0);  // the plan changes while frames look at it
            std::optional<Frame> frame =
                session.try_submit(filled(static_cast<std::uint8_t>(5 * submitted + 5)).view());
            if (!frame) {
                std::this_thread::yield();
                continue;
            }
            CHECK_FALSE(frames.put(std::move(*frame)));
            ++submitted;
        }
        frames.close();
        reader.join();
        CHECK(wrong == 0);
        CHECK(seen == 40);
        CHECK(session.counters().total().waits == 40);
    }
}

TEST_CASE("what comes too fast drops the oldest") {
    DropOldest<int> newest, three(3);
    for (int i = 1; i <= 5; ++i) {
        CHECK(newest.put(i) == (i == 1 ? std::nullopt : std::optional(i - 1)));
        three.put(i);
    }
    CHECK(newest.take() == 5);
    CHECK_FALSE(newest.try_take());
    CHECK(newest.dropped() == 4);
    CHECK(three.take() == 3);
    three.close();
    CHECK(three.put(6) == 6);  // nobody would take it
    CHECK(three.take() == 4);
    CHECK(three.take() == 5);
    CHECK_FALSE(three.take());
    CHECK(three.dropped() == 3);

    DropOldest<int> between;
    std::thread taker([&] { CHECK_FALSE(between.take()); });
    between.close();
    taker.join();
}

TEST_CASE("a warm Session compiles nothing more, and warming leaves no trace") {
    // A text of its own, which no other test has built.
    const Graph graph = Graph::from_chain("gamma exponent=0.7 | invert | gamma exponent=1.3 | normalize");
    for (const Device& device : devices()) {
        const Plan plan(graph, small, device);
        const std::size_t before = builds_of(device);
        std::vector<std::size_t> told;
        std::size_t all = 0;
        Session session(
            plan,
            {.profile = true, .build_at_once = false, .progress = [&](std::size_t done, std::size_t of) {
                 told.push_back(done);
                 all = of;
             }});
        CHECK(builds_of(device) == before);
        std::stop_source stop;
        stop.request_stop();
        CHECK_FALSE(session.warm_up(stop.get_token()));
        CHECK(builds_of(device) == before);
        CHECK(told == std::vector<std::size_t>{0});
        CHECK(session.warm_up());
        CHECK(std::is_sorted(told.begin(), told.end()));
        CHECK(told.back() == all);
        CHECK(session.counters().total() == Counts{});
        CHECK(session.take_spans().empty());
        const std::size_t built = builds_of(device);
        CHECK(built > before);
        session.submit(filled(7).view()).wait();
        CHECK(builds_of(device) == built);
    }
}

TEST_CASE("a warm Session has the kernels that bring colours into order") {
    for (const Device& device : devices()) {
        ImageFormat format = small;
        format.pixel = Pixel::u16;  // of no other test here
        const Plan plan(
            Graph::from_chain("invert"), format, device,
            {.storage_of = {{"input", StorageChoice::buffer}, {"output", StorageChoice::buffer}}});
        Session session(plan, {.build_at_once = false});
        CHECK(session.warm_up());
        CHECK(session.counters().total() == Counts{});
        const std::size_t built = builds_of(device);
        Session source(plan, {.download = false});
        const HostImage image = reference::random_image(format);
        Frame made = source.submit(image.view());
        DeviceImage there = made.image(), place;
        there.format.order = Order::bgr;
        Session places(plan, {.download = false});
        Frame other = places.submit(image.view());
        place = other.image();
        place.format.order = Order::bgr;
        session.submit({{"input", there}}, {{"output", place}}).wait();
        CHECK(session.counters().total().launches == 3);  // one more for each
        CHECK(builds_of(device) == built);
    }
}

TEST_CASE("a Session that was not warmed builds its kernels with the first frame") {
    Session session(loop_plan(devices()[0]), {.build_at_once = false});
    CHECK(is_inverted(session.submit(filled(7).view()).read(), 7));
    std::stop_source stop;
    Session stopped(loop_plan(devices()[0]),
                    {.build_at_once = false, .progress = [&](std::size_t done, std::size_t) {
                         if (done > 0) stop.request_stop();
                     }});
    CHECK_FALSE(stopped.warm_up(stop.get_token()));
    CHECK(is_inverted(stopped.submit(filled(8).view()).read(), 8));
}

TEST_CASE("warming works in strips, of layers, and where an assertion would not hold") {
    ImageFormat layered = small;
    layered.layers = 3;
    for (const Device& device : devices()) {
        Session strips(Plan(Graph::from_chain("normalize"), ImageFormat{64, 200, 4, Pixel::u8}, device,
                            {.limit_memory = 40000}));
        CHECK(strips.warm_up());
        Session layers(Plan(Graph::from_chain("normalize"), layered, device));
        CHECK(layers.warm_up());
        Session asserts(Plan(Graph::from_chain("input | output; reduce id=r from=input | assert max above=3"),
                             small, device));
        CHECK(asserts.warm_up());
    }
}
