// Points on single colours, with values worked out by hand.
#include "tests/reference/samples.hpp"
#include "tests/stages/support.hpp"

#include <cmath>

using namespace sluice;
using reference::Samples;

namespace {

Samples made(const std::string& chain, Pixel pixel, int channels, const Samples& samples) {
    const HostImage src = reference::row_of(pixel, channels, samples);
    return reference::samples_of(test::run(chain, src.view()).image.view());
}
Samples of_bytes(const std::string& chain, const Samples& samples) {
    return made(chain, Pixel::u8, 1, samples);
}

}  // namespace

TEST_CASE("levels takes the black and the white point to the ends, and clamps") {
    const Samples bytes{0, 50, 51, 102, 128, 204, 255};
    CHECK(of_bytes("levels", bytes) == bytes);
    CHECK(of_bytes("levels 0.2 white=0.8", bytes) == Samples{0, 0, 0, 85, 128, 255, 255});
    CHECK(of_bytes("levels 0.2 white=0.8 low=0.2 high=0.4", bytes) == Samples{51, 51, 51, 68, 77, 102, 102});
    CHECK(of_bytes("levels black=0.8 white=0.2", bytes) == Samples{255, 255, 255, 170, 127, 0, 0});
    CHECK(of_bytes("levels gamma=2", {0, 64, 255}) == Samples{0, 128, 255});
}

TEST_CASE("levels, brightness and contrast leave no trace where they change nothing") {
    for (const char* stage : {"brightness", "contrast", "exposure", "solarize 1"})
        CHECK(made(stage, Pixel::f32, 1, {-1e-30F, 1e-20F, 0.3F, 0.999F}) ==
              Samples{-1e-30F, 1e-20F, 0.3F, 0.999F});
    CHECK(made("saturation", Pixel::f32, 3, {1e-20F, 0.3F, 7}) == Samples{1e-20F, 0.3F, 7});
}

TEST_CASE("brightness multiplies, contrast moves away from half of white; integers saturate") {
    CHECK(of_bytes("brightness 1.5", {0, 1, 100, 171, 255}) == Samples{0, 2, 150, 255, 255});
    CHECK(of_bytes("contrast 2", {0, 63, 64, 127, 191, 255}) == Samples{0, 0, 0, 126, 254, 255});
    CHECK(of_bytes("contrast 0", {0, 255}) == Samples{128, 128});
    CHECK(made("brightness 0.5", Pixel::i8, 1, {-128, -1, 127}) == Samples{-64, 0, 64});
}

TEST_CASE("exposure multiplies light, which of encoded values is not what they are multiplied by") {
    CHECK(of_bytes("exposure 1", {0, 10, 100, 128, 255}) == Samples{0, 18, 138, 176, 255});
    CHECK(of_bytes("exposure -1", {0, 20, 136, 173, 255}) == Samples{0, 11, 98, 126, 188});
}

TEST_CASE("saturation goes from luma to more than there was, and leaves grey and alpha alone") {
    CHECK(made("saturation 0", Pixel::u8, 4, {255, 0, 0, 7, 0, 255, 0, 8}) ==
          Samples{54, 54, 54, 7, 182, 182, 182, 8});
    CHECK(made("saturation 2", Pixel::u8, 3, {100, 100, 100, 200, 100, 100}) ==
          Samples{100, 100, 100, 255, 79, 79});
    CHECK(made("saturation 0.5", Pixel::u8, 1, {3, 200}) == Samples{3, 200});
}

TEST_CASE("posterize leaves evenly spaced levels, solarize inverts from a level on") {
    CHECK(of_bytes("posterize 2", {0, 127, 128, 255}) == Samples{0, 0, 255, 255});
    CHECK(of_bytes("posterize 4", {42, 43, 127, 128, 212, 213}) == Samples{0, 85, 85, 170, 170, 255});
    CHECK(of_bytes("solarize 0.5", {0, 127, 128, 255}) == Samples{0, 127, 127, 0});
}

TEST_CASE("asinh and log lift what is dark, below black too") {
    CHECK(of_bytes("asinh 10", {0, 26, 128, 255}) == Samples{0, 76, 197, 255});
    CHECK(of_bytes("log 1000", {0, 1, 26, 255}) == Samples{0, 59, 171, 255});
    const Samples signs = made("log 9", Pixel::f32, 1, {-1, 0, 1});
    CHECK(signs == Samples{-1, 0, 1});
}

TEST_CASE("a matrix of 9, 12 or 20 numbers mixes colours, grey becomes colours, alpha may take part") {
    const Samples pixel{10, 20, 30};
    CHECK(made("matrix", Pixel::u8, 3, pixel) == pixel);
    CHECK(made("matrix 0,0,1,0,1,0,1,0,0", Pixel::u8, 3, pixel) == Samples{30, 20, 10});
    CHECK(made("matrix 0,0,1,0,0,1,0,0.2,1,0,0,1", Pixel::u8, 4, {10, 20, 30, 40}) ==
          Samples{30, 71, 255, 40});
    CHECK(made("matrix 0,0,0,1,0,0,0,0,1,0,0,0,0,1,0,1,0,0,0,0", Pixel::u8, 3, pixel) ==
          Samples{255, 255, 255, 10});
    CHECK(made("matrix preset=sepia", Pixel::u8, 1, {100}) == Samples{135, 120, 94});
    CHECK(made("matrix preset=grayscale", Pixel::u8, 1, {100}) == Samples{100});
}

TEST_CASE("white balance makes a given grey neutral, temperature warms and cools") {
    CHECK(made("whitebalance 200,180,160", Pixel::u8, 3, {200, 180, 160, 100, 100, 255}) ==
          Samples{180, 180, 180, 90, 100, 255});
    CHECK(made("whitebalance 279,289,144", Pixel::u8, 3, {0, 0, 27}) == Samples{0, 0, 44});  // 44.5
    const Samples grey{128, 128, 128};
    CHECK(made("temperature", Pixel::u8, 3, grey) == grey);
    const Samples warm = made("temperature 9000", Pixel::u8, 3, grey);
    CHECK((warm[0] > 128 && warm[2] < 128));
    const Samples magenta = made("temperature tint=0.5", Pixel::u8, 3, grey);
    CHECK((magenta[0] > 128 && magenta[1] < 128 && magenta[2] == magenta[0]));
}

TEST_CASE("colours are multiplied by their alpha, divided by it, laid on a colour") {
    const Samples pixels{100, 50, 200, 128, 9, 9, 9, 0, 1, 2, 3, 255};
    CHECK(made("premultiply", Pixel::u8, 4, pixels) == Samples{50, 25, 100, 128, 0, 0, 0, 0, 1, 2, 3, 255});
    CHECK(made("unpremultiply", Pixel::u8, 4, {50, 25, 200, 128, 9, 9, 9, 0}) ==
          Samples{100, 50, 255, 128, 0, 0, 0, 0});
    CHECK(made("flatten 255,0,10", Pixel::u8, 4, pixels) == Samples{177, 25, 105, 255, 0, 10, 1, 2, 3});
    CHECK(of_bytes("flatten", {7}) == Samples{7});
}

TEST_CASE("threshold is white above a level: given, of the histogram, or of what is around") {
    CHECK(of_bytes("threshold 0.5", {0, 127, 128, 255}) == Samples{0, 0, 255, 255});
    CHECK(made("threshold 0.5", Pixel::f32, 1, {0.5F, 0.6F, NAN}) == Samples{0, 1, 0});
    const Samples two{10, 10, 12, 200, 210, 210};
    CHECK(of_bytes("threshold method=otsu", two) == Samples{0, 0, 0, 255, 255, 255});
    CHECK(made("threshold method=otsu", Pixel::u16, 1, {100, 100, 900, 30000, 65535, 65535}) ==
          Samples{0, 0, 0, 0, 65535, 65535});
    CHECK(of_bytes("threshold method=triangle", {10, 10, 10, 10, 12, 90}) == Samples{0, 0, 0, 0, 0, 255});
    CHECK(of_bytes("threshold method=mean radius=1", {5, 5, 5, 9, 5, 5}) == Samples{0, 0, 0, 255, 0, 0});
    CHECK(of_bytes("threshold method=gaussian radius=1 offset=0.02", {5, 5, 5, 90, 5, 5}) ==
          Samples{255, 255, 0, 255, 0, 255});
    CHECK(made("threshold method=otsu", Pixel::u8, 4, {1, 2, 3, 0, 4, 5, 6, 0}) ==
          Samples{1, 2, 3, 0, 4, 5, 6, 0});
}

TEST_CASE("dither mixes levels, and leaves what is one") {
    CHECK(made("dither", Pixel::u16, 1, {0, 257, 65535}) == Samples{0, 1, 255});
    for (const char* method : {"ordered", "bluenoise"}) {
        ImageFormat format{64, 64, 1, Pixel::f32};
        HostImage grey(format);
        for (std::size_t y = 0; y < 64; ++y)
            for (std::size_t x = 0; x < 64; ++x) set_sample(grey.view(), x, y, 0, 0.25);
        const HostImage dst = test::run(std::string("dither levels=2 method=") + method, grey.view()).image;
        double sum = 0;
        for (const double v : reference::samples_of(dst.view())) sum += v;
        CHECK(sum == 255 * 1024);
    }
}

TEST_CASE("dither of all values of 16 bits rounds its quotients as they are") {
    const ImageFormat format{256, 256, 1, Pixel::u16};
    HostImage all(format);
    for (std::size_t i = 0; i < 65536; ++i)
        set_sample(all.view(), i % 256, i / 256, 0, static_cast<double>(i));
    for (const int levels : {256, 255, 7, 2}) {
        CAPTURE(levels);
        const HostImage dst = test::run("dither levels=" + std::to_string(levels), all.view()).image;
        const Samples got = reference::samples_of(dst.view());
        const float steps = static_cast<float>(levels - 1);
        std::size_t unlike = 0;
        for (std::size_t i = 0; i < 65536; ++i) {
            const std::size_t x = i % 256, y = i / 256;
            std::size_t rank = 0;  // Bayer's
            for (std::size_t bit = 0; bit < 3; ++bit)
                rank = 4 * rank + 2 * (((x ^ y) >> bit) & 1) + ((y >> bit) & 1);
            const auto fine = static_cast<float>(static_cast<long double>(i) * steps / 65535);
            const float level = std::floor(fine + (static_cast<float>(rank) + 0.5F) * 0.015625F);
            unlike += got[i] != std::nearbyint(static_cast<double>(level) * 255 / steps);
        }
        CHECK(unlike == 0);
    }
}

TEST_CASE("curves go through their points, and stay at their ends beyond them") {
    const Samples bytes{0, 51, 102, 128, 255};
    CHECK(of_bytes("curves", bytes) == bytes);
    CHECK(of_bytes("curves points='0,0;0.4,0.6;1,1'", bytes) == Samples{0, 88, 153, 177, 255});
    CHECK(of_bytes("curves 0.2,0.4,0.4,0.2", bytes) == Samples{102, 102, 51, 51, 51});
}
