// Frames in flight: each gives the result of its own image, whatever becomes of the others.
#include "pipeline/device/opencl.hpp"
#include "pipeline/plan/plan.hpp"
#include "tests/error_of.hpp"
#include "tests/grey_alpha.hpp"
#include "tests/reference/normalize.hpp"
#include "tests/reference/random_image.hpp"
#include "tests/reference/stage.hpp"
#include "tests/sluice/devices.hpp"
#include "tests/sluice/gate.hpp"
#include "tests/sluice/same.hpp"

#include <doctest/doctest.h>
#include <sluice/sluice.hpp>

#include <algorithm>
#include <atomic>
#include <numeric>
#include <optional>
#include <thread>

using namespace sluice;
using namespace sluice::test;

namespace {

const ImageFormat rgba{101, 37, 4, Pixel::u8};
const Destination on_device{Layout::device};

// Dim, and dim in another way for each seed up to 17.
double darkest(std::uint64_t seed) { return 5.0 * static_cast<double>(seed); }
HostImage picture(std::uint64_t seed, const ImageFormat& format = rgba) {
    return reference::random_image(format, {.seed = seed, .range = {{darkest(seed), 90}}});
}

HostImage stretched(const HostImage& image) { return reference::minmax(image.view()).image; }

void copy(const HostImage& src, const HostView& dst) {
    for (std::size_t y = 0; y < dst.format.rows(); ++y) std::copy_n(src.row(y), src.pitch(), dst.row(y));
}

bool is_done(const Event& event) {
    cl_int status = CL_QUEUED;
    clGetEventInfo(native(event), CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
    return status == CL_COMPLETE;
}

}  // namespace

TEST_CASE("1 to 4 frames in flight give their results in whatever order they are read") {
    for (const Device& device : devices())
        for (const StorageChoice storage : {StorageChoice::buffer, StorageChoice::image}) {
            PlanOptions options{.observe = {"normalize.stats"}, .storage = storage};
            const Plan plan(Graph::from_chain("normalize"), rgba, device, options);
            for (const std::size_t in_flight : {1U, 2U, 3U, 4U}) {
                CAPTURE(device.facts().unified_memory);
                CAPTURE(in_flight);
                Session session(plan, {.frames_in_flight = in_flight});
                std::vector<std::size_t> order(in_flight);
                std::iota(order.begin(), order.end(), 0U);
                std::size_t frames = 0, held = 0;
                do {  // the memory of the frames before is used again
                    std::uint64_t seed = frames % 2;
                    std::vector<HostImage> images;
                    std::vector<Frame> flying;
                    for (std::size_t i = 0; i < in_flight; ++i, ++frames) {
                        images.push_back(picture(seed++));
                        flying.push_back(session.submit(images.back().view()));
                    }
                    if (held == 0) held = held_bytes_of(device);
                    for (const std::size_t i : order) {
                        REQUIRE(same(flying[i].read(), stretched(images[i])));
                        const double low = darkest(seed - in_flight + i);
                        CHECK(flying[i].table("normalize.stats").real("min", 0) == low);
                    }
                } while (std::next_permutation(order.begin(), order.end()));
                const Counts counts = session.counters().total();
                CHECK(counts.waits == frames);
                CHECK(counts.uploads == frames);
                CHECK(counts.downloads == frames);
                CHECK(counts.table_reads == frames);
                CHECK(held_bytes_of(device) == held);  // nothing was allocated for another frame
            }
        }
}

TEST_CASE("frames that nobody reads leave their memory to the next") {
    for (const Device& device : devices()) {
        Session session(Plan(Graph::from_chain("normalize"), rgba, device), {.frames_in_flight = 2});
        for (const std::uint64_t seed : {1, 2, 3, 4}) {
            session.submit(picture(seed).view());  // gone at once
            Frame kept = session.submit(picture(seed + 1).view());
            session.submit(picture(seed + 2).view());
            CHECK(same(kept.read(), stretched(picture(seed + 1))));
        }
        CHECK(session.counters().total().waits == 12);
    }
}

TEST_CASE("an application writes into a frame's memory and finds the result there") {
    for (const Device& device : devices())
        for (const StorageChoice storage : {StorageChoice::buffer, StorageChoice::image})
            for (const int channels : {1, 4}) {
                ImageFormat format = rgba;
                format.channels = channels;
                const Plan plan(Graph::from_chain("normalize"), format, device, {.storage = storage});
                Session session(plan, {.frames_in_flight = 2});
                std::optional<Frame> before;
                for (const std::uint64_t seed : {1, 2, 3, 4}) {
                    FrameInput input = session.acquire();
                    CHECK(input.view().format == format);
                    CHECK(input.view().pitch == plan.execution->images[0].pitch);
                    copy(picture(seed, format), input.view());
                    Frame frame = session.submit(std::move(input));
                    if (before) CHECK(same(before->view(), stretched(picture(seed - 1, format))));
                    before = std::move(frame);
                }
                CHECK(same(before->view(), stretched(picture(4, format))));
                CHECK(same(before->read(), stretched(picture(4, format))));
                CHECK(session.counters().total().waits == 4);
                CHECK(session.counters().total().uploads == 4);
            }
}

TEST_CASE("memory of a frame that was not submitted goes back") {
    for (const Device& device : devices()) {
        Session session(Plan(Graph::from_chain("normalize"), rgba, device), {.frames_in_flight = 1});
        {
            FrameInput input = session.acquire();
            input.view();
            CHECK(error_of([&] { session.acquire(); }).find("1 frames are held") != std::string::npos);
        }
        CHECK(error_of([&] { session.submit(session.acquire()); }) == "input: its image is missing");
        CHECK(same(session.submit(picture(1).view()).read(), stretched(picture(1))));
        // Its image from elsewhere is fine too.
        CHECK(same(session.submit(session.acquire(), {{"input", picture(2).view()}}).read(),
                   stretched(picture(2))));

        FrameInput input = session.acquire();
        input.view();
        Session other(Plan(Graph::from_chain("normalize"), rgba, device), {.frames_in_flight = 1});
        CHECK(error_of([&] { other.submit(std::move(input)); }).find("another session") != std::string::npos);
        CHECK(error_of([&] { input.view(); }).find("already submitted") != std::string::npos);
    }
}

TEST_CASE("pixels that lie in other lanes on the device are not lent") {
    for (const int channels : {2, 3}) {
        ImageFormat format = rgba;
        format.channels = channels;
        format.grey_alpha = channels == 2;
        Session session(
            Plan(Graph::from_chain("invert"), format, devices()[0], {.storage = StorageChoice::buffer}),
            {.frames_in_flight = 1});
        const std::string text = std::to_string(channels);
        {
            FrameInput input = session.acquire();
            CHECK(error_of([&] { input.view(); }) == "input: pixels of " + text +
                                                         " channels have four lanes on the device; submit() "
                                                         "a view of them");
            CHECK(error_of([&] { input.view("inptu"); }).find("no source inptu; there are: input") !=
                  std::string::npos);
        }
        Frame frame = session.submit(picture(1, format).view());
        CHECK(error_of([&] { frame.view(); }).find("have four lanes on the device; read() it") !=
              std::string::npos);
        CHECK(same(frame.read(), reference::expected("invert", {}, picture(1, format).view())));
    }
}

TEST_CASE("several images go up and come down with each frame") {
    const Graph graph = Graph::from_chain(
        "input id=a | normalize | output id=bright; invert from=a | output id=dark;"
        "input id=b | output id=b1; output id=b2 from=b");
    for (const Device& device : devices())
        for (const StorageChoice storage : {StorageChoice::buffer, StorageChoice::image}) {
            const Plan plan(graph, SourceFormats{{"a", rgba}, {"b", rgba}}, device, {.storage = storage});
            Session session(plan, {.frames_in_flight = 2});
            std::optional<Frame> before;
            const auto check = [](Frame& frame, std::uint64_t seed) {
                CHECK(same(frame.read("b2"), picture(seed + 10)));
                CHECK(same(frame.read("bright"), stretched(picture(seed))));
                CHECK(same(frame.read("b1"), picture(seed + 10)));
                CHECK(same(frame.read("dark"), reference::expected("invert", {}, picture(seed).view())));
            };
            for (const std::uint64_t seed : {1, 2, 3}) {
                FrameInput input = session.acquire();
                copy(picture(seed + 10), input.view("b"));
                Frame frame = session.submit(std::move(input), {{"a", picture(seed).view()}});
                if (before) check(*before, seed - 1);
                before = std::move(frame);
            }
            check(*before, 3);
            CHECK(session.counters().total().uploads == 6);
            CHECK(session.counters().total().waits == 3);
        }
}

TEST_CASE("an image on the device is read once it is there, others go ahead as far as they can") {
    for (const Device& device : devices())
        for (const StorageChoice storage : {StorageChoice::buffer, StorageChoice::image}) {
            const PlanOptions options{.storage = storage};
            Session source(Plan(Graph::from_chain("invert"), rgba, device, options),
                           {.frames_in_flight = 1, .download = false});
            Session session(Plan(Graph::from_chain("normalize"), rgba, device, options),
                            {.frames_in_flight = 3});
            Frame made = source.submit(picture(1).view());
            made.wait();
            Gate gate(device);
            DeviceImage late = made.image();
            late.ready = gate.event();
            Frame first = session.submit(late);
            Frame second = session.submit(picture(2).view());
            Frame third = session.submit(made.image());
            CHECK_FALSE(is_done(first.image().ready));
            gate.open();
            const HostImage inverted = reference::expected("invert", {}, picture(1).view());
            CHECK(same(second.read(), stretched(picture(2))));
            CHECK(is_done(first.image().ready));  // frames are computed in their order
            CHECK(same(third.read(), stretched(inverted)));
            CHECK(same(first.read(), stretched(inverted)));
            CHECK(session.counters().total().uploads == 1);
            CHECK(session.counters().total().waits == 3);
        }
}

TEST_CASE("an image on the device that is the result too comes down from where it is") {
    for (const Device& device : devices())
        for (const StorageChoice storage : {StorageChoice::buffer, StorageChoice::image}) {
            const PlanOptions options{.storage = storage};
            const Plan plan(Graph::from_chain("input | output"), rgba, device, options);
            Session source(plan, {.frames_in_flight = 1, .download = false});
            Session session(plan, {.frames_in_flight = 2});
            const Frame made = source.submit(picture(1).view());
            Frame lent = session.submit(made.image());
            Frame sent = session.submit(picture(2).view());
            CHECK(same(lent.view(), picture(1)));
            CHECK(same(sent.view(), picture(2)));
        }
}

TEST_CASE("what fails on the device is told by the frame that it befell") {
    for (const Device& device : devices()) {
        const Plan plan(Graph::from_chain("invert"), rgba, device);
        Session source(plan, {.frames_in_flight = 1, .download = false});
        Frame made = source.submit(picture(1).view());
        made.wait();
        Session session(plan, {.frames_in_flight = 2});
        Frame good = session.submit(picture(2).view());
        CHECK(same(good.read(), reference::expected("invert", {}, picture(2).view())));
        Gate gate(device);
        DeviceImage broken = made.image();
        broken.ready = gate.event();
        Frame bad = session.submit(broken);
        gate.open(CL_OUT_OF_RESOURCES);
        for (int i = 0; i < 2; ++i) {  // it does not forget
            try {
                bad.wait();
                FAIL_CHECK("the frame says nothing");
            } catch (const Error& error) {
                CHECK(error.kind() == Error::Kind::device);
                CHECK(std::string(error.what()).find(" failed") != std::string::npos);
            }
        }
        CHECK(same(good.view(), reference::expected("invert", {}, picture(2).view())));
    }
}

TEST_CASE("sessions on several threads share nothing but the device") {
    for (const Device& device : devices()) {
        const Plan plan(Graph::from_chain("normalize"), rgba, device, {.observe = {"normalize.stats"}});
        std::atomic<int> good{0};
        std::vector<std::thread> threads;
        for (std::uint64_t thread = 0; thread < 3; ++thread)
            threads.emplace_back([&, thread] {
                Session session(plan, {.frames_in_flight = 2, .profile = thread == 0});
                std::optional<Frame> before;
                for (std::uint64_t seed = thread; seed < thread + 4; ++seed) {
                    Frame frame = session.submit(picture(seed).view());
                    if (before && same(before->read(), stretched(picture(seed - 1)))) ++good;
                    before = std::move(frame);
                }
            });
        for (std::thread& thread : threads) thread.join();
        CHECK(good == 9);
    }
}

TEST_CASE("lent pixels and results are where the application put them, copied or not") {
    for (const ImageFormat& format : {ImageFormat{101, 37, 1, Pixel::u8}, grey_alpha({64, 9, 2, Pixel::u8}),
                                      ImageFormat{101, 37, 3, Pixel::u8}, ImageFormat{33, 20, 3, Pixel::u16},
                                      ImageFormat{40, 21, 4, Pixel::f32}})
        for (const Device& device : devices())
            for (const StorageChoice storage : {StorageChoice::buffer, StorageChoice::image})
                for (const Layout layout : {Layout::packed, Layout::device}) {
                    CAPTURE(format.text());
                    CAPTURE(name(layout == Layout::device ? Storage::buffer : Storage::image));
                    const HostImage image = picture(3, format);
                    HostImage given(format, Destination{layout});
                    std::fill_n(given.row(0), given.pitch() * format.rows(),
                                std::byte{0xA5});  // lanes of nobody too
                    for (std::size_t y = 0; y < format.rows(); ++y)
                        for (std::size_t x = 0; x < format.width; ++x)
                            for (int c = 0; c < format.channels; ++c)
                                set_sample(given.view(), x, y, c, sample(image.view(), x, y, c));
                    Session session(Plan(Graph::from_chain("normalize"), format, device,
                                         {.observe = {"normalize.stats"}, .storage = storage}));
                    const HostImage expected = session.submit(image.view()).read();
                    HostImage result(format, Destination{layout});
                    Frame frame =
                        session.submit({{"input", LentView{given.view()}}}, {{"output", result.view()}});
                    frame.wait();
                    CHECK(same(result.view(), expected));
                    for (int c = 0; c < format.colors(); ++c)
                        CHECK(frame.table("normalize.stats").real("max", static_cast<std::size_t>(c)) ==
                              session.submit(image.view())
                                  .table("normalize.stats")
                                  .real("max", static_cast<std::size_t>(c)));
                }
}

TEST_CASE("results are given where the image goes up as it comes down, in strips, and with two sinks") {
    const HostImage image = picture(4);
    HostImage lent(rgba, on_device), a(rgba, on_device), b(rgba, on_device);
    copy(image, lent.view());
    const auto run = [&](const Graph& graph, PlanOptions options,
                         const std::map<std::string, ResultPlace>& results) {
        Session session(Plan(graph, rgba, devices()[0], std::move(options)));
        session.submit({{"input", LentView{lent.view()}}}, results).wait();
    };
    run(Graph::from_chain("input | output"), {}, {{"output", a.view()}});
    CHECK(same(a.view(), image));
    run(Graph::from_chain("normalize"), {.limit_memory = 20000}, {{"output", a.view()}});
    CHECK(same(a.view(), stretched(image)));
    a.clear();
    run(Graph::from_chain("input | normalize | output id=a; output id=b from=normalize"), {},
        {{"a", a.view()}, {"b", b.view()}});
    CHECK(same(a.view(), stretched(image)));
    CHECK(same(b.view(), stretched(image)));
}

TEST_CASE("results that cannot be put where they are wanted are refused before anything moves") {
    Session session(Plan(Graph::from_chain("normalize"), rgba, devices()[0]));
    HostImage small({100, 37, 4, Pixel::u8}), right(rgba, on_device);
    const HostImage image = picture(5);
    const auto submit = [&](const std::string& sink, const HostView& view) {
        return error_of([&] { session.submit({{"input", image.view()}}, {{sink, view}}); });
    };
    CHECK(submit("output", small.view()).find("the result is 101x37 u8 x4, not 100x37 u8 x4") !=
          std::string::npos);
    CHECK(submit("nowhere", right.view()).find("there is no result nowhere") != std::string::npos);
    HostView narrow = right.view();
    narrow.pitch = 100;
    CHECK(submit("output", narrow).find("a pitch of 100 bytes is less than its rows") != std::string::npos);
    HostView lanes = right.view();
    lanes.lanes = 5;
    CHECK(submit("output", lanes).find("only three channels may be padded to four") != std::string::npos);
    Frame frame = session.submit({{"input", image.view()}}, {{"output", right.view()}});
    CHECK_THROWS_AS(frame.read(), Error);
    CHECK_THROWS_AS(frame.view(), Error);
    frame.wait();
    CHECK(same(right.view(), stretched(image)));
}
