#include "tests/reference/random_image.hpp"
#include "tests/reference/samples.hpp"
#include "tests/reference/wrong_peers.hpp"

#include <algorithm>
#include <cmath>

namespace sluice::reference {
namespace {

// Many small differences around a large mean: where v * s + shift overshoots.
HostImage floats() { return random_image({257, 129, 1, Pixel::f32}, {.seed = 4, .range = {{-0.37, 91.3}}}); }

HostImage floats_onto(double a, double b) {
    const HostImage image = floats();
    const Samples all = samples_of(image.view());
    const double lo = *std::min_element(all.begin(), all.end()),
                 hi = *std::max_element(all.begin(), all.end());
    return image_of(image.format(), [&](std::size_t x, std::size_t row, int) {
        const double v = sample(image.view(), x, row, 0);
        return v == lo   ? a
               : v == hi ? b
                         : std::clamp(a + (v - lo) * (b - a) / (hi - lo), std::min(a, b), std::max(a, b));
    });
}

// A ramp of one row; green is the same everywhere, and so is an opaque alpha.
HostImage with_constant_green(bool stretched) {
    return image_of({52, 1, 4, Pixel::u8}, [stretched](std::size_t x, std::size_t, int c) {
        const double ramp = static_cast<double>(x) * (stretched ? 5 : 1) + (stretched ? 0 : 60);
        return c == 0 || c == 2 ? ramp : c == 1 ? 137 : 255;
    });
}

}  // namespace

std::vector<WrongStretch> wrong_stretches() {
    constexpr double ulp_of_255 = 0x1p-16;
    std::vector<WrongStretch> all;
    all.push_back({"floats onto 0..255",
                   "OpenCV: may return below 0 or above 255",
                   floats,
                   {.out = {{0, 255}}},
                   [] { return floats_onto(0, 255); },
                   {.absolute = 4 * ulp_of_255}});
    all.push_back({"floats onto 255..0",
                   "OpenCV: cannot invert",
                   floats,
                   {.out = {{255, 0}}},
                   [] { return floats_onto(255, 0); },
                   {.absolute = 4 * ulp_of_255}});
    all.push_back({"opaque RGBA, joint",
                   "OpenCV and libvips: alpha counts, (100, 110, 120) becomes (62, 75, 87)",
                   [] {
                       return row_of(Pixel::u8, 4, {50, 50, 50, 255, 100, 110, 120, 255});
                   },
                   {.group = Grouping::joint},
                   [] {
                       return row_of(Pixel::u8, 4, {0, 0, 0, 255, 182, 219, 255, 255});
                   },  // 182.14, 218.57
                   {}});
    all.push_back({"a 16-bit ramp 6000..6060",
                   "GEGL: left as it is",
                   [] {
                       return ramp_image({61, 1, 1, Pixel::u16}, 6000, 1);
                   },
                   {},
                   [] {  // 65535 / 60 = 1092.25; the halves go to even
                       return image_of({61, 1, 1, Pixel::u16}, [](std::size_t x, std::size_t, int) {
                           return std::nearbyint(1092.25 * static_cast<double>(x));
                       });
                   },
                   {}});
    all.push_back({"a constant channel of an opaque image",
                   "OpenCV and ffmpeg: black",
                   [] { return with_constant_green(false); },
                   {},
                   [] { return with_constant_green(true); },
                   {}});
    return all;
}

}  // namespace sluice::reference
