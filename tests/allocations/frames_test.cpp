// A frame allocates nothing once a Session is warm: what it needs was left by the frames before.
#include "tests/allocations/counted_new.hpp"
#include "tests/reference/random_image.hpp"
#include "tests/sluice/devices.hpp"

#include <doctest/doctest.h>
#include <sluice/sluice.hpp>

#include <array>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using namespace sluice;
using namespace sluice::test;

namespace {

constexpr std::size_t in_flight = 3;
// Longer than what a std::string has room for.
const char* const chain = "normalize id=stretch_the_frames_of_the_camera";
const std::string stats = "stretch_the_frames_of_the_camera.stats";
const ImageFormat small{65, 33, 3, Pixel::u8};

// One frame after the other, `in_flight` at once; each is taken when its memory is needed.
class Loop {
public:
    using Submit = std::function<Frame(std::size_t slot)>;
    using Take = std::function<void(Frame& frame, std::size_t slot)>;
    Loop(Submit submit, Take take) : submit_(std::move(submit)), take_(std::move(take)) {}

    void run(std::size_t frames) {
        for (std::size_t i = 0; i < frames; ++i, ++at_) {
            std::optional<Frame>& frame = flying_[at_ % in_flight];
            if (frame) take_(*frame, at_ % in_flight);
            frame.reset();
            frame.emplace(submit_(at_ % in_flight));
        }
    }
    std::size_t allocations(std::size_t frames) {
        const Counting counting;
        run(frames);
        return counting.allocations();
    }

private:
    Submit submit_;
    Take take_;
    std::array<std::optional<Frame>, in_flight> flying_;
    std::size_t at_ = 0;
};

Plan plan_on(const Device& device, StorageChoice storage = StorageChoice::automatic) {
    return Plan(Graph::from_chain(chain), small, device, {.observe = {stats}, .storage = storage});
}

std::vector<StorageChoice> storages_of(const Device& device) {
    std::vector<StorageChoice> all{StorageChoice::buffer};
    if (device.facts().images()) all.insert(all.end(), {StorageChoice::image, StorageChoice::natural});
    return all;
}

struct Pictures {
    HostImage input = reference::random_image(small);
    std::array<HostImage, in_flight> outputs{HostImage(small), HostImage(small), HostImage(small)};

    Loop::Take read() {
        return [this](Frame& frame, std::size_t slot) {
            frame.read(outputs[slot].view());
            CHECK(frame.table(stats).real("max", 0) > 0);
        };
    }
};

}  // namespace

TEST_CASE("frames of views of the host allocate nothing") {
    for (const Device& device : devices()) {
        Session session(plan_on(device), {.frames_in_flight = in_flight});
        Pictures pictures;
        Loop loop([&](std::size_t) { return session.submit(pictures.input.view()); }, pictures.read());
        loop.run(12);
        CHECK(loop.allocations(20) == 0);
    }
}

TEST_CASE("frames that are lent, whose results have a place, allocate nothing") {
    for (const Device& device : devices()) {
        Session session(plan_on(device), {.frames_in_flight = in_flight});
        Pictures pictures;
        std::array<std::map<std::string, ResultPlace>, in_flight> places;
        for (std::size_t i = 0; i < in_flight; ++i) places[i]["output"] = pictures.outputs[i].view();
        const std::map<std::string, SubmittedImage> images{{"input", LentView{pictures.input.view()}}};
        Loop loop([&](std::size_t slot) { return session.submit(images, places[slot]); },
                  [&](Frame& frame, std::size_t) { frame.wait(); });
        loop.run(12);
        CHECK(loop.allocations(20) == 0);
    }
}

TEST_CASE("frames of images on the device allocate nothing") {
    for (const Device& device : devices())
        for (const StorageChoice storage : storages_of(device)) {
            CAPTURE(name(storage));
            const Plan plan = plan_on(device, storage);
            Pictures pictures;
            Session source(plan, {.frames_in_flight = 1, .download = false});
            Frame made = source.submit(pictures.input.view());
            made.wait();
            const DeviceImage there = made.image();
            Session session(plan, {.frames_in_flight = in_flight});
            Loop loop([&](std::size_t) { return session.submit(there); }, pictures.read());
            loop.run(12);
            CHECK(loop.allocations(20) == 0);
        }
}

TEST_CASE("frames that another thread waits for and lets go allocate nothing") {
    constexpr std::size_t warm = 40, all = 100;
    for (const Device& device : devices()) {
        Session session(plan_on(device), {.frames_in_flight = in_flight});
        const HostImage input = reference::random_image(small);
        {  // all that may be in flight; how many are later, the threads decide
            std::vector<Frame> frames;
            while (frames.size() < in_flight) frames.push_back(session.submit(input.view()));
            for (Frame& frame : frames) frame.wait();
        }
        std::mutex mutex;
        std::condition_variable changed;
        std::optional<Frame> handed;  // from the one to the other
        const auto run = [&](const auto& once) {
            for (std::size_t i = 0; i < warm; ++i) once();
            const Counting counting;
            for (std::size_t i = warm; i < all; ++i) once();
            return counting.allocations();
        };
        std::size_t of_taker = 1;
        std::thread taker([&] {
            of_taker = run([&] {
                std::unique_lock lock(mutex);
                changed.wait(lock, [&] { return handed.has_value(); });
                std::optional<Frame> frame = std::move(handed);
                handed.reset();
                lock.unlock();
                changed.notify_one();
                frame->wait();
            });
        });
        const std::size_t of_submitter = run([&] {
            std::optional<Frame> frame;
            while (!(frame = session.try_submit(input.view()))) std::this_thread::yield();
            std::unique_lock lock(mutex);
            changed.wait(lock, [&] { return !handed.has_value(); });
            handed = std::move(frame);
            lock.unlock();
            changed.notify_one();
        });
        taker.join();
        CHECK(of_submitter == 0);
        CHECK(of_taker == 0);
    }
}

TEST_CASE("frames that the application writes where they go up from allocate nothing") {
    ImageFormat grey = small;
    grey.channels = 1;
    for (const Device& device : devices()) {
        Session session(Plan(Graph::from_chain(chain), grey, device), {.frames_in_flight = in_flight});
        Loop loop(
            [&](std::size_t) {
                FrameInput input = session.acquire();
                *input.view().row(0) = std::byte{9};
                return session.submit(std::move(input));
            },
            [](Frame& frame, std::size_t) { frame.wait(); });
        loop.run(12);
        CHECK(loop.allocations(20) == 0);
    }
}

TEST_CASE("a plain number is set without allocating, and so are the frames behind it") {
    const std::string exponent = "bend_the_values_of_the_camera.exponent";
    for (const Device& device : devices()) {
        const Plan plan(
            Graph::from_chain("gamma exponent=2 id=bend_the_values_of_the_camera | " + std::string(chain)),
            small, device, {.observe = {stats}});
        Session session(plan, {.frames_in_flight = in_flight});
        Pictures pictures;
        LiveParam<double> handle = session.param<double>(exponent);
        REQUIRE(handle.plain());
        double value = 2;
        const auto next = [&] { return value = value > 3 ? 0.5 : value + 0.01; };
        Loop loop(
            [&](std::size_t slot) {
                if (slot == 0)
                    session.set(exponent, next());
                else
                    handle = next();
                return session.submit(pictures.input.view());
            },
            pictures.read());
        loop.run(12);
        CHECK(loop.allocations(200) == 0);
    }
}

TEST_CASE("frames that wait for room, or for the one before them, allocate nothing") {
    Session session(plan_on(device()), {.frames_in_flight = in_flight});
    Pictures pictures;
    Loop loop([&](std::size_t) { return *session.submit_when_free(pictures.input.view()); }, pictures.read());
    loop.run(12);
    CHECK(loop.allocations(20) == 0);

    Session one(plan_on(device()), {.frames_in_flight = 1});
    std::optional<Frame> frame;
    const auto submit = [&] {
        for (int i = 0; i < 12; ++i) one.submit_into(frame, pictures.input.view());
    };
    submit();
    const Counting counting;
    submit();
    CHECK(counting.allocations() == 0);
}

TEST_CASE("frames after a live parameter was set allocate nothing") {
    const Plan plan(Graph::from_chain("normalize mode=percentile id=stretch_the_frames_of_the_camera"), small,
                    device(), {.observe = {stats}});
    Session session(plan, {.frames_in_flight = in_flight});
    Pictures pictures;
    Loop loop([&](std::size_t) { return session.submit(pictures.input.view()); }, pictures.read());
    loop.run(12);
    for (const double low : {1.0, 2.0, 3.0}) {
        session.set("stretch_the_frames_of_the_camera.low", low);  // plans again, and allocates
        CHECK(loop.allocations(5) == 0);
    }
}

TEST_CASE("frames that go by those before them allocate nothing") {
    for (const Device& device : devices()) {
        const Plan plan(Graph::from_chain(std::string(chain) + " smoothing=8 cut=0.5"), small, device,
                        {.observe = {stats}});
        Session session(plan, {.frames_in_flight = in_flight});
        Pictures pictures;
        Loop loop([&](std::size_t) { return session.submit(pictures.input.view()); }, pictures.read());
        loop.run(12);
        CHECK(loop.allocations(20) == 0);
        session.reset();
        CHECK(loop.allocations(20) == 0);
    }
}
