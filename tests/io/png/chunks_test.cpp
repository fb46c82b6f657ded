// Chunks of PNG in odd places, and what they say of the colours.
#include "tests/io/known_image.hpp"
#include "tests/io/png/parts.hpp"
#include "tests/temporary_folder.hpp"

#include "io/icc.hpp"
#include "io/png/chunks.hpp"
#include "io/write.hpp"

#include "tests/skip.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

using namespace sluice;
using known::ChunkPlace;
using known::difference;
using known::u32be;
using known::with_chunk;

namespace {

std::string png_file(const std::string& name) { return bytes_of(known::path(name)); }

HostImage read_chunks(const std::string& bytes, std::vector<std::string>* warnings = nullptr,
                      const ReadOptions& options = {}) {
    return read(as_bytes(bytes), "test.png", options, [&](const std::string& message) {
        if (warnings != nullptr) warnings->push_back(message);
    });
}

std::string primaries(std::uint32_t red_x) {
    std::string data;
    for (const std::uint32_t value : {31270u, 32900u, red_x, 33000u, 30000u, 60000u, 15000u, 6000u})
        data += u32be(value);
    return data;
}

// What is said when a picture with these chunks is written.
std::vector<std::string> said(const std::string& png, const std::string& extension) {
    std::vector<std::string> warnings;
    const Warn warn = [&](const std::string& message) { warnings.push_back(message); };
    const HostImage image = read(as_bytes(png), "test.png", {}, warn);
    encode(extension, image.view(), image.metadata, {}, warn);
    return warnings;
}

// The kinds of its chunks.
std::string kinds(const std::vector<std::uint8_t>& png) {
    std::string list;
    for (std::size_t at = 8; at + 12 <= png.size(); at += 12 + number_in(Bytes(png).subspan(at, 4), true))
        list += std::string(png.begin() + static_cast<std::ptrdiff_t>(at) + 4,
                            png.begin() + static_cast<std::ptrdiff_t>(at) + 8) +
                " ";
    return list;
}

}  // namespace

TEST_CASE("tRNS before PLTE makes no alpha, and the pixels stay in their places") {
    for (const std::string name : {"rgb8.png", "rgb16.png"}) {
        const std::string key(6, '\0');
        const std::string bytes =
            with_chunk(with_chunk(png_file(name), "PLTE", "\x01\x02\x03\x04\x05\x06"), "tRNS", key);
        std::vector<std::string> warnings;
        CHECK(difference(read_chunks(bytes, &warnings), known::load(name)) == "");
        CHECK(warnings == std::vector<std::string>{"its transparency is left out: it is broken"});
        CHECK(probe(as_bytes(bytes), "test.png") == known::load(name).format());
        const HostImage lanes = open_image(as_bytes(bytes), "test.png")->read({Layout::device}, {});
        CHECK(difference(lanes, known::load(name)) == "");
    }
}

TEST_CASE("XMP is found before and behind the pixels, and no other text is taken for it") {
    const std::string packet = "<x:xmpmeta/>";
    const std::string text = std::string(png_xmp_key) + std::string(4, '\0') + packet;
    for (const ChunkPlace place : {ChunkPlace::behind_header, ChunkPlace::behind_pixels}) {
        const HostImage image = read_chunks(with_chunk(png_file("rgb8.png"), "iTXt", text, place));
        CHECK(std::string(image.metadata.xmp.begin(), image.metadata.xmp.end()) == packet);
    }
    const std::string other = std::string("Comment") + std::string(5, '\0') + packet;
    CHECK(read_chunks(with_chunk(png_file("rgb8.png"), "iTXt", other)).metadata.xmp.empty());
    // Of a chunk that says it is packed and is not, nothing is taken.
    std::string bad = std::string(png_xmp_key) + std::string("\1\0\0\0", 4) + packet;
    std::vector<std::string> warnings;
    CHECK(read_chunks(with_chunk(png_file("rgb8.png"), "iTXt", bad), &warnings).metadata.xmp.empty());
    CHECK(warnings.size() == 1);
}

TEST_CASE("gamma and primaries go from PNG to PNG, and where they are lost that is said") {
    const std::string png =
        with_chunk(with_chunk(png_file("rgb8.png"), "cHRM", primaries(68000)), "gAMA", u32be(100000));
    const HostImage image = read_chunks(png);
    const std::vector<std::uint8_t> again = encode("png", image.view(), image.metadata);
    CHECK(kinds(again) == "IHDR gAMA cHRM IDAT IEND ");
    CHECK(read(again, "again").metadata.png_color == image.metadata.png_color);
    CHECK(said(png, "png").empty());
    const std::vector<std::string> lost = {
        "its colours are not sRGB, and what says so (gAMA, cHRM or cICP) is lost: JPEG cannot hold it; .png "
        "can"};
    CHECK(said(png, "jpg") == lost);
    CHECK(said(with_chunk(png_file("y8.png"), "gAMA", u32be(100000)), "jpg") == lost);
}

TEST_CASE("a PNG in PQ is linear light, by rows too, and keeps no chunk that says PQ") {
    const HostImage plain = read_chunks(png_file("rgb8.png"));
    const std::string pq = with_chunk(png_file("rgb8.png"), "cICP", std::string("\x01\x10\0\1", 4));
    const HostImage image = read_chunks(pq);
    CHECK(image.format().pixel == Pixel::f32);
    CHECK(image.format().space == Space::linear);
    CHECK(image.metadata.png_color.empty());
    CHECK(said(pq, "exr").empty());
    const auto light = [](double code) {  // BT.2100, table 4
        const double root = std::pow(code / 255, 32 / 2523.0);
        return 10000 / 203.0 *
               std::pow(std::max(root - 3424 / 4096.0, 0.0) / (2413 / 128.0 - 2392 / 128.0 * root),
                        16384 / 2610.0);
    };
    for (std::size_t y = 0; y < image.format().height; ++y)
        for (std::size_t i = 0; i < 3 * image.format().width; ++i) {
            const double right = light(reinterpret_cast<const std::uint8_t*>(plain.row(y))[i]);
            CHECK(reinterpret_cast<const float*>(image.row(y))[i] == doctest::Approx(right).epsilon(1e-4));
        }
}

TEST_CASE("primaries that a PNG says by number go to other formats as a profile") {
    const std::string p3 = with_chunk(png_file("rgb8.png"), "cICP", std::string("\x0C\x0D\0\1", 4));
    const HostImage image = read_chunks(p3);
    if (image.metadata.icc.empty()) return report_skip("sluice was built without Little CMS");
    CHECK(icc_name(image.metadata.icc) == "Display P3");
    CHECK(said(p3, "jpg").empty());
    CHECK(read(encode("jpg", image.view(), image.metadata), "again").metadata.icc == image.metadata.icc);
}

TEST_CASE("gamma and primaries of sRGB are lost without a word, as is what sRGB or a profile overrides") {
    const std::string plain = png_file("rgb8.png");
    CHECK(said(with_chunk(plain, "gAMA", u32be(45455)), "jpg").empty());
    CHECK(said(with_chunk(plain, "gAMA", u32be(45000)), "jpg").empty());
    CHECK(said(with_chunk(plain, "cHRM", primaries(64000)), "jpg").empty());
    CHECK(said(with_chunk(plain, "cICP", std::string("\x01\x0D\0\1", 4)), "jpg").empty());
    CHECK(said(with_chunk(with_chunk(plain, "gAMA", u32be(100000)), "sRGB", std::string(1, '\0')), "jpg")
              .empty());
    // Chunks of a wrong length, or behind the pixels, mean nothing.
    CHECK(said(with_chunk(plain, "gAMA", "1"), "jpg").empty());
    CHECK(said(with_chunk(plain, "gAMA", u32be(100000), ChunkPlace::behind_pixels), "jpg").empty());
}

TEST_CASE("pixels that only their checksum finds wrong, or that the palette does not have, are damage") {
    // Stored rows: the sum of the stream stands in the four bytes before the checksum of the chunk.
    const Values stored{{"compression", 0}};
    const HostImage src = known::image(known::rgb());
    const std::vector<std::uint8_t> whole = encode("png", src.view(), {}, stored);
    std::string bytes(whole.begin(), whole.end());
    const std::size_t start = bytes.find("IDAT"), end = bytes.size() - 12 - 4;
    std::string data = bytes.substr(start + 4, end - start - 4);
    data.back() ^= 1;
    const std::string wrong_sum =
        bytes.substr(0, start - 4) + known::png_chunk("IDAT", data.substr(0, data.size() - 4)) +
        known::png_chunk("IDAT", data.substr(data.size() - 4)) + known::png_chunk("IEND", "");
    // Two entries are left of the palette.
    std::string indexed = png_file("palette4.png");
    const std::size_t palette = indexed.find("PLTE") - 4;
    const std::size_t size = 12 + number_in(as_bytes(indexed).subspan(palette, 4), true);
    indexed = indexed.substr(0, palette) + known::png_chunk("PLTE", indexed.substr(palette + 8, 6)) +
              indexed.substr(palette + size);

    ReadOptions lenient;
    lenient.lenient = true;
    for (const auto& [png, why] : {std::pair<std::string, std::string>{
                                       wrong_sum, "it is a broken PNG: the checksum of its pixels is wrong"},
                                   {indexed, "it is a broken PNG: a pixel is outside of its palette"}}) {
        CHECK(known::error_of([&] { read_chunks(png); }) ==
              "test.png: " + why + "; load.lenient=true takes what can be read");
        std::vector<std::string> warnings;
        read_chunks(png, &warnings, lenient);
        CHECK(warnings == std::vector<std::string>{why + "; the part that could be read is used"});
    }
    CHECK(difference(read_chunks(wrong_sum, nullptr, lenient), src) == "");
    // Those pixels are black, the others right.
    const HostImage part = read_chunks(indexed, nullptr, lenient), right = known::load("palette4.png");
    std::size_t black = 0;
    for (std::size_t y = 0; y < right.format().height; ++y)
        for (std::size_t x = 0; x < right.format().width; ++x) {
            const auto* is = part.as<std::uint8_t>(y) + 3 * x;
            const bool dark = is[0] == 0 && is[1] == 0 && is[2] == 0;
            black += dark ? 1 : 0;
            CHECK((dark || std::equal(is, is + 3, right.as<std::uint8_t>(y) + 3 * x)));
        }
    CHECK(black > 0);
    CHECK(black < right.format().pixels());
}
