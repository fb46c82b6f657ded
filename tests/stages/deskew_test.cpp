#include "tests/as_gpu.hpp"
#include "tests/stages/neighbours.hpp"

#include <cmath>
#include <numbers>

using namespace sluice;
using namespace sluice::test;

namespace {

// A page with lines of words, turned counter-clockwise around its middle.
HostImage page(double degrees, const ImageFormat& format) {
    HostImage page(format);
    const double angle = degrees * std::numbers::pi / 180, c = std::cos(angle), s = std::sin(angle);
    const double middle_x = static_cast<double>(format.width) / 2;
    const double middle_y = static_cast<double>(format.height) / 2;
    for (std::size_t y = 0; y < format.height; ++y)
        for (std::size_t x = 0; x < format.width; ++x) {
            const double dx = static_cast<double>(x) - middle_x, dy = static_cast<double>(y) - middle_y;
            const double along = c * dx - s * dy + middle_x, down = s * dx + c * dy + middle_y;
            const bool line = down > 20 && down < middle_y * 2 - 20 && std::fmod(down, 14) < 5;
            const bool word = along > 20 && along < middle_x * 2 - 20 && std::fmod(along, 37) < 29;
            for (int channel = 0; channel < format.channels; ++channel)
                reference::set_value(page.view(), x, y, channel, line && word ? 30 : 220);
        }
    return page;
}

double angle_of(const Result& result) { return result.tables.at("deskew.skew").real("angle"); }

}  // namespace

TEST_CASE("deskew finds the angle of lines, on CPUs and as on GPUs") {
    for (const double degrees : {0.0, 1.3, -2.45, 4.0})
        for (const bool gpu : {false, true}) {
            CAPTURE(degrees);
            CAPTURE(gpu);
            PlanOptions options;
            options.observe = {"deskew.skew"};
            if (gpu) options.work_group = 64;
            const HostImage turned = page(degrees, {300, 220, 1, Pixel::u8});
            const Result found =
                run("deskew", turned.view(), options, nullptr, gpu ? as_gpu(device()) : device());
            CHECK(angle_of(found) == doctest::Approx(-degrees).epsilon(0.001).scale(100));
        }
}

TEST_CASE("a straight page and an empty one stay as they are") {
    const HostImage straight = page(0, {120, 90, 3, Pixel::u8});
    CHECK(bit_difference(run("deskew", straight.view()).image, straight).empty());
    const HostImage empty = reference::constant_image({40, 30, 1, Pixel::u16}, 50000);
    CHECK(bit_difference(run("deskew", empty.view()).image, empty).empty());
}
