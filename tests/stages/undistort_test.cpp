#include "tests/error_of.hpp"
#include "tests/reference/compare.hpp"
#include "tests/stages/neighbours.hpp"

#include <cmath>

using namespace sluice;
using namespace sluice::test;

TEST_CASE("undistort equals the reference for lenses of every kind, in strips of any height") {
    const std::vector<std::string> lenses{
        "fx=40 k=-0.3,0.1,0,0",                                   // a barrel
        "fx=35 fy=42 cx=17.3 cy=15 k=0.2,-0.05,0.01,-0.02,0.03",  // a cushion, tilted
        "fx=60 k=0.1,0.2,0.001,0.002,-0.1,0.3,0.05,0.02"};
    for (const auto& [lens, filter, edge, pixel, channels] : every_pair(
             lenses, std::vector<std::string>{"nearest", "linear", "cubic"},
             std::vector<std::string>{"clamp", "mirror", "wrap", "constant color=200"},
             std::vector<Pixel>{Pixel::u8, Pixel::u16, Pixel::f32, Pixel::f64}, std::vector<int>{1, 3, 4}))
        check_neighbours("undistort " + lens + " filter=" + filter + " edge=" + edge,
                         image({41, 27, channels, pixel}, {.transparent = channels == 4 ? 0.3 : 0}), {7, 1});
    check_neighbours("invert | undistort " + lenses[1] + " | invert", image({41, 27, 3, Pixel::u8}), {2},
                     all_kernels());
}

TEST_CASE("a lens that bends nothing changes no bit") {
    for (const Pixel pixel : {Pixel::u8, Pixel::f32}) {
        const HostImage src = reference::random_image({37, 11, 3, pixel}, {.nan = true, .inf = true});
        const HostImage dst = run("undistort fx=50 k=0,0,0,0", src.view()).image;
        const auto difference = reference::compare(dst.view(), src.view());
        CHECK_MESSAGE(difference.none(), difference.text);
    }
}

// At the right edge the place is 30000 + 1000 * 30^3 * 1e-6 = 27 pixels further, which floats know to 2^-20.
TEST_CASE("places are exact enough in wide images") {
    const HostImage ramp =
        reference::image_of({60001, 1, 1, Pixel::f32},
                            [](std::size_t x, std::size_t, int) { return static_cast<double>(x % 1024); });
    const HostImage dst = run("undistort fx=1000 k=0.000001,0,0,0", ramp.view()).image;
    for (const std::size_t x : {5000, 29000, 30000, 41234, 59000}) {
        const double direction = (static_cast<double>(x) - 30000) / 1000;
        const double place = static_cast<double>(x) + 1000 * direction * direction * direction * 1e-6;
        if (std::fmod(place, 1024) < 1023)
            CHECK(std::abs(sample(dst.view(), x, 0, 0) - std::fmod(place, 1024)) < 1e-4);
    }
}

TEST_CASE("undistort says what is wrong with its numbers") {
    const HostImage src = reference::constant_image({5, 5, 3, Pixel::u8}, 1);
    CHECK(error_of([&] { run("undistort fx=5 k=1,2,3,4,5,6", src.view()); }).find("k has 6 numbers") !=
          std::string::npos);
}
