// Stages that are computed by a function of the application's on the host.
#include <sluice/sluice.hpp>

#include "pipeline/graph/registry.hpp"
#include "pipeline/graph/stage_builder.hpp"
#include "pipeline/plan/plan.hpp"
#include "tests/all.hpp"
#include "tests/error_of.hpp"
#include "tests/reference/compare.hpp"
#include "tests/reference/random_image.hpp"
#include "tests/sluice/devices.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <functional>
#include <future>
#include <latch>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using namespace sluice;
using namespace sluice::test;

namespace {

const ImageFormat thin{37, 5, 3, Pixel::u8};

void copy_row(const ConstHostView& src, std::size_t from, const HostView& dst, std::size_t to) {
    const ImageFormat& format = dst.format;
    std::memcpy(dst.row(to), src.row(from),
                format.width * static_cast<std::size_t>(format.channels) * bytes(format.pixel));
}

struct Upside {
    bool down = true;
};

// What `flip axis=y` does, on the host.
StageDef upside() {
    return host_stage<Upside>("upside", "Turns an image upside down.")
        .param("down", &Upside::down, "Whether it does.", live)
        .compute([](const Upside& p, const std::vector<ConstHostView>& images, const HostView& dst) {
            const std::size_t height = dst.format.height;
            CHECK(images[0].packed_pixels());
            for (std::size_t y = 0; y < dst.format.rows(); ++y) {
                const std::size_t in_layer = y % height;
                copy_row(images[0], p.down ? y - in_layer + (height - 1 - in_layer) : y, dst, y);
            }
        });
}

// Calls a function in the place of an image's own.
StageDef called(const std::string& name, std::function<void(const ConstHostView&)> look) {
    return host_stage<>(name, "Looks at an image.")
        .compute([look = std::move(look)](const NoParams&, const std::vector<ConstHostView>& images,
                                          const HostView& dst) {
            look(images[0]);
            for (std::size_t y = 0; y < dst.format.rows(); ++y) copy_row(images[0], y, dst, y);
        });
}

Registry registry_with(std::vector<StageDef> stages) {
    Registry registry = builtin_stages();
    for (StageDef& stage : stages) registry.add(std::move(stage));
    return registry;
}

Plan plan_of(const std::string& chain, const Registry& registry, const ImageFormat& format = thin,
             const PlanOptions& options = {}, const Device& device = test::device()) {
    return Plan(Graph::from_chain(chain), format, device, options, registry);
}

// Of the same graph with `flip axis=y` in the place of `upside`.
std::string as_kernels(std::string chain) {
    for (std::size_t at = 0; (at = chain.find("upside", at)) != std::string::npos;)
        chain.replace(at, 6, "flip axis=y");
    return chain;
}

void check_same(const HostImage& image, const HostImage& expected) {
    CHECK(reference::compare(image.view(), expected.view()).none());
}

std::string failure_of(const std::function<void()>& action) {
    try {
        action();
    } catch (const Error& error) {
        CHECK(error.kind() == Error::Kind::input);
        return error.what();
    }
    return "";
}

HostImage full_of(std::uint8_t value) {
    HostImage image(thin);
    std::fill_n(image.as<std::uint8_t>(0), thin.host_bytes(), value);
    return image;
}

}  // namespace

TEST_CASE("a host function gives what the same stage of kernels does, whatever is around it") {
    const Registry registry = registry_with({upside()});
    PlanOptions apart;
    apart.fuse = false;
    const std::vector<ImageFormat> formats{
        thin,
        {64, 9, 1, Pixel::u8},
        {.width = 18, .height = 7, .channels = 2, .pixel = Pixel::u16, .grey_alpha = true},
        {33, 6, 4, Pixel::f32},
        {.width = 16, .height = 3, .channels = 3, .pixel = Pixel::u8, .layers = 2}};
    const std::vector<std::string> chains{
        "upside", "invert | upside", "upside | invert", "gamma 2 | upside | gaussian 1 | upside",
        "gaussian 1 | upside | normalize | upside | resize width=20 height=9"};
    const std::vector<PlanOptions> ways{{},
                                        apart,
                                        {.storage = StorageChoice::buffer},
                                        {.storage = StorageChoice::rows},
                                        {.storage = StorageChoice::image}};
    const auto check_one = [&](const std::string& chain, std::size_t format_number, std::size_t way) {
        const ImageFormat& format = formats[format_number];
        CAPTURE(chain);
        CAPTURE(format.text());
        CAPTURE(way);
        const HostImage image = reference::random_image(format);
        Session by_kernels(plan_of(as_kernels(chain), registry, format, {}, test::device()));
        const HostImage expected = by_kernels.submit(image.view()).read();
        for (const Device& device : devices()) {
            Session by_host(plan_of(chain, registry, format, ways[way], device));
            check_same(by_host.submit(image.view()).read(), expected);
            check_same(by_host.submit(LentView{image.view()}).read(), expected);
            check_same(by_host.submit(image.view()).read(), expected);
        }
    };
    // In every test run each chain in each way, in another format each time, and so each format in each way.
    for (std::size_t chain = 0; chain < chains.size(); ++chain)
        for (std::size_t way = 0; way < ways.size(); ++way)
            for (std::size_t format = 0; format < formats.size(); ++format)
                if (takes_all() || format == (chain + way) % formats.size())
                    check_one(chains[chain], format, way);
}

TEST_CASE("a plan shows the function as a step, and fuses what is in front of it and behind it") {
    const Plan plan =
        plan_of("invert | gamma 2 | upside | threshold 0.5 | invert", registry_with({upside()}));
    CHECK(plan.execution->passes() == 2);
    CHECK(plan.summary().find("on the host, between the passes: upside\n") != std::string::npos);
    CHECK(plan.text().find(
              "host  upside  37x5 u8 x3\n       a host function takes gamma, and its result is uploaded\n") !=
          std::string::npos);
    CHECK(plan.json().find("\"kind\": \"host\"") != std::string::npos);
    CHECK(plan.dot().find("upside") != std::string::npos);

    Session session(plan);
    session.submit(reference::random_image(thin).view()).read();
    const Counts counts = session.counters().stages.at("upside");
    CHECK(counts.bytes_to_host == thin.host_bytes());
    CHECK(counts.bytes_to_device == thin.host_bytes());
    CHECK(session.counters().stages.at("frame").waits == 1);
}

TEST_CASE("statistics behind a host function are exact") {
    for (const char* mode : {"minmax", "percentile", "standardize", "equalize"}) {
        CAPTURE(mode);
        const std::string chain = std::string("upside | normalize mode=") + mode;
        const PlanOptions observe{.observe = {"normalize.stats"}};
        const ImageFormat format{211, 103, 3, Pixel::u16};
        const HostImage image = reference::random_image(format, {.range = {{300, 9000}}});
        for (const Device& device : devices()) {
            Session by_host(plan_of(chain, registry_with({upside()}), format, observe, device)),
                by_kernels(plan_of(as_kernels(chain), builtin_stages(), format, observe));
            Frame frame = by_host.submit(image.view()), expected = by_kernels.submit(image.view());
            const Table &found = frame.table("normalize.stats"), &right = expected.table("normalize.stats");
            REQUIRE(found.layout().bytes() == right.layout().bytes());
            CHECK(std::memcmp(found.data(), right.data(), right.layout().bytes()) == 0);
            check_same(frame.read(), expected.read());
        }
    }
}

TEST_CASE("frames in flight go through a function one after the other, with their own parameters") {
    std::latch both_submitted(1);
    std::vector<int> order;
    const Registry registry = registry_with({upside(), called("look", [&](const ConstHostView& image) {
                                                 both_submitted.wait();
                                                 order.push_back(static_cast<int>(*image.row(0)));
                                             })});
    for (const Device& device : devices()) {
        order.clear();
        Session session(plan_of("upside | invert | look | invert", registry, thin, {}, device),
                        {.frames_in_flight = 3});
        std::vector<Frame> frames;
        std::vector<HostImage> images;
        for (std::size_t i = 0; i < 3; ++i) {
            images.push_back(reference::random_image(thin, {.seed = i + 1}));
            session.set("upside.down", i != 1);
            frames.push_back(session.submit(images[i].view()));
        }
        session.set("upside.down", false);
        CHECK((order.empty() || &device != &devices().front()));
        if (&device == &devices().front()) both_submitted.count_down();  // submit() did not wait for it
        for (std::size_t i = 3; i-- > 0;) {
            Session plain(plan_of(i != 1 ? "flip axis=y" : "invert | invert", registry));
            check_same(frames[i].read(), plain.submit(images[i].view()).read());
        }
        CHECK(order.size() == 3);
    }
}

TEST_CASE("the device goes on with the next frame while a function is at work") {
    for (const Device& device : devices()) {
        std::promise<Event> next;  // what the passes in front of the function make of the next frame
        std::atomic<int> calls = 0;
        bool went_on = false;
        const Registry registry = registry_with({called("look", [&](const ConstHostView&) {
            if (++calls != 1) return;
            const Event there = next.get_future().get();
            for (int i = 0; i < 10000 && !there.done(); ++i)
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            went_on = there.done();
        })});
        Graph graph;
        graph.add("input").add("invert", {}, "inverted").add("output", {}, "early");
        graph.add("look", {}, "", {"inverted"}).add("output", {}, "late");
        Session session(Plan(graph, thin, device, {}, registry), {.download = false});
        Frame first = session.submit(full_of(1).view()), second = session.submit(full_of(2).view());
        next.set_value(second.image("early").ready);
        first.wait();
        second.wait();
        CHECK(went_on);
        CHECK(calls == 2);
    }
}

TEST_CASE("what a function throws fails its frame, and says which stage it was") {
    const Registry registry = registry_with({called("strict",
                                                    [](const ConstHostView& image) {
                                                        const auto first = static_cast<int>(*image.row(0));
                                                        if (first == 1)
                                                            throw std::runtime_error("is too dark");
                                                        if (first == 2)
                                                            throw Error(Error::Kind::device, "x", "is odd");
                                                        if (first == 3) throw 3;
                                                    }),
                                             upside()});
    for (const Device& device : devices()) {
        Session session(plan_of("strict | upside | invert", registry, thin, {}, device),
                        {.frames_in_flight = 5});
        Session alone(plan_of("upside | invert", registry, thin, {}, device));
        std::vector<Frame> frames;
        for (const std::uint8_t value : {9, 1, 2, 3, 200})
            frames.push_back(session.submit(full_of(value).view()));
        check_same(frames[0].read(), alone.submit(full_of(9).view()).read());
        CHECK(failure_of([&] { frames[1].read(); }) == "strict: is too dark");
        CHECK(failure_of([&] { frames[1].wait(); }) == "strict: is too dark");
        CHECK(failure_of([&] { frames[2].read(); }) == "strict: x: is odd");
        CHECK(failure_of([&] { frames[3].wait(); }) ==
              "strict: its function threw something that is not a std::exception");
        CHECK(frames[3].done());
        check_same(frames[4].read(), full_of(55));
        frames.clear();
        check_same(session.submit(full_of(77).view()).read(), full_of(178));
        Frame left = session.submit(full_of(1).view());  // nobody waits for it
    }
}

TEST_CASE("a Session and its Frames may go while a function is at work") {
    std::latch begun(1);
    std::optional<Frame> frame;
    {
        Session session(plan_of("slow | invert", registry_with({called("slow", [&](const ConstHostView&) {
                                    begun.count_down();
                                    std::this_thread::sleep_for(std::chrono::milliseconds(30));
                                })})));
        frame = session.submit(full_of(10).view());
        Frame other = session.submit(full_of(10).view());
        begun.wait();
    }
    check_same(frame->read(), full_of(245));
    frame.reset();
}

TEST_CASE("a function may take several images, and one that is not connected") {
    const StageDef least =
        host_stage<>("least", "Takes the lesser of two images.")
            .image_in("other", "The other image.", true)
            .compute([](const NoParams&, const std::vector<ConstHostView>& images, const HostView& dst) {
                for (std::size_t y = 0; y < dst.format.rows(); ++y)
                    for (std::size_t x = 0; x < dst.format.width * 3; ++x) {
                        const std::byte a = images[0].row(y)[x];
                        const std::byte b = images[1].data ? images[1].row(y)[x] : a;
                        dst.row(y)[x] = std::min(a, b);
                    }
            });
    const Registry registry = registry_with({least});
    for (const Device& device : devices()) {
        Session alone(plan_of("least | invert", registry, thin, {}, device));
        check_same(alone.submit(full_of(5).view()).read(), full_of(250));
        Graph graph;
        graph.add("input").add("invert", {}, "inverted").add("least", {}, "", {"input", "inverted"});
        graph.add("output", {}, "there").add("output", {}, "raw", {"inverted"});
        Session session(Plan(graph, thin, device, {}, registry));
        Frame frame = session.submit(full_of(30).view());
        check_same(frame.read("there"), full_of(30));
        check_same(frame.read("raw"), full_of(225));
    }
}

TEST_CASE("images of a function stay on the device where results do, and come from there") {
    const Registry registry = registry_with({upside()});
    for (const Device& device : devices()) {
        const HostImage image = reference::random_image(thin);
        Session first(plan_of("invert | upside", registry, thin, {.storage = StorageChoice::buffer}, device),
                      {.download = false});
        Session second(
            plan_of("upside | invert", registry, thin, {.storage = StorageChoice::buffer}, device));
        for (int i = 0; i < 3; ++i) {
            const Frame made = first.submit(image.view());
            check_same(second.submit(made.image()).read(), image);
        }
    }
}

TEST_CASE("a function is given whole images, so none go through it in strips") {
    const std::string refusal = error_of([&] {
        plan_of("invert | upside", registry_with({upside()}), {640, 480, 3, Pixel::u8},
                {.limit_memory = 1 << 20});
    });
    CHECK_MESSAGE(refusal.find("and it cannot be processed in strips: upside is computed by a host function, "
                               "which needs whole images; a limit of ") != std::string::npos,
                  refusal);
}

TEST_CASE("warming up calls no function of the host") {
    int calls = 0;
    Session session(
        plan_of("look | invert", registry_with({called("look", [&](const ConstHostView&) { ++calls; })})));
    CHECK(session.warm_up());
    CHECK(calls == 0);
    session.submit(full_of(1).view()).wait();
    CHECK(calls == 1);
}
