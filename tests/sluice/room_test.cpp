// Waiting until a Frame may be submitted, and frames that outlast their Frame.
#include "pipeline/sluice/opencl_frame.hpp"
#include "tests/error_of.hpp"
#include "tests/reference/random_image.hpp"
#include "tests/sluice/devices.hpp"
#include "tests/sluice/gate.hpp"
#include "tests/sluice/same.hpp"

#include <doctest/doctest.h>
#include <sluice/sluice.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using namespace sluice;
using namespace sluice::test;
using namespace std::chrono_literals;

namespace {

const ImageFormat small_grey{64, 16, 1, Pixel::u8};

Plan inverting_plan(const Device& on = device()) { return Plan(Graph::from_chain("invert"), small_grey, on); }

HostImage of_one_value(std::uint8_t value) {
    HostImage image(small_grey);
    std::fill_n(image.as<std::uint8_t>(0), small_grey.host_bytes(), value);
    return image;
}
bool has_value(const HostImage& image, std::uint8_t value) { return same(image, of_one_value(value)); }

}  // namespace

TEST_CASE("a submit waits until another thread lets a frame go") {
    for (const Device& on : devices()) {
        Session session(inverting_plan(on), {.frames_in_flight = 2});
        std::optional<Frame> first = session.submit_when_free(of_one_value(1).view());
        std::optional<Frame> second = session.submit_when_free({{"input", of_one_value(2).view()}});
        REQUIRE(first);
        REQUIRE(second);
        std::thread reader([&] {
            std::this_thread::sleep_for(20ms);
            CHECK(has_value(first->read(), 254));
            first.reset();
        });
        std::optional<Frame> third = session.submit_when_free(of_one_value(3).view());
        reader.join();
        REQUIRE(third);
        CHECK(has_value(second->read(), 253));
        CHECK(has_value(third->read(), 252));
    }
}

TEST_CASE("many frames go round between a thread that submits and one that reads") {
    Session session(inverting_plan(), {.frames_in_flight = 2});
    DropOldest<Frame> done(8);
    std::size_t right = 0;
    std::thread reader([&] {
        for (std::uint8_t value = 0; std::optional<Frame> frame = done.take(); ++value)
            right += has_value(frame->read(), static_cast<std::uint8_t>(255 - value));
    });
    for (int i = 0; i < 200; ++i) {
        std::optional<Frame> frame =
            session.submit_when_free(of_one_value(static_cast<std::uint8_t>(i)).view());
        REQUIRE(frame);
        done.put(std::move(*frame));
    }
    done.close();
    reader.join();
    CHECK(right == 200);
    CHECK(done.dropped() == 0);
}

TEST_CASE("a stop ends the waiting, and the Session goes on") {
    Session session(inverting_plan(), {.frames_in_flight = 1});
    std::optional<Frame> held = session.submit(of_one_value(1).view());
    std::stop_source stop;
    std::thread stopper([&] {
        std::this_thread::sleep_for(20ms);
        stop.request_stop();
    });
    CHECK_FALSE(session.submit_when_free(of_one_value(2).view(), stop.get_token()));
    stopper.join();
    CHECK_FALSE(session.submit_when_free({{"input", of_one_value(2).view()}}, {}, stop.get_token()));
    CHECK(has_value(held->read(), 254));
    held.reset();
    held = session.submit_when_free(of_one_value(3).view());
    REQUIRE(held);
    CHECK(has_value(held->read(), 252));
    held.reset();
    CHECK_THROWS_AS(session.submit_when_free(HostImage({3, 3, 1, Pixel::u8}).view()), Error);
}

TEST_CASE("a frame is submitted into the place of the one before") {
    Session session(inverting_plan(), {.frames_in_flight = 1});
    std::optional<Frame> frame;
    for (std::uint8_t value = 0; value < 5; ++value) {
        session.submit_into(frame, of_one_value(value).view());
        REQUIRE(frame);
        CHECK(has_value(frame->read(), static_cast<std::uint8_t>(255 - value)));
    }
    HostImage there(small_grey);
    session.submit_into(frame, {{"input", of_one_value(9).view()}}, {{"output", there.view()}});
    frame->wait();
    CHECK(has_value(there, 246));
    CHECK(error_of([&] { frame = session.submit(of_one_value(1).view()); }).find("destroy one first") !=
          std::string::npos);
    CHECK_THROWS_AS(session.submit_into(frame, HostImage({3, 3, 1, Pixel::u8}).view()), Error);
    CHECK_FALSE(frame);
    session.submit_into(frame, of_one_value(2).view());
    CHECK(has_value(frame->read(), 253));
}

TEST_CASE("a frame that is given up keeps its memory until an event is done") {
    for (const Device& on : devices()) {
        Session session(inverting_plan(on), {.frames_in_flight = 1, .download = false});
        Session reader(inverting_plan(on));
        Gate gate(on);
        Frame frame = session.submit(of_one_value(7).view());
        frame.wait();
        DeviceImage image = frame.image();
        image.ready = gate.event();  // what reads it begins late
        Frame back = reader.submit(image);
        std::move(frame).keep_until(back.image().ready);
        CHECK_THROWS_AS(frame.wait(), Error);
        CHECK_FALSE(session.try_submit(of_one_value(8).view()));
        std::stop_source stop;
        std::thread stopper([&] {
            std::this_thread::sleep_for(10ms);
            stop.request_stop();
        });
        CHECK_FALSE(session.submit_when_free(of_one_value(8).view(), stop.get_token()));
        stopper.join();
        gate.open();
        std::optional<Frame> next = session.submit_when_free(of_one_value(8).view());
        CHECK(next);
        CHECK(has_value(back.read(), 7));
    }
}

TEST_CASE("submit waits for a frame that is given up, if it needs its memory") {
    const Device& on = device();
    Session session(inverting_plan(on), {.frames_in_flight = 1});
    Gate gate(on);
    Frame frame = session.submit(of_one_value(7).view());
    std::move(frame).keep_until(gate.event());
    std::thread opener([&] {
        std::this_thread::sleep_for(10ms);
        gate.open();
    });
    Frame next = session.submit(of_one_value(8).view());
    opener.join();
    CHECK(has_value(next.read(), 247));
}

TEST_CASE("an application's queue keeps a frame until its commands are done") {
    const Device& on = device();
    cl_device_id id = nullptr;
    REQUIRE(clGetContextInfo(native(on), CL_CONTEXT_DEVICES, sizeof id, &id, nullptr) == CL_SUCCESS);
    cl_int code = CL_SUCCESS;
    const cl_command_queue queue = clCreateCommandQueueWithProperties(native(on), id, nullptr, &code);
    REQUIRE(code == CL_SUCCESS);
    Session session(inverting_plan(on), {.frames_in_flight = 2, .download = false});
    std::vector<std::uint8_t> first(small_grey.host_bytes()), second(first);
    for (std::uint8_t value = 0; value < 20; ++value) {
        Frame frame = session.submit(of_one_value(value).view());
        const DeviceImage image = frame.image();
        REQUIRE(image.storage != Storage::natural);
        after(queue, image.ready);
        std::vector<std::uint8_t>& row = value % 2 == 0 ? first : second;
        REQUIRE(clEnqueueReadBuffer(queue, native(image.memory), CL_FALSE, image.offset, small_grey.width,
                                    row.data(), 0, nullptr, nullptr) == CL_SUCCESS);
        after(queue, std::move(frame));
        if (value % 2 == 0) continue;
        clFinish(queue);
        CHECK(first[0] == 255 - (value - 1));
        CHECK(second[small_grey.width - 1] == 255 - value);
    }
    clReleaseCommandQueue(queue);
}

TEST_CASE("frames that are given up end with their Session, and after it") {
    const Device& on = device();
    {
        Session session(inverting_plan(on), {.frames_in_flight = 3});
        Frame one = session.submit(of_one_value(1).view()), two = session.submit(of_one_value(2).view());
        std::move(one).keep_until(Event());
        Gate failing(on);
        std::move(two).keep_until(failing.event());
        failing.open(CL_OUT_OF_RESOURCES);  // the application's own failure
        CHECK(has_value(session.submit(of_one_value(3).view()).read(), 252));
    }
    std::optional<Frame> last;
    {
        Session session(inverting_plan(on));
        last = session.submit(of_one_value(4).view());
    }
    std::move(*last).keep_until(Event());
    const Device other = reopened(on);
    Session session(inverting_plan(on));
    Frame frame = session.submit(of_one_value(1).view());
    const Gate elsewhere(other);
    CHECK(error_of([&] { std::move(frame).keep_until(elsewhere.event()); }).find("another OpenCL context") !=
          std::string::npos);
    CHECK(has_value(frame.read(), 254));
}
