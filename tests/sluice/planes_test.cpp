// Images whose channels have planes of their own (CHW), as neural networks take them: read and written where
// they lie, on the host and on the device.
#include "pipeline/device/inspect.hpp"
#include "pipeline/device/queue.hpp"
#include "tests/error_of.hpp"
#include "tests/grey_alpha.hpp"
#include "tests/reference/compare.hpp"
#include "tests/reference/random_image.hpp"
#include "tests/sluice/devices.hpp"

#include <doctest/doctest.h>
#include <sluice/sluice.hpp>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

using namespace sluice;
using namespace sluice::test;

namespace {

// Gaps, in samples, between rows and between planes.
struct Gaps {
    std::size_t rows = 0, planes = 0;

    bool none() const { return rows == 0 && planes == 0; }
};

class Planes {
public:
    Planes(ImageFormat format, Order order, const Gaps& gaps) {
        const std::size_t sample = bytes(format.pixel);
        format.order = order;
        view_.format = format;
        view_.pitch = (format.width + gaps.rows) * sample;
        view_.plane = view_.pitch * format.rows() + gaps.planes * sample;
        bytes_.resize(view_.plane * static_cast<std::size_t>(format.channels), guard);
        view_.data = bytes_.data();
    }
    Planes(const HostImage& image, Order order, const Gaps& gaps) : Planes(image.format(), order, gaps) {
        for (std::size_t y = 0; y < image.format().rows(); ++y)
            for (std::size_t x = 0; x < image.format().width; ++x)
                for (int c = 0; c < image.format().channels; ++c)
                    set_sample(view_, x, y, place(c), sample(image.view(), x, y, c));
    }

    const HostView& view() const { return view_; }
    std::vector<std::byte>& memory() { return bytes_; }

    bool holds(const HostImage& image) const {
        for (std::size_t y = 0; y < image.format().rows(); ++y)
            for (std::size_t x = 0; x < image.format().width; ++x)
                for (int c = 0; c < image.format().channels; ++c) {
                    const double is = sample(view_, x, y, place(c)), want = sample(image.view(), x, y, c);
                    if (std::memcmp(&is, &want, sizeof is) != 0) return false;
                }
        return guarded();
    }

private:
    static constexpr std::byte guard{0xA5};

    int place(int c) const {
        return view_.format.order == Order::bgr && view_.format.channels > 2 && c < 3 ? 2 - c : c;
    }
    bool guarded() const {
        const std::size_t row = view_.format.width * bytes(view_.format.pixel);
        for (std::size_t i = 0; i < bytes_.size(); ++i) {
            const std::size_t at = i % view_.plane;
            const bool pixel = at < view_.pitch * view_.format.rows() && at % view_.pitch < row;
            if (!pixel && bytes_[i] != guard) return false;
        }
        return true;
    }

    HostView view_;
    std::vector<std::byte> bytes_;
};

constexpr Gaps gaps_of_planes[]{{0, 0}, {5, 0}, {0, 7}, {3, 2}};

std::vector<Order> orders_of(const ImageFormat& format) {
    return format.channels > 2 ? std::vector{Order::rgb, Order::bgr} : std::vector{Order::rgb};
}

// Units of 16 pixels, pieces of 4, and what the edge cuts.
const std::vector<ImageFormat> formats_of_planes{{53, 5, 3, Pixel::u8},
                                                 {53, 5, 1, Pixel::u8},
                                                 {37, 3, 4, Pixel::u8},
                                                 grey_alpha({53, 3, 2, Pixel::u16}),
                                                 {53, 3, 2, Pixel::i16},
                                                 {64, 3, 3, Pixel::u16},
                                                 {19, 4, 3, Pixel::f32},
                                                 {35, 3, 4, Pixel::f16},
                                                 {9, 2, 3, Pixel::f64},
                                                 {1, 1, 3, Pixel::u8},
                                                 {.width = 21, .height = 3, .channels = 3, .layers = 2}};

// Points alone, channels alike and mixed; a Gather last, by weights and by a function; one first; a
// reduction.
const std::vector<std::string> chains_of_planes{
    "invert",
    "convert pixel=f32",
    "normalize",
    "resize 23x9 filter=linear",
    "convert pixel=f32 | gaussian 1",
    "flip x",
    "convert to=hsv",
    "letterbox 31x17 | convert pixel=f32 | normalize standardize preset=imagenet"};

bool takes(const std::string& chain, const ImageFormat& format) {
    const bool colours = chain == "convert to=hsv" || chain.find("preset") != std::string::npos;
    return !colours || (format.channels == 3 && format.pixel != Pixel::f64);
}

// An image that comes and goes as it is lies in one way for both ends.
bool changes(const std::string& chain, const ImageFormat& format) {
    return chain != "convert pixel=f32" || format.pixel != Pixel::f32;
}

PlanOptions in_planes(const char* end) { return {.storage_of = {{end, StorageChoice::planes}}}; }

HostImage plain_result(const std::string& chain, const HostImage& image) {
    Session session(
        Plan(Graph::from_chain(chain), image.format(), device(), {.storage = StorageChoice::buffer}));
    return session.submit(image.view()).read();
}

Transfer::Way way_where(bool shared, const Gaps& gaps) {
    return shared        ? Transfer::Way::in_place
           : gaps.none() ? Transfer::Way::transferred
                         : Transfer::Way::copied;
}

struct CaseOfPlanes {
    const Device& there;
    const std::string& chain;
    HostImage image, expected;
};

// Of each device, format and chain, with `end` in planes.
template <class Visit>
void for_each_case(const char* end, const Visit& visit) {
    for (const Device& there : devices())
        for (const ImageFormat& format : formats_of_planes)
            for (const std::string& chain : chains_of_planes) {
                if (!takes(chain, format)) continue;
                CAPTURE(format.text());
                CAPTURE(chain);
                HostImage image = reference::random_image(format, {.range = {{20, 90}}});
                HostImage expected = plain_result(chain, image);
                Session session(Plan(Graph::from_chain(chain), image.format(), there, in_planes(end)));
                visit(CaseOfPlanes{there, chain, std::move(image), std::move(expected)}, session);
            }
}

}  // namespace

TEST_CASE("a result is written into planes where they lie, and nothing beside them") {
    for_each_case("output", [](const CaseOfPlanes& of, Session& session) {
        const auto& [there, chain, image, expected] = of;
        for (const Gaps& gaps : gaps_of_planes)
            for (const Order order : orders_of(expected.format())) {
                if (order == Order::bgr && expected.format().model != Model::rgb) continue;
                CAPTURE(gaps.rows);
                CAPTURE(gaps.planes);
                const Planes dst(expected.format(), order, gaps);
                Frame frame = session.submit({{"input", image.view()}}, {{"output", dst.view()}});
                frame.wait();
                CHECK(dst.holds(expected));
                if (expected.format().channels > 1 && changes(chain, image.format()))
                    CHECK(name(frame.transfers().at(1).way) ==
                          name(way_where(there.facts().unified_memory, gaps)));
            }
        Frame frame = session.submit(image.view());
        CHECK(reference::compare(frame.read().view(), expected.view()).none());
        const ConstHostView view = frame.view();
        CHECK(view.in_planes() == (expected.format().channels > 1));
        CHECK(reference::compare(view, expected.view()).none());
    });
}

TEST_CASE("planes that are lent are read where they lie") {
    for_each_case("input", [](const CaseOfPlanes& of, Session& session) {
        const auto& [there, chain, image, expected] = of;
        for (const Gaps& gaps : gaps_of_planes)
            for (const Order order : orders_of(image.format())) {
                CAPTURE(gaps.rows);
                CAPTURE(gaps.planes);
                const Planes src(image, order, gaps);
                Frame frame = session.submit({{"input", LentView{src.view()}}});
                CHECK(reference::compare(frame.read().view(), expected.view()).none());
                if (image.format().channels > 1 && changes(chain, image.format()))
                    CHECK(name(frame.transfers().at(0).way) ==
                          name(way_where(there.facts().unified_memory, gaps)));
            }
        FrameInput input = session.acquire();
        const HostView fill = input.view();
        CHECK(fill.in_planes() == (image.format().channels > 1));
        const ImageFormat& format = image.format();
        for (std::size_t y = 0; y < format.rows(); ++y)
            for (std::size_t x = 0; x < format.width; ++x)
                for (int c = 0; c < format.channels; ++c)
                    set_sample(fill, x, y, c, sample(image.view(), x, y, c));
        Frame frame = session.submit(std::move(input));
        CHECK(reference::compare(frame.read().view(), expected.view()).none());
    });
}

TEST_CASE("planes are copied to and from plans that do not have them") {
    for (const Device& there : devices())
        for (const ImageFormat& format : formats_of_planes)
            for (const StorageChoice storage : {StorageChoice::automatic, StorageChoice::buffer,
                                                StorageChoice::rows, StorageChoice::planes}) {
                CAPTURE(format.text());
                CAPTURE(name(storage));
                const HostImage image = reference::random_image(format, {.range = {{20, 90}}});
                Session session(
                    Plan(Graph::from_chain("invert"), image.format(), there, {.storage = storage}));
                const HostImage expected = plain_result("invert", image);
                for (const Order order : orders_of(image.format())) {
                    const Planes src(image, order, {1, 2}), dst(expected.format(), order, {2, 1});
                    Frame frame = session.submit({{"input", src.view()}}, {{"output", dst.view()}});
                    frame.wait();
                    CHECK(dst.holds(expected));
                    const Planes read(expected.format(), order, {0, 3});
                    session.submit(LentView{src.view()}).read(read.view());
                    CHECK(read.holds(expected));
                    HostImage rows(expected.format());
                    session.submit(LentView{image.view()}).read(rows.view());
                    CHECK(reference::compare(rows.view(), expected.view()).none());
                }
            }
}

TEST_CASE("planes in a buffer of the application's are read and written there") {
    const ImageFormat format{53, 5, 3, Pixel::u16};
    const HostImage image = reference::random_image(format, {.range = {{20, 90}}});
    const HostImage expected = plain_result("normalize", image);
    for (const Device& there : devices()) {
        Session session(
            Plan(Graph::from_chain("normalize"), format, there,
                 {.storage_of = {{"input", StorageChoice::planes}, {"output", StorageChoice::planes}}}));
        Queue queue(there);
        for (const Gaps& gaps : gaps_of_planes)
            for (const Order order : {Order::rgb, Order::bgr}) {
                Planes src(image, order, gaps), dst(expected.format(), order, gaps);
                const auto upload = [&](Planes& planes) {
                    const std::size_t size = planes.memory().size();
                    DeviceImage image{planes.view().format,
                                      Storage::rows,
                                      planes.view().pitch,
                                      Memory::buffer(there, size + 8, "test"),
                                      {},
                                      8,
                                      0,
                                      planes.view().plane};
                    std::vector<std::byte> bytes(8);
                    bytes.insert(bytes.end(), planes.memory().begin(), planes.memory().end());
                    queue.wait(
                        queue.write(image.memory, size + 8, bytes.data(), size + 8, size + 8, 1, "test"),
                        "test");
                    return image;
                };
                const DeviceImage from = upload(src), to = upload(dst);
                Frame frame = session.submit({{"input", from}}, {{"output", to}});
                const DeviceImage result = frame.image();
                CHECK(result.plane == dst.view().plane);
                CHECK(result.format.order == order);
                queue.after(result.ready, "test");
                std::vector<std::byte> bytes(dst.memory().size() + 8);
                queue.wait(queue.read(bytes.data(), bytes.size(), result.memory, bytes.size(), bytes.size(),
                                      1, "test"),
                           "test");
                std::copy(bytes.begin() + 8, bytes.end(), dst.memory().begin());
                CHECK(dst.holds(expected));
                CHECK(frame.transfers().at(0).way == Transfer::Way::in_place);
                CHECK(frame.transfers().at(1).way == Transfer::Way::in_place);
            }
    }
}

TEST_CASE("planes that cannot be what is said are refused") {
    const ImageFormat format{53, 5, 3, Pixel::u16};
    Session session(Plan(Graph::from_chain("invert"), format, device(), in_planes("input")));
    const auto refusal = [&](std::size_t size, std::size_t pitch, std::size_t plane) {
        const DeviceImage there{format, Storage::rows, pitch, Memory::buffer(device(), size, "test"), {}, 0,
                                0,      plane};
        return error_of([&] { session.submit({{"input", there}}); });
    };
    CHECK(refusal(1590, 318, 0) ==
          "input: the samples of its pixels are adjacent, but the plan needs planes");
    CHECK(refusal(1589, 106, 530) ==
          "input: its rows end 1590 bytes after the beginning of a buffer of 1589 bytes");
    CHECK(refusal(1590, 106, 528) == "input: planes that are 528 bytes apart overlap: each has 530");
    CHECK(refusal(1590, 104, 530) == "input: a pitch of 104 bytes is less than its rows of 106");
    CHECK(refusal(9999, 106, 531).find("must be multiples of the sample size") != std::string::npos);
    CHECK(refusal(1590, 106, 530) == "");
    Session rows(Plan(Graph::from_chain("invert"), format, device(), {.storage = StorageChoice::rows}));
    const DeviceImage there{format, Storage::rows, 106, Memory::buffer(device(), 1590, "test"), {}, 0, 0,
                            530};
    CHECK(error_of([&] {
              rows.submit({{"input", there}});
          }) == "input: it has planes, but the plan needs the samples of a pixel side by side");
}
