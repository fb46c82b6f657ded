// What cameras give: planes of brightness and colour differences, patterns of colours, packed bits.
#include "tests/error_of.hpp"
#include "tests/every_pair.hpp"
#include "tests/reference/samples.hpp"
#include "tests/stages/neighbours.hpp"

#include <cmath>

using namespace sluice;
using namespace sluice::test;
using reference::Samples;

namespace {

// Of an image of this format and size: all of its planes, random but for the range.
Images frame_of(const std::string& format, std::size_t width, std::size_t height, Pixel pixel = Pixel::u8) {
    const ImageFormat half{(width + 1) / 2, (height + 1) / 2, 1, pixel};
    Images frame;
    const auto add = [&](const std::string& id, ImageFormat of, int channels) {
        of.channels = channels;
        HostImage image(of);  // two channels are data
        reference::Random random(id.size());
        for (std::size_t row = 0; row < of.rows(); ++row)
            for (std::size_t x = 0; x < of.width; ++x)
                for (int c = 0; c < channels; ++c)
                    set_sample(image.view(), x, row, c,
                               is_integer(pixel) ? std::floor(random.uniform() * (of.white_value() + 1))
                                                 : random.uniform());
        frame.emplace(id, std::move(image));
    };
    const bool packed = format == "yuyv" || format == "uyvy", three = format == "i420" || format == "yv12";
    add("input", {width, height, 1, pixel}, packed ? 2 : 1);
    if (!packed) add("second", half, three ? 1 : 2);
    if (three) add("third", half, 1);
    return frame;
}

// A chain whose first stage takes all planes.
std::string chain_of(const Images& frame, const std::string& stages) {
    std::string inputs, from;
    for (const char* id : {"second", "third"})
        if (frame.contains(id)) inputs += "input id=" + std::string(id) + "; ", from += "," + std::string(id);
    return inputs + "input | yuv from=input" + from + " " + stages;
}

const std::vector<std::string>& formats() {
    static const std::vector<std::string> all{"nv12", "nv21", "i420", "yv12", "yuyv", "uyvy", "p010"};
    return all;
}

std::size_t passes(const std::string& chain, const Images& images) {
    return Plan(Graph::from_chain(chain), formats_of(images), device()).execution->passes();
}

// A row of bytes.
HostImage bytes(const Samples& samples) { return reference::row_of(Pixel::u8, 1, samples); }

}  // namespace

TEST_CASE("frames of every format equal the reference, in strips and in every storage") {
    for (const auto& [format, filter, matrix, range, pixel] : every_pair(
             formats(),
             std::vector<std::string>{"nearest", "linear", "linear siting=center", "linear siting=topleft"},
             std::vector<std::string>{"bt601", "bt709", "bt2020"},
             std::vector<std::string>{"limited", "full"}, std::vector<std::string>{"", " pixel=f32"})) {
        const bool packed = format == "yuyv" || format == "uyvy";
        const Images frame =
            frame_of(format, packed ? 22 : 21, 13, format == "p010" ? Pixel::u16 : Pixel::u8);
        check_neighbours(
            chain_of(frame, format + " filter=" + filter + " matrix=" + matrix + " range=" + range + pixel),
            frame, {2}, {way(StorageChoice::image, 1, 64)});
    }
    // So wide that vectors of pixels lie within.
    for (const std::string& format : formats()) {
        const Images frame = frame_of(format, 150, 5, format == "p010" ? Pixel::u16 : Pixel::u8);
        check_neighbours(chain_of(frame, format), frame, {}, {});
    }
}

TEST_CASE("grey is grey, white is white, and colours are those of BT.601 and BT.709") {
    const auto rgb = [](const std::string& parameters, double y, double u, double v) {
        Images frame = frame_of("yuyv", 2, 1);
        HostImage& image = frame.at("input");
        set_sample(image.view(), 0, 0, 0, y), set_sample(image.view(), 1, 0, 0, y);
        set_sample(image.view(), 0, 0, 1, u), set_sample(image.view(), 1, 0, 1, v);
        const Samples both = of("yuv yuyv " + parameters, image);
        CHECK(Samples(both.begin(), both.begin() + 3) == Samples(both.begin() + 3, both.end()));
        return Samples(both.begin(), both.begin() + 3);
    };
    CHECK(rgb("", 16, 128, 128) == Samples{0, 0, 0});
    CHECK(rgb("", 235, 128, 128) == Samples{255, 255, 255});
    CHECK(rgb("range=full", 77, 128, 128) == Samples{77, 77, 77});
    CHECK(rgb("", 81, 90, 240) == Samples{254, 0, 0});               // red of BT.601
    CHECK(rgb("matrix=bt709", 63, 102, 240) == Samples{255, 1, 0});  // red of BT.709
}

TEST_CASE("ten bits in the upper bits of 16 are ten bits") {
    Images frame = frame_of("p010", 2, 2, Pixel::u16);
    const auto set = [&](const std::string& id, double v) {
        HostImage& image = frame.at(id);
        for (std::size_t row = 0; row < image.format().height; ++row)
            for (std::size_t x = 0; x < image.format().width; ++x)
                for (int c = 0; c < image.format().channels; ++c) set_sample(image.view(), x, row, c, v * 64);
    };
    set("second", 512);
    const auto grey = [&](double y, const std::string& range) {
        set("input", y);
        return reference::samples_of(
            found(chain_of(frame, "p010 range=" + range), frame, {}).images.at("output").view())[0];
    };
    CHECK(grey(64, "limited") == 0);
    CHECK(grey(940, "limited") == 65535);
    CHECK(grey(1023, "full") == 65535);
}

TEST_CASE("a frame is decoded by the pass that uses it, whatever its format") {
    for (const std::string& format : formats()) {
        CAPTURE(format);
        const Images frame = frame_of(format, 64, 48, format == "p010" ? Pixel::u16 : Pixel::u8);
        CHECK(passes(chain_of(frame, format), frame) == 1);
        CHECK(passes(chain_of(frame, format + " | convert pixel=f32 | gamma 0.8"), frame) == 1);
        CHECK(passes(chain_of(frame, format + " | normalize"), frame) ==
              passes("normalize", image({64, 48, 3, Pixel::u8})));
    }
    const Images raw = image({64, 48, 1, Pixel::u16});
    CHECK(passes("demosaic bits=12 | convert pixel=f32 | gamma 0.8", raw) == 1);
    CHECK(passes("unpack 12 | convert pixel=f32", image({96, 48, 1, Pixel::u8})) == 1);
}

TEST_CASE("planes that do not belong together are refused, with what would be right") {
    const auto fault = [](const std::string& chain, const Images& images) {
        return error_of([&] { Plan(Graph::from_chain(chain), formats_of(images), device()); });
    };
    const auto has = [](const std::string& text, const std::string& part) {
        CAPTURE(text);
        CHECK(text.find(part) != std::string::npos);
    };
    Images frame = frame_of("nv12", 21, 13);
    has(fault("yuv nv12", image({21, 13, 1, Pixel::u8})), "format=nv12 has 2 planes, but from= names 1");
    has(fault(chain_of(frame, "i420"), frame), "format=i420 has 3 planes, but from= names 2");
    has(fault("yuv yuyv", image({21, 13, 1, Pixel::u8})), "the first plane of yuyv has two channels");
    has(fault("yuv yuyv", image({21, 13, 2, Pixel::u8})), "its width must be even, not 21");
    frame.at("second") = HostImage({10, 6, 2, Pixel::u8});
    has(fault(chain_of(frame, "nv12"), frame), "plane 2 of nv12 must be 11x7 u8 x2, not 10x6 u8 x2");
    has(fault("demosaic", image({21, 13, 3, Pixel::u8})), "gives one channel");
    has(fault("demosaic bits=12", image({21, 13, 1, Pixel::u8})), "bits=12 does not fit");
    has(fault("unpack 10", image({21, 13, 1, Pixel::u16})), "bytes in one channel");
    has(fault("unpack 10 width=17", image({21, 13, 1, Pixel::u8})), "have 16 pixels of 10 bits");
}

TEST_CASE("every pattern and method of demosaicing equals the reference") {
    for (const auto& [pattern, method, pixel, size] :
         every_pair(std::vector<std::string>{"rggb", "bggr", "grbg", "gbrg"},
                    std::vector<std::string>{"bilinear", "mhc"},
                    std::vector<Pixel>{Pixel::u8, Pixel::u16, Pixel::f32},
                    std::vector<Size>{{2, 2}, {37, 15}, {64, 3}}))
        check_neighbours("demosaic " + pattern + " method=" + method,
                         image({size.width, size.height, 1, pixel}), {2}, {way(StorageChoice::image, 1, 64)});
}

TEST_CASE("a sensor that sees one colour gives an image of that colour, up to its edges") {
    // Reds are 200, greens 100, blues 50.
    const HostImage raw = grid(4, {200, 100, 200, 100, 100, 50, 100, 50, 200, 100, 200, 100});
    for (const char* method : {"bilinear", "mhc"}) {
        const Samples rgb = of("demosaic rggb method=" + std::string(method), raw);
        for (std::size_t i = 0; i < rgb.size(); i += 3) {
            CHECK(rgb[i] == 200);
            CHECK(rgb[i + 1] == 100);
            CHECK(rgb[i + 2] == 50);
        }
    }
}

TEST_CASE("packed rows are unpacked as their makers define them") {
    CHECK(of("unpack 10", bytes({0xFF, 0x01, 0x80, 0x00, 0b11100100})) == Samples{1020, 5, 514, 3});
    CHECK(of("unpack 12", bytes({0xAB, 0x12, 0x3C})) == Samples{0xABC, 0x123});
    CHECK(of("unpack 10 packing=pfnc", bytes({0xFF, 0x03, 0x00, 0x40, 0x80})) == Samples{0x3FF, 0, 0, 0x201});
    CHECK(of("unpack 12 packing=pfnc", bytes({0xBC, 0x3A, 0x12})) == Samples{0xABC, 0x123});
    CHECK(of("unpack 12 packing=gige", bytes({0xAB, 0x3C, 0x12})) == Samples{0xABC, 0x123});
    CHECK(of("unpack 10 packing=gige", bytes({0xFF, 0x12, 0x01})) == Samples{1022, 5});
    for (const char* packing : {"mipi", "pfnc", "gige"})
        for (const char* bits : {"10", "12"})
            check_neighbours("unpack " + std::string(bits) + " packing=" + packing,
                             image({47, 9, 1, Pixel::u8}), {2}, {way(StorageChoice::image, 1, 64)});
}

TEST_CASE("packed patterns go through in their own white") {
    const Images packed = image({30, 8, 1, Pixel::u8});
    check_neighbours("unpack 12 | demosaic gbrg method=mhc | convert pixel=u8", packed);
}

TEST_CASE("planes of a frame equal the reference, and lead back to the image") {
    for (const auto& [plane, range, filter, pixel] :
         every_pair(std::vector<std::string>{"u", "v", "uv", "vu"},
                    std::vector<std::string>{"limited", "full"}, std::vector<std::string>{"mean", "nearest"},
                    std::vector<Pixel>{Pixel::u8, Pixel::u16, Pixel::f32}))
        check_neighbours("to_yuv " + plane + " range=" + range + " filter=" + filter,
                         image({21, 13, 3, pixel}), {2}, {way(StorageChoice::image, 1, 64)});
    check_neighbours("to_yuv y matrix=bt709", image({21, 13, 4, Pixel::u8}));

    // One colour for each 2 x 2 pixels, so that nothing is lost but by rounding.
    const HostImage src = reference::image_of({8, 6, 3, Pixel::u8}, [](std::size_t x, std::size_t y, int c) {
        return 40 + 20 * static_cast<double>(x / 2) + 10 * static_cast<double>(y / 2) + 15 * c;
    });
    const HostImage there =
        run("input | to_yuv y id=y; to_yuv uv from=input id=uv; yuv from=y,uv", src.view()).image;
    double most = 0;
    for (std::size_t y = 0; y < 6; ++y)
        for (std::size_t x = 0; x < 8; ++x)
            for (int c = 0; c < 3; ++c)
                most = std::max(most, std::fabs(sample(there.view(), x, y, c) - sample(src.view(), x, y, c)));
    CHECK(most <= 2);
    CHECK(passes("input | to_yuv y id=y | output id=a; to_yuv uv from=input id=uv | output id=b",
                 image({64, 48, 3, Pixel::u8})) == 2);  // of two sizes
}
