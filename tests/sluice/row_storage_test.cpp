// Images as applications have them: rows at any pitch, colours in either order, on the host and on the
// device.
#include "pipeline/device/inspect.hpp"
#include "pipeline/device/queue.hpp"
#include "tests/error_of.hpp"
#include "tests/grey_alpha.hpp"
#include "tests/reference/compare.hpp"
#include "tests/reference/random_image.hpp"
#include "tests/sluice/laid_image.hpp"

#include <doctest/doctest.h>
#include <sluice/sluice.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

using namespace sluice;
using namespace sluice::test;

namespace {

// The device that there is, and the same as if it had memory of its own.
Device device_for_rows(bool unified) {
    static const Device there = Device::pick();
    if (unified) return there;
    DeviceFacts facts = there.facts();
    facts.unified_memory = false;
    return with_facts(there, facts);
}

bool shares_memory() { return device_for_rows(true).facts().unified_memory; }
Transfer::Way way_of_lent(const Laying& laying) {
    return shares_memory()     ? Transfer::Way::in_place
           : laying.lanes == 0 ? Transfer::Way::transferred
                               : Transfer::Way::copied;
}

Plan plan_of_rows(const ImageFormat& format, const Device& device) {
    return Plan(Graph::from_chain("normalize"), format, device, {.storage = StorageChoice::rows});
}

// 53 pixels: three units of 16 and one that the edge cuts.
const std::vector<ImageFormat> formats_of_rows{
    {53, 5, 1, Pixel::u8},  {53, 5, 3, Pixel::u8},  {53, 3, 4, Pixel::u8}, grey_alpha({53, 3, 2, Pixel::u16}),
    {53, 3, 2, Pixel::i16}, {53, 3, 3, Pixel::u16}, {9, 4, 3, Pixel::f32}, {35, 3, 4, Pixel::f16}};

// Of exactly this format: what is random has alpha where there are two channels.
HostImage picture_of_rows(const ImageFormat& format) {
    const HostImage random = reference::random_image(format, {.range = {{20, 90}}});
    HostImage image(format);
    std::copy_n(random.row(0), image.pitch() * format.rows(), image.row(0));
    return image;
}

Transfer::Way way_of(const Frame& frame, std::size_t which) { return frame.transfers().at(which).way; }

}  // namespace

TEST_CASE("rows of the host are read and written where they are, however they lie") {
    for (const ImageFormat& format : formats_of_rows) {
        CAPTURE(format.text());
        const HostImage image = picture_of_rows(format);
        const Device device = device_for_rows(true);
        Session buffers(
            Plan(Graph::from_chain("normalize"), format, device, {.storage = StorageChoice::buffer}));
        const HostImage expected = buffers.submit(image.view()).read();
        Session session(plan_of_rows(format, device));
        for (const Laying& laying : layings) {
            if (!can_lie(format, laying)) continue;
            CAPTURE(name(laying.order));
            CAPTURE(laying.lanes);
            const LaidImage src(image, laying);
            for (const Laying& other : {laying, Laying{Order::rgb, 0, 0, 3}}) {
                const LaidImage dst(format, other);
                Frame frame = session.submit({{"input", LentView{src.view()}}}, {{"output", dst.view()}});
                frame.wait();
                CHECK(reference::compare(dst.view(), expected.view()).none());
                CHECK(dst.guarded());
                CHECK(src.guarded());
                CHECK(way_of(frame, 0) == way_of_lent(laying));
                CHECK(way_of(frame, 1) == way_of_lent(other));
            }
            CHECK(reference::compare(session.submit(src.view()).read().view(), expected.view()).none());
        }
    }
}

TEST_CASE("a device with memory of its own transfers rows, and says what it cannot") {
    const ImageFormat format{53, 5, 3, Pixel::u8};
    const HostImage image = reference::random_image(format, {.range = {{20, 90}}});
    const Device apart = device_for_rows(false);
    Session session(plan_of_rows(format, apart));
    const HostImage expected = session.submit(image.view()).read();
    for (const Laying& laying : layings) {
        CAPTURE(name(laying.order));
        CAPTURE(laying.lanes);
        const LaidImage src(image, laying), dst(format, laying);
        Frame frame = session.submit({{"input", LentView{src.view()}}}, {{"output", dst.view()}});
        frame.wait();
        CHECK(reference::compare(dst.view(), expected.view()).none());
        CHECK(dst.guarded());
        const bool moved = laying.lanes == 0;
        CHECK(way_of(frame, 0) == (moved ? Transfer::Way::transferred : Transfer::Way::copied));
        CHECK(frame.transfers().at(0).why ==
              (moved ? "the device has separate memory" : "its layout differs from the planned one"));
        CHECK(way_of(frame, 1) == way_of(frame, 0));
    }
}

TEST_CASE("an image that comes and goes as it is arrives whole, however it lies") {
    for (const bool unified : {true, false})
        for (const ImageFormat& format : formats_of_rows) {
            CAPTURE(format.text());
            const HostImage image = picture_of_rows(format);
            const Device device = device_for_rows(unified);
            const Graph nothing = Graph::from_chain("convert pixel=" + std::string(name(format.pixel)));
            Session session(Plan(nothing, format, device, {.storage = StorageChoice::rows}));
            for (const Laying& laying : layings) {
                if (!can_lie(format, laying)) continue;
                CAPTURE(name(laying.order));
                CAPTURE(laying.lanes);
                const LaidImage src(image, laying), dst(format, laying);
                CHECK(reference::compare(session.submit(LentView{src.view()}).read().view(), image.view())
                          .none());
                session.submit({{"input", LentView{src.view()}}}, {{"output", dst.view()}}).wait();
                CHECK(reference::compare(dst.view(), image.view()).none());
                CHECK(dst.guarded());
                Queue queue(device);
                std::vector<std::byte> bytes(src.view().data == nullptr ? 0 : span_bytes(src.view()));
                const Memory memory = Memory::buffer(device, bytes.size(), "test");
                queue.wait(
                    queue.write(memory, bytes.size(), src.view().data, bytes.size(), bytes.size(), 1, "test"),
                    "test");
                const DeviceImage there{src.view().format, Storage::rows, src.view().pitch, memory, {}, 0,
                                        src.view().lanes};
                CHECK(reference::compare(session.submit(there).read().view(), image.view()).none());
            }
        }
}

TEST_CASE("a frame says why an image was copied") {
    const ImageFormat format{53, 5, 3, Pixel::u8};
    const HostImage image = reference::random_image(format);
    LaidImage both(image, {Order::bgr, 0, 0, 0});
    Session session(plan_of_rows(format, device_for_rows(true)));
    const HostImage expected = session.submit(image.view()).read();
    Frame plain = session.submit(image.view());
    CHECK(plain.transfers().at(0).end == "input");
    CHECK(plain.transfers().at(0).why == "it was not lent");
    CHECK(plain.transfers().at(1).end == "output");
    CHECK(name(way_of(plain, 1)) == (shares_memory() ? "in place" : "transferred"));  // view() shows it there
    CHECK(reference::compare(plain.view(), expected.view()).none());
    Frame frame = session.submit({{"input", LentView{both.view()}}}, {{"output", both.view()}});
    frame.wait();
    CHECK(reference::compare(both.view(), expected.view()).none());
    if (shares_memory()) CHECK(frame.transfers().at(1).why == "the destination overlaps a lent input");
}

TEST_CASE("an image in a buffer of the application's is read and written at its pitch, in its order") {
    const ImageFormat format{53, 5, 3, Pixel::u8};
    const HostImage image = reference::random_image(format, {.range = {{20, 90}}});
    for (const bool unified : {true, false}) {
        const Device device = device_for_rows(unified);
        Session session(plan_of_rows(format, device));
        Queue queue(device);
        const HostImage expected = session.submit(image.view()).read();
        for (const Laying& laying : layings) {
            CAPTURE(name(laying.order));
            CAPTURE(laying.lanes);
            LaidImage src(image, laying), dst(format, laying);
            const auto upload = [&](LaidImage& laid) {
                DeviceImage there{laid.view().format,
                                  Storage::rows,
                                  laid.view().pitch,
                                  Memory::buffer(device, laid.memory().size(), "test"),
                                  {},
                                  laid.offset(),
                                  laid.view().lanes};
                const std::size_t size = laid.memory().size();
                there.ready = queue.write(there.memory, size, laid.memory().data(), size, size, 1, "test");
                queue.flush();
                return there;
            };
            const DeviceImage from = upload(src), to = upload(dst);
            Frame frame = session.submit({{"input", from}}, {{"output", to}});
            const DeviceImage result = frame.image();
            CHECK(result.format.order == laying.order);
            CHECK(result.pitch == to.pitch);
            queue.after(result.ready, "test");
            const std::size_t size = dst.memory().size();
            queue.wait(queue.read(dst.memory().data(), size, result.memory, size, size, 1, "test"), "test");
            CHECK(reference::compare(dst.view(), expected.view()).none());
            CHECK(dst.guarded());
            CHECK(way_of(frame, 0) == Transfer::Way::in_place);
            CHECK(way_of(frame, 1) == Transfer::Way::in_place);
        }
    }
}

TEST_CASE("buffers that cannot hold the rows that are said are refused") {
    const ImageFormat format{53, 5, 3, Pixel::u16};
    const Device device = device_for_rows(true);
    Session session(plan_of_rows(format, device));
    const HostImage image = reference::random_image(format);
    const auto refusal = [&](std::size_t bytes, std::size_t pitch, std::size_t offset, int lanes) {
        const DeviceImage there{format, Storage::rows, pitch, Memory::buffer(device, bytes, "test"),
                                {},     offset,        lanes};
        const std::string in = error_of([&] { session.submit({{"input", there}}); });
        const std::string out = error_of([&] {
            session.submit({{"input", image.view()}}, {{"output", there}});
        });
        CHECK(in.substr(in.find(": ")) == out.substr(out.find(": ")));
        return in;
    };
    CHECK(refusal(1589, 318, 0, 0) ==
          "input: its rows end 1590 bytes after the beginning of a buffer of 1589 bytes");
    CHECK(refusal(1590, 318, 2, 0).find("1592 bytes after the beginning") != std::string::npos);
    CHECK(refusal(4000, 316, 0, 0) == "input: a pitch of 316 bytes is less than its rows of 318");
    CHECK(refusal(4000, 318, 0, 4) == "input: a pitch of 318 bytes is less than its rows of 424");
    CHECK(refusal(4000, 319, 0, 0).find("must be multiples of the sample size") != std::string::npos);
    CHECK(refusal(4000, 320, 1, 0).find("must be multiples of the sample size") != std::string::npos);
    CHECK(refusal(4000, 530, 0, 5) ==
          "input: 3 channels in 5 lanes; only three channels may be padded to four");
    ImageFormat small = format;
    small.width = 52;
    const DeviceImage other{small, Storage::rows, 318, Memory::buffer(device, 4000, "test"), {}};
    CHECK(error_of([&] {
              session.submit({{"input", image.view()}}, {{"output", other}});
          }) == "output: the result is 53x5 u16 x3, not 52x5 u16 x3");
}
