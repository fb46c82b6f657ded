#include "tests/as_gpu.hpp"
#include "tests/error_of.hpp"
#include "tests/reference/background.hpp"
#include "tests/stages/neighbours.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace sluice;
using namespace sluice::test;
using reference::Box;

namespace {

Box box_in(const Table& table, std::size_t row = 0) {
    const auto at = [&](const char* field) { return static_cast<std::size_t>(table.integer(field, 0, row)); };
    return {at("x"), at("y"), at("width"), at("height")};
}

Box bounds_of(const std::string& params, const HostImage& image) {
    return box_in(run("bounds " + params, image.view()).tables.at("bounds"));
}

// A rectangle on a background, both with some noise.
HostImage framed(const ImageFormat& format, const Box& box, std::uint64_t seed) {
    reference::Random random(seed);
    const double white = format.white_value();
    const auto inside = [&](std::size_t x, std::size_t y) {
        return x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;
    };
    return reference::image_of(format, [&](std::size_t x, std::size_t row, int channel) {
        const double noise = static_cast<double>(random.between(-9, 9)) * white / 255;
        if (format.has_alpha() && channel == format.colors()) return white;
        const double v = (inside(x, row % format.height) ? 0.3 : 0.9) * white + noise / 3;
        return is_integer(format.pixel) ? std::floor(v) : v;
    });
}

}  // namespace

TEST_CASE("bounds finds the first and the last column and row that differ from the corner") {
    const HostImage image = grid(6, {9, 9,  9, 9,  9,  9,    //
                                     9, 9,  9, 50, 9,  9,    //
                                     9, 40, 9, 9,  9,  9,    //
                                     9, 9,  9, 9,  12, 9});  // 12 is near enough to 9
    CHECK(bounds_of("", image) == Box{1, 1, 3, 2});
    CHECK(bounds_of("0", image) == Box{1, 1, 4, 3});
    CHECK(bounds_of("margin=1", image) == Box{0, 0, 5, 4});
    CHECK(bounds_of("margin=100", image) == Box{0, 0, 6, 4});
    CHECK(bounds_of("color=40", image) == Box{0, 0, 6, 4});
    CHECK(bounds_of("0.2", image) == Box{});
    CHECK(bounds_of("1", image) == Box{});
}

TEST_CASE("a tolerance of so many levels takes these levels in, and no more") {
    for (const int apart : {1, 10, 11, 255}) {
        const HostImage image = reference::row_of(Pixel::u8, 1, {0, 0, static_cast<double>(apart), 0});
        CAPTURE(apart);
        CHECK((bounds_of("", image).width > 0) == (apart > 10));
        const double enough = std::min(1.0, apart / 255.0 + 1e-5);
        CHECK(bounds_of(std::to_string(enough), image) == Box{});
    }
}

TEST_CASE("what is transparent is background, whatever colour it has") {
    const HostImage image = reference::row_of(
        Pixel::u8, 4, {255, 255, 255, 255, 7, 8, 9, 0, 200, 0, 0, 255, 255, 250, 255, 255, 1, 1, 1, 10});
    CHECK(bounds_of("", image) == Box{2, 0, 1, 1});
    CHECK(bounds_of("0", image) == Box{2, 0, 3, 1});
    CHECK(bounds_of("color=#c80000", image) == Box{0, 0, 4, 1});
    const HostImage clear = reference::row_of(Pixel::u8, 4, {9, 9, 9, 0, 200, 1, 1, 0, 9, 9, 9, 99});
    CHECK(bounds_of("", clear) == Box{2, 0, 1, 1});
}

TEST_CASE("a corner that is no number has all that are none for a background") {
    const double nan = std::numeric_limits<double>::quiet_NaN(), inf = reference::infinity;
    CHECK(bounds_of("", reference::row_of(Pixel::f32, 1, {nan, inf, 0, 5, -inf, nan})) == Box{2, 0, 2, 1});
    CHECK(bounds_of("", reference::row_of(Pixel::f32, 1, {0, 0, nan, inf, 0.01, 0})) == Box{2, 0, 2, 1});
}

TEST_CASE("bounds are what comparing all pixels finds, of every type and size, on CPUs and as on GPUs") {
    std::uint64_t seed = 0;
    for (const Pixel pixel : all_pixels())
        for (const int channels : all_channels()) {
            if (real_of(pixel) == Pixel::f64 && !device().facts().fp64) continue;
            const Size& size = sizes()[seed % sizes().size()];
            ImageFormat format{size.width, size.height, channels, pixel};
            format.grey_alpha = channels == 2;
            format.layers = 1 + seed % 2;
            if (channels == 3 && seed % 3 == 0) format.order = Order::bgr;
            CAPTURE(format.text());
            const Box box{size.width / 3, size.height / 4, size.width / 2 + 1, size.height / 2 + 1};
            const std::string tolerance = seed % 3 == 0 ? "0" : seed % 3 == 1 ? "0.02" : "0.3";
            const std::string more = seed % 4 == 0 ? " margin=2" : seed % 4 == 1 ? " color=white" : "";
            Images images;
            images.emplace("input", seed % 5 == 0 ? reference::random_image(format, {.seed = seed})
                                                  : framed(format, box, seed));
            check_neighbours("bounds " + tolerance + more, images, {},
                             seed % 7 == 0 ? as_on_cpus_and_gpus() : std::vector<Way>{});
            ++seed;
        }
}

TEST_CASE("bounds of what goes in strips are the same") {
    Images images;
    images.emplace("input", framed({61, 83, 3, Pixel::u8}, {9, 20, 30, 41}, 3));
    check_neighbours("bounds", images, {1, 7, 30});
    check_neighbours("gaussian 1 | bounds 0.1", images, {20});
}

TEST_CASE("bounds refuses colours that an image cannot have") {
    const HostImage image = reference::constant_image({5, 4, 1, Pixel::u8}, 3);
    CHECK(error_of([&] {
              run("bounds color=1,2,3", image.view());
          }).find("bounds: color has 3 values, and 5x4 u8 x1 takes 1") != std::string::npos);
}
