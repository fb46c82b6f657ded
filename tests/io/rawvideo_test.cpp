#include "tests/io/known_image.hpp"
#include "tests/reference/random_image.hpp"
#include "tests/temporary_folder.hpp"

#include "io/save_format.hpp"
#include "io/write.hpp"
#include "pipeline/core/image_stream.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

using namespace sluice;
using known::contains;

namespace {

const std::vector<std::string> yuv_layouts{"nv12", "nv21", "i420", "yv12", "yuyv", "uyvy", "p010"};
const std::vector<std::string> other_layouts{"grey8", "grey16", "rgb24", "bgr24",
                                             "rgba",  "bgra",   "rgb48", "rgba64"};

std::vector<std::string> all_layouts() {
    std::vector<std::string> all = yuv_layouts;
    all.insert(all.end(), other_layouts.begin(), other_layouts.end());
    return all;
}

ReadOptions raw_options(const std::string& size, const std::string& pixels, const Values& more = {}) {
    ReadOptions options;
    options.of_format = more;
    if (!size.empty()) options.of_format["size"] = size;
    if (!pixels.empty()) options.of_format["pixels"] = pixels;
    return options;
}

std::string raw_size(std::size_t width, std::size_t height) {
    return std::to_string(width) + "x" + std::to_string(height);
}

std::string random_bytes(std::size_t count, std::uint64_t seed = 1) {
    reference::Random random(seed);
    std::string bytes(count, '\0');
    for (char& byte : bytes) byte = static_cast<char>(random.bits());
    return bytes;
}

// The numbers of a pixel, as the definitions of the layouts say: in FourCC and in ffmpeg's pixdesc.
struct Ycc {
    double y, u, v;
};
Ycc numbers_at(const std::string& layout, const std::string& frame, std::size_t width, std::size_t height,
               std::size_t x, std::size_t y) {
    const auto byte = [&](std::size_t at) {
        return static_cast<double>(static_cast<unsigned char>(frame[at]));
    };
    const std::size_t half = (width + 1) / 2, luma = width * height, plane = half * ((height + 1) / 2);
    const std::size_t shared = y / 2 * half + x / 2;
    if (layout == "i420") return {byte(y * width + x), byte(luma + shared), byte(luma + plane + shared)};
    if (layout == "yv12") return {byte(y * width + x), byte(luma + plane + shared), byte(luma + shared)};
    if (layout == "nv12") return {byte(y * width + x), byte(luma + 2 * shared), byte(luma + 2 * shared + 1)};
    if (layout == "nv21") return {byte(y * width + x), byte(luma + 2 * shared + 1), byte(luma + 2 * shared)};
    const std::size_t pair = y * 2 * width + x / 2 * 4, second = x % 2 * 2;
    if (layout == "yuyv") return {byte(pair + second), byte(pair + 1), byte(pair + 3)};
    if (layout == "uyvy") return {byte(pair + 1 + second), byte(pair), byte(pair + 2)};
    const auto word = [&](std::size_t at) {  // p010: ten bits, from 0 to 255 and three quarters
        return std::floor((byte(2 * at) + 256 * byte(2 * at + 1)) / 64) / 4;
    };
    return {word(y * width + x), word(luma + 2 * shared), word(luma + 2 * shared + 1)};
}

// ITU-R BT.601, BT.709 and BT.2020, of numbers of 8 bits, from 0 to 1. `white`: of the full range, or 0.
std::array<double, 3> colours_of(const Ycc& n, double red, double blue, double white) {
    const double y = white > 0 ? n.y / white : (n.y - 16) / 219, of = white > 0 ? white : 224;
    const double b = (n.u - 128) / of, r = (n.v - 128) / of, green = 1 - red - blue;
    return {y + 2 * (1 - red) * r, y - 2 * (1 - blue) * blue / green * b - 2 * (1 - red) * red / green * r,
            y + 2 * (1 - blue) * b};
}

std::size_t frame_bytes(const std::string& layout, std::size_t width, std::size_t height) {
    const std::size_t luma = width * height, shared = (width + 1) / 2 * ((height + 1) / 2);
    if (layout == "yuyv" || layout == "uyvy") return 2 * luma;
    if (layout == "p010") return 2 * (luma + 2 * shared);
    if (layout == "grey8") return luma;
    if (layout == "grey16") return 2 * luma;
    if (layout == "rgb24" || layout == "bgr24") return 3 * luma;
    if (layout == "rgba" || layout == "bgra") return 4 * luma;
    if (layout == "rgb48") return 6 * luma;
    if (layout == "rgba64") return 8 * luma;
    return luma + 2 * shared;
}

std::string encoded_raw(const HostImage& image, const Values& options) {
    const auto file = encode("yuv", image.view(), {}, options);
    return {file.begin(), file.end()};
}

std::string raw_fault(const std::string& bytes, const ReadOptions& options) {
    return known::error_of([&] { read(as_bytes(bytes), "x.yuv", options); });
}

}  // namespace

TEST_CASE("frames of cameras are decoded as their definitions say") {
    struct Weights {
        std::string matrix;
        double red, blue;
    };
    for (const std::string& layout : yuv_layouts)
        for (const auto& [width, height] :
             {std::array<std::size_t, 2>{6, 5}, std::array<std::size_t, 2>{7, 4}, {2, 1}, {1, 1}})
            for (const Weights& weights : {Weights{"bt601", 0.299, 0.114}, Weights{"bt709", 0.2126, 0.0722},
                                           Weights{"bt2020", 0.2627, 0.0593}})
                for (const bool full : {false, true}) {
                    if (width % 2 != 0 && (layout == "yuyv" || layout == "uyvy")) continue;
                    CAPTURE(layout);
                    CAPTURE(width);
                    const std::string frame = random_bytes(frame_bytes(layout, width, height), width);
                    const HostImage image = read(
                        as_bytes(frame), "x.yuv",
                        raw_options(
                            raw_size(width, height), layout,
                            {{"matrix", weights.matrix}, {"range", std::string(full ? "full" : "limited")}}));
                    const Pixel pixel = layout == "p010" ? Pixel::u16 : Pixel::u8;
                    REQUIRE(image.format() == ImageFormat{width, height, 3, pixel});
                    const double white = default_white(pixel);
                    const double full_white = !full ? 0 : layout == "p010" ? 1023.0 / 4 : 255;
                    double most = 0;
                    for (std::size_t y = 0; y < height; ++y)
                        for (std::size_t x = 0; x < width; ++x) {
                            const auto right = colours_of(numbers_at(layout, frame, width, height, x, y),
                                                          weights.red, weights.blue, full_white);
                            for (int c = 0; c < 3; ++c)
                                most = std::max(most, std::fabs(sample(image.view(), x, y, c) -
                                                                white * std::clamp(right[c], 0.0, 1.0)));
                        }
                    CHECK(most < 0.5 + white * 1e-6);
                }
}

TEST_CASE("i420 is decoded and written as the frames of a Y4M are") {
    const std::string frame = random_bytes(frame_bytes("i420", 7, 5));
    const HostImage raw = read(as_bytes(frame), "x.yuv", raw_options("7x5", "i420"));
    const HostImage y4m = read(as_bytes("YUV4MPEG2 W7 H5 C420\nFRAME\n" + frame), "x.y4m");
    CHECK(known::difference(raw, y4m) == "");
    const auto file = encode("y4m", raw.view());
    CHECK(encoded_raw(raw, {{"pixels", std::string("i420")}}) ==
          std::string(file.begin(), file.end()).substr(file.size() - frame.size()));
}

TEST_CASE("numbers that are written are those of the mean of the pixels that share them") {
    for (const std::string& layout : yuv_layouts) {
        CAPTURE(layout);
        const Pixel pixel = layout == "p010" ? Pixel::u16 : Pixel::u8;
        const double white = default_white(pixel);
        const std::size_t width = 6, height = 5;
        const HostImage image = reference::random_image({width, height, 3, pixel});
        const std::string frame = encoded_raw(image, {{"pixels", layout}, {"matrix", std::string("bt709")}});
        REQUIRE(frame.size() == frame_bytes(layout, width, height));
        const auto of = [&](std::size_t x, std::size_t y) -> std::array<double, 3> {
            std::array<double, 3> rgb{};
            for (int c = 0; c < 3; ++c)
                rgb[c] = sample(image.view(), std::min(x, width - 1), std::min(y, height - 1), c) / white;
            return rgb;
        };
        const auto light = [](const std::array<double, 3>& rgb) {
            return 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2];
        };
        const std::size_t down = layout == "yuyv" || layout == "uyvy" ? 1 : 2;
        double most = 0;
        for (std::size_t y = 0; y < height; ++y)
            for (std::size_t x = 0; x < width; ++x) {
                double u = 0, v = 0;
                for (std::size_t dy = 0; dy < down; ++dy)
                    for (std::size_t dx = 0; dx < 2; ++dx) {
                        const auto rgb = of(x / 2 * 2 + dx, y / down * down + dy);
                        const double share = 1.0 / static_cast<double>(2 * down);
                        u += (rgb[2] - light(rgb)) / 2 / (1 - 0.0722) * share;
                        v += (rgb[0] - light(rgb)) / 2 / (1 - 0.2126) * share;
                    }
                const Ycc found = numbers_at(layout, frame, width, height, x, y);
                most = std::max({most, std::fabs(found.y - (16 + 219 * light(of(x, y)))),
                                 std::fabs(found.u - (128 + 224 * u)), std::fabs(found.v - (128 + 224 * v))});
            }
        CHECK(most < (layout == "p010" ? 0.125 : 0.5) + 1e-4);
        if (layout != "p010") continue;
        for (std::size_t at = 0; at < frame.size(); at += 2) CHECK((frame[at] & 63) == 0);
    }
}

TEST_CASE("grey and colours are the bytes of the file, in its order") {
    for (const std::string& layout : other_layouts) {
        CAPTURE(layout);
        const std::string frame = random_bytes(frame_bytes(layout, 5, 3));
        const HostImage image = read(as_bytes(frame), "x.yuv", raw_options("5x3", layout));
        const bool wide = layout == "grey16" || layout == "rgb48" || layout == "rgba64";
        const int channels = layout.starts_with("grey")                    ? 1
                             : layout == "rgba64" || layout.ends_with('a') ? 4
                                                                           : 3;
        REQUIRE(image.format() == ImageFormat{5, 3, channels, wide ? Pixel::u16 : Pixel::u8});
        for (std::size_t i = 0; i < 15; ++i)
            for (int c = 0; c < channels; ++c) {
                const bool turned = layout.starts_with("bgr") && c < 3;
                const std::size_t at =
                    i * static_cast<std::size_t>(channels) + static_cast<std::size_t>(turned ? 2 - c : c);
                const auto byte = [&](std::size_t n) { return static_cast<unsigned char>(frame[n]); };
                const int right = wide ? byte(2 * at) + 256 * byte(2 * at + 1) : byte(at);
                CHECK(sample(image.view(), i % 5, i / 5, c) == right);
            }
        CHECK(encoded_raw(image, {{"pixels", layout}}) == frame);
    }
}

TEST_CASE("names of ffmpeg are accepted") {
    for (const auto& [theirs, ours] : {std::pair<std::string, std::string>{"yuv420p", "i420"},
                                       {"yuyv422", "yuyv"},
                                       {"gray16le", "grey16"},
                                       {"rgba64le", "rgba64"}}) {
        const std::string frame = random_bytes(frame_bytes(ours, 4, 2));
        CHECK(known::difference(read(as_bytes(frame), "x.yuv", raw_options("4x2", theirs)),
                                read(as_bytes(frame), "x.yuv", raw_options("4x2", ours))) == "");
    }
}

TEST_CASE("the name of a file tells raw video, or the format that is given") {
    const std::string frame = random_bytes(12);
    ReadOptions options = raw_options("2x2", "rgb24");
    const HostImage right = read(as_bytes(frame), "x.yuv", options);
    CHECK(known::difference(read(as_bytes(frame), "x.RAWVIDEO", options), right) == "");
    CHECK(contains(known::error_of([&] { read(as_bytes(frame), "x.bin", options); }),
                   "; load.format=yuv reads raw video"));
    options.format = "rawvideo";
    CHECK(known::difference(read(as_bytes(frame), "x.bin", options), right) == "");
    // Frames may begin as any other file does.
    const std::string like_png = "\x89PNG\r\n\x1A\n1234";
    CHECK(sample(read(as_bytes(like_png), "x.yuv", options).view(), 0, 0, 0) == 0x89);
    options.format = "png";
    CHECK(contains(known::error_of([&] { read(as_bytes(frame), "x.yuv", options); }), "it is no PNG"));
    options.format = "nope";
    CHECK(contains(known::error_of([&] { read(as_bytes(frame), "x.yuv", options); }),
                   "'nope' is no format that sluice reads"));
}

TEST_CASE("frames of raw video are pages, and layers of one image") {
    const std::string frames = random_bytes(3 * 12);
    ReadOptions options = raw_options("2x2", "rgb24");
    const auto page = [&](int number) {
        options.page = number;
        return read(as_bytes(frames), "x.yuv", options);
    };
    for (const int number : {1, 2, 3}) {
        const std::string alone = frames.substr(static_cast<std::size_t>(number - 1) * 12, 12);
        CHECK(known::difference(page(number), read(as_bytes(alone), "x.yuv", raw_options("2x2", "rgb24"))) ==
              "");
    }
    CHECK(page(0).format().layers == 3);
    CHECK(sample(page(0).view(), 0, 2, 0) == sample(page(2).view(), 0, 0, 0));
    CHECK(contains(known::error_of([&] { page(4); }), "it has no page 4: it has 3 pages"));
}

TEST_CASE("raw video is read image by image, as many as are asked for") {
    const TemporaryFolder folder;
    const std::string frames = random_bytes(3 * 24);
    const std::string path = folder.put("a.yuv", frames);
    for (const std::size_t most : {0, 2}) {
        ReadOptions options = raw_options("4x4", "i420");
        options.frames = most;
        const std::unique_ptr<ImageFile> file = open_image(path, options);
        auto& stream = dynamic_cast<ImageStream&>(*file);
        REQUIRE(stream.has_images());
        HostImage image(file->header().format);
        std::size_t count = 0;
        for (; stream.next(image.view(), {}); ++count) {
            options.page = static_cast<int>(count + 1);
            CHECK(known::difference(image, read(path, options)) == "");
        }
        CHECK(count == (most == 0 ? 3 : most));
    }
}

TEST_CASE("what raw video does not say has to be given") {
    const std::string frame = random_bytes(24);
    CHECK(raw_fault(frame, {}) ==
          "x.yuv: raw video does not say how large its frames are; load.size does, such as 1920x1080");
    CHECK(raw_fault(frame, raw_options("4x4", "")) ==
          "x.yuv: raw video does not say how its pixels are stored; load.pixels does, such as nv12");
    CHECK(contains(raw_fault(frame, raw_options("0x4", "nv12")), "size 0 is outside [1, 1048576]"));
    CHECK(contains(raw_fault(frame, raw_options("4x4", "nv13")), "did you mean"));
    CHECK(contains(raw_fault("", raw_options("4x4", "nv12")), "the file is empty"));
    CHECK(contains(raw_fault(frame, raw_options("3x4", "yuyv")), "the width must be even, not 3"));
    CHECK(contains(known::error_of([] {
                       encoded_raw(HostImage({3, 2, 3}), {{"pixels", std::string("uyvy")}});
                   }),
                   "the width must be even, not 3"));
}

TEST_CASE("a file that is no whole number of frames is refused, or its whole frames are read") {
    const std::string bytes = random_bytes(2 * 24 + 5);
    ReadOptions options = raw_options("4x4", "i420");
    CHECK(raw_fault(bytes, options) ==
          "x.yuv: it has 53 bytes, and a frame of 4x4 pixels as i420 has 24: 5 bytes stand behind the last "
          "whole frame; it is cut off, or has another size or other pixels; load.lenient=true takes the "
          "whole frames");
    CHECK(raw_fault(bytes.substr(0, 23), options) ==
          "x.yuv: it has 23 bytes, and a frame of 4x4 pixels as i420 has 24");
    options.lenient = true;
    options.page = 0;
    std::vector<std::string> said;
    const HostImage whole =
        read(as_bytes(bytes), "x.yuv", options, [&](const Wording& text) { said.push_back(text); });
    CHECK(whole.format().layers == 2);
    CHECK(said.size() == 1);
    CHECK(contains(said.front(), "5 bytes stand behind the last whole frame, and are left out"));
    options.page = 3;
    CHECK(contains(raw_fault(bytes, options), "it has no page 3: it has 2 pages"));
    options.page = 1;
    CHECK(contains(raw_fault(bytes.substr(0, 23), options), "it has 23 bytes"));
}

TEST_CASE("a frame that is too large is refused before anything is read") {
    const std::string bytes = random_bytes(100);
    for (const std::string& layout : all_layouts()) {
        CAPTURE(layout);
        CHECK(raw_fault(bytes, raw_options("1048576x1048576", layout)) != "");
    }
}

TEST_CASE("raw video of any length is read or refused") {
    for (const std::string& layout : all_layouts())
        for (std::size_t size = 0; size < 80; ++size)
            for (const bool lenient : {false, true})
                for (const int page : {0, 1, 2}) {
                    ReadOptions options = raw_options("3x3", layout);
                    options.lenient = lenient;
                    options.page = page;
                    const std::string bytes = random_bytes(size, size);
                    const std::size_t frame = frame_bytes(layout, 3, 3);
                    const bool odd = layout == "yuyv" || layout == "uyvy";
                    const bool right = !odd && size >= frame * static_cast<std::size_t>(std::max(page, 1)) &&
                                       (lenient || size % frame == 0);
                    CHECK((raw_fault(bytes, options) == "") == right);
                }
}

TEST_CASE("what an image is saved as follows from pixels") {
    const auto as = [](const ImageFormat& image, const std::string& pixels) {
        return writable("yuv", image, {{"pixels", pixels}});
    };
    const ImageFormat deep{4, 4, 3, Pixel::u16};
    CHECK(as(deep, "nv12") == ImageFormat{4, 4, 3, Pixel::u8});
    CHECK(as(deep, "p010") == deep);
    CHECK(as({4, 4, 3, Pixel::f32}, "rgb48") == deep);
    CHECK(as({4, 4, 1, Pixel::u8}, "rgb24") == ImageFormat{4, 4, 3, Pixel::u8});
    CHECK(writable("yuv", deep) == ImageFormat{4, 4, 3, Pixel::u8});  // i420
    CHECK(contains(known::error_of([&] { as(deep, "grey8"); }), "raw video cannot hold colours"));
    CHECK(lacks_alpha("yuv", {4, 4, 4}, {{"pixels", std::string("nv12")}}));
    CHECK(!lacks_alpha("yuv", {4, 4, 4}, {{"pixels", std::string("bgra")}}));
}
