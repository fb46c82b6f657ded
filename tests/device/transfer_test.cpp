#include "pipeline/core/format.hpp"
#include "pipeline/device/memory.hpp"
#include "pipeline/device/queue.hpp"
#include "tests/device/support.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <utility>

using namespace sluice;
using namespace sluice::test;

namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::uint8_t untouched = 0xA5;

struct Case {
    std::size_t row_bytes, rows, host_pitch, device_pitch;
};

// With image objects, row_bytes are whole texels; their own pitch is the driver's.
const std::vector<Case> cases = {
    {16, 1, 16, 16},        {16, 5, 16, 16},        {48, 7, 48, 64},
    {48, 7, 64, 48},        {48, 7, 100, 64},       {48, 7, 53, 112},
    {1616, 33, 1616, 1664}, {1616, 33, 1700, 1616}, {4096, 64, 4096, 4096},
};

std::size_t extent(std::size_t pitch, const Case& c) { return pitch * (c.rows - 1) + c.row_bytes; }

// Memory of the device for the rows of `c`.
Memory memory_for(const Case& c, bool image) {
    if (image) return Memory::image(device(), c.row_bytes / 16, c.rows, "test");
    return Memory::buffer(device(), extent(c.device_pitch, c), "test");
}

// Whether the rows in `a` and `b` are equal.
bool same_rows(const Bytes& a, std::size_t a_pitch, const Bytes& b, std::size_t b_pitch, const Case& c) {
    for (std::size_t y = 0; y < c.rows; ++y)
        if (std::memcmp(&a[y * a_pitch], &b[y * b_pitch], c.row_bytes) != 0) return false;
    return true;
}

// Whether all that lies between the rows is as it was.
bool gaps_untouched(const Bytes& bytes, std::size_t pitch, const Case& c) {
    for (std::size_t y = 0; y + 1 < c.rows; ++y)
        for (std::size_t x = c.row_bytes; x < pitch; ++x)
            if (bytes[y * pitch + x] != untouched) return false;
    return true;
}

Bytes read_back(Queue& queue, const Memory& src, std::size_t src_pitch, const Case& c) {
    Bytes result(extent(c.host_pitch, c), untouched);
    queue.wait(queue.read(result.data(), c.host_pitch, src, src_pitch, c.row_bytes, c.rows, "test"), "test");
    return result;
}

}  // namespace

TEST_CASE("rows written to a buffer or an image object come back as they were, with any pitch") {
    Queue queue(device());
    for (const bool image : {false, true}) {
        for (const Case& c : cases) {
            CAPTURE(image);
            CAPTURE(c.row_bytes);
            CAPTURE(c.host_pitch);
            CAPTURE(c.device_pitch);
            const Bytes host = noise(extent(c.host_pitch, c), 1);
            const Memory memory = memory_for(c, image);
            queue.write(memory, c.device_pitch, host.data(), c.host_pitch, c.row_bytes, c.rows, "test");
            const Bytes back = read_back(queue, memory, c.device_pitch, c);
            CHECK(same_rows(back, c.host_pitch, host, c.host_pitch, c));
            CHECK(gaps_untouched(back, c.host_pitch, c));
        }
    }
}

TEST_CASE("writing rows to a buffer leaves what lies between them") {
    Queue queue(device());
    const Case c{48, 7, 48, 64};
    const Memory memory = memory_for(c, false);
    const Bytes before(memory.bytes(), untouched);
    queue.write(memory, before.size(), before.data(), before.size(), before.size(), 1, "test");
    const Bytes host = noise(extent(c.host_pitch, c), 2);
    queue.write(memory, c.device_pitch, host.data(), c.host_pitch, c.row_bytes, c.rows, "test");
    Bytes all(memory.bytes());
    queue.wait(queue.read(all.data(), all.size(), memory, all.size(), all.size(), 1, "test"), "test");
    CHECK(same_rows(all, c.device_pitch, host, c.host_pitch, c));
    CHECK(gaps_untouched(all, c.device_pitch, c));
}

TEST_CASE("copies between buffers and image objects keep the rows, with any pitch") {
    Queue queue(device());
    for (const bool from_image : {false, true}) {
        for (const bool to_image : {false, true}) {
            for (const Case& c : cases) {
                CAPTURE(from_image);
                CAPTURE(to_image);
                CAPTURE(c.row_bytes);
                CAPTURE(c.device_pitch);
                const std::size_t to_pitch = c.device_pitch + 32;
                const Bytes host = noise(extent(c.host_pitch, c), 3);
                const Memory from = memory_for(c, from_image);
                const Memory to = memory_for({c.row_bytes, c.rows, c.host_pitch, to_pitch}, to_image);
                queue.write(from, c.device_pitch, host.data(), c.host_pitch, c.row_bytes, c.rows, "test");
                queue.copy(to, to_pitch, from, c.device_pitch, c.row_bytes, c.rows, "test");
                CHECK(same_rows(read_back(queue, to, to_pitch, c), c.host_pitch, host, c.host_pitch, c));
            }
        }
    }
}

TEST_CASE("pixels of natural image objects are transferred and copied as they are, of every type") {
    const std::vector<std::string>& texels = device().facts().natural_texels;
    std::size_t kinds = 0;
    Queue queue(device());
    for (const Pixel pixel :
         {Pixel::u8, Pixel::i8, Pixel::u16, Pixel::i16, Pixel::i32, Pixel::f16, Pixel::f32})
        for (const int channels : {1, 3})
            for (const auto& [width, height] :
                 {std::pair<std::size_t, std::size_t>{1, 1}, {37, 1}, {1, 19}, {13, 7}}) {
                const ImageFormat format{width, height, channels, pixel};
                if (std::find(texels.begin(), texels.end(), natural_texel(format)) == texels.end()) continue;
                CAPTURE(format.text());
                ++kinds;
                const std::size_t row = width * format.lane_bytes();
                const Case c{row, height, row + 3 * sluice::bytes(pixel), row + 16};
                const Bytes host = noise(extent(c.host_pitch, c), 7);
                const Memory image = Memory::natural(device(), format, "test");
                queue.write(image, 0, host.data(), c.host_pitch, row, height, "test");
                CHECK(same_rows(read_back(queue, image, 0, c), c.host_pitch, host, c.host_pitch, c));

                for (const std::size_t pitch : {c.device_pitch, row}) {  // row by row, and in one piece
                    const Memory from = Memory::buffer(device(), extent(pitch, c), "test");
                    const Memory to = Memory::buffer(device(), extent(pitch, c), "test");
                    const Memory other = Memory::natural(device(), format, "test");
                    const Memory third = Memory::natural(device(), format, "test");
                    queue.write(from, pitch, host.data(), c.host_pitch, row, height, "test");
                    queue.copy(other, 0, from, pitch, row, height, "test");
                    queue.copy(third, 0, other, 0, row, height, "test");
                    queue.copy(to, pitch, third, 0, row, height, "test");
                    CHECK(same_rows(read_back(queue, to, pitch, c), c.host_pitch, host, c.host_pitch, c));
                }
            }
    CHECK(kinds >= 4 * 7);  // RGBA of every type is there wherever image objects are
}

TEST_CASE("a part of the rows may be transferred") {
    Queue queue(device());
    const Bytes host = noise(16 * 4 * 3, 4);
    const Memory image = Memory::image(device(), 9, 8, "test");
    queue.write(image, 0, host.data(), 64, 64, 3, "test");
    CHECK(same_rows(read_back(queue, image, 0, {64, 3, 64, 0}), 64, host, 64, {64, 3, 64, 64}));
}

TEST_CASE("a buffer is cleared for as many bytes as are asked for") {
    Queue queue(device());
    for (const std::size_t bytes : {1, 3, 4, 64, 99, 100}) {
        const Memory memory = Memory::buffer(device(), 100, "test");
        const Bytes before(100, untouched);
        queue.write(memory, 100, before.data(), 100, 100, 1, "test");
        queue.fill_zero(memory, bytes, "test");
        Bytes after(100);
        queue.wait(queue.read(after.data(), 100, memory, 100, 100, 1, "test"), "test");
        Bytes expected(bytes, 0);
        expected.resize(100, untouched);
        CHECK(after == expected);
    }
}

TEST_CASE("transfers that do not fit are refused before they are enqueued") {
    Bytes host(4096);
    Queue queue(device());  // goes before `host` does, and finishes what is on it
    const Memory buffer = Memory::buffer(device(), 100, "test");
    const Memory image = Memory::image(device(), 4, 4, "test");
    const auto write = [&](const Memory& dst, std::size_t pitch, std::size_t row_bytes, std::size_t rows) {
        return error_of([&] { queue.write(dst, pitch, host.data(), 256, row_bytes, rows, "load"); });
    };
    CHECK(write(buffer, 101, 101, 1) ==
          "load: 1 rows of 101 bytes with a pitch of 101 do not fit a buffer of 100 bytes");
    CHECK(contains(write(buffer, 34, 33, 3), "do not fit"));
    CHECK(write(buffer, 33, 33, 3) == "no error");
    CHECK(contains(write(buffer, ~std::size_t{0} / 2, 10, 4), "do not fit"));
    CHECK(contains(write(buffer, 10, 20, 2), "overlap with a pitch of 10"));
    CHECK(contains(write(image, 0, 20, 1), "are not whole texels"));
    CHECK(contains(write(image, 0, 80, 1), "do not fit an image object of 4 x 4 texels"));
    const Memory natural = Memory::natural(device(), {4, 4, 4, Pixel::u8}, "test");
    CHECK(contains(write(natural, 0, 6, 1), "are not whole texels of 4 bytes"));
    CHECK(contains(write(natural, 0, 20, 1), "do not fit an image object of 4 x 4 texels"));
    CHECK(
        contains(error_of([&] { queue.copy(image, 0, natural, 0, 16, 1, "copy"); }),
                 "between image objects of RGBA/UNSIGNED_INT8 and RGBA/UNSIGNED_INT32: their texels differ"));
    CHECK(contains(write(image, 0, 64, 5), "do not fit an image object of 4 x 4 texels"));
    CHECK(contains(write(Memory(), 16, 16, 1), "empty memory"));
    CHECK(contains(error_of([&] { queue.read(host.data(), 8, buffer, 16, 16, 2, "save"); }), "overlap"));
    CHECK(
        contains(error_of([&] { queue.copy(buffer, 64, image, 0, 64, 3, "copy"); }), "do not fit a buffer"));
    CHECK(contains(error_of([&] { queue.fill_zero(image, 16, "table"); }), "only buffers"));
}
