#include "tests/error_of.hpp"
#include "tests/reference/compare.hpp"
#include "tests/reference/samples.hpp"
#include "tests/stages/neighbours.hpp"

#include <array>
#include <cmath>

using namespace sluice;
using namespace sluice::test;

namespace {

const std::vector<std::string> filters{"nearest", "linear", "cubic"};
const std::vector<std::string> edges{"clamp", "mirror", "wrap", "constant color=200"};
const std::vector<std::string> matrices{
    "matrix=0.87,-0.5,9,0.5,0.87,-7",                            // a turn
    "matrix=1.5,0.25,-3.3,0,0.4,2.1 width=70 height=13",         // scaled and sheared
    "matrix=-1,0,20.5,0,1,0.25 inverse=true",                    // mirrored
    "matrix=0.9,-0.2,8,0.3,0.8,-2,0.004,-0.003,1",               // tilted
    "matrix=1,0,-5,0.1,1,0,0.01,0.05,0.2 inverse=true width=40"  // the horizon goes through it
};

reference::Samples samples(const std::string& chain, const HostImage& src) {
    return reference::samples_of(run(chain, src.view()).image.view());
}

}  // namespace

TEST_CASE("warp equals the reference with every filter, edge and kind of matrix, in strips of any height") {
    const std::vector<Pixel> pixels{Pixel::u8, Pixel::u16, Pixel::f32};
    for (const auto& [matrix, filter, edge, pixel, channels] :
         every_pair(matrices, filters, edges, pixels, std::vector<int>{1, 3, 4}))
        check_neighbours("warp " + matrix + " filter=" + filter + " edge=" + edge,
                         image({41, 27, channels, pixel}, {.transparent = channels == 4 ? 0.3 : 0}), {7, 1});
}

TEST_CASE("warp equals the reference for every pixel type, in every way to run it") {
    std::size_t turn = 0;
    for (const Pixel pixel : all_pixels()) {
        const int channels = 1 + static_cast<int>(turn % 4);
        check_neighbours(
            "invert | warp " + matrices[turn % matrices.size()] + " filter=" + filters[turn % 2 + 1],
            image({23, 19, channels, pixel}), {2}, turn % 3 == 0 ? all_kernels() : std::vector<Way>());
        ++turn;
    }
}

TEST_CASE("a matrix goes from the image to the result, or with inverse the other way") {
    const HostImage src = reference::row_of(Pixel::u8, 1, {10, 20, 30, 40, 50});
    using Row = reference::Samples;
    CHECK(samples("warp matrix=1,0,1,0,1,0", src) == Row{10, 10, 20, 30, 40});
    CHECK(samples("warp matrix=1,0,1,0,1,0 inverse=true", src) == Row{20, 30, 40, 50, 50});
    CHECK(samples("warp matrix=2,0,0,0,1,0 width=9", src) == Row{10, 15, 20, 25, 30, 35, 40, 45, 50});
    CHECK(samples("warp matrix=4,0,0,0,4,0,0,0,2 width=9", src) == Row{10, 15, 20, 25, 30, 35, 40, 45, 50});
    CHECK(samples("warp matrix=1,0,0.5,0,1,0 filter=nearest", src) == Row{10, 20, 30, 40, 50});
}

TEST_CASE("what is outside follows the edge, and alpha weighs what is mixed") {
    const HostImage src = reference::row_of(Pixel::u8, 1, {10, 20, 30});
    using Row = reference::Samples;
    const std::string shift = "warp matrix=1,0,2,0,1,0 width=5 edge=";
    CHECK(samples(shift + "clamp", src) == Row{10, 10, 10, 20, 30});
    CHECK(samples(shift + "mirror", src) == Row{30, 20, 10, 20, 30});
    CHECK(samples(shift + "wrap", src) == Row{20, 30, 10, 20, 30});
    CHECK(samples(shift + "constant color=7", src) == Row{7, 7, 10, 20, 30});
    CHECK(samples("warp matrix=1,0,0.5,0,1,0 edge=constant", src) == Row{5, 15, 25});

    const HostImage seen = reference::row_of(Pixel::u8, 2, {100, 255, 200, 0});
    CHECK(samples("warp matrix=1,0,-0.5,0,1,0 width=1", seen) == Row{100, 128});
    CHECK(samples("warp matrix=1,0,-0.5,0,1,0 width=1 alpha=straight", seen) == Row{150, 128});
}

TEST_CASE("a matrix that changes nothing changes no bit") {
    for (const std::string& filter : filters)
        for (const Pixel pixel : {Pixel::u8, Pixel::i16, Pixel::f32, Pixel::f64}) {
            const HostImage src = reference::random_image({37, 11, 3, pixel}, {.nan = true, .inf = true});
            for (const char* matrix : {"1,0,0,0,1,0", "1,0,0,0,1,0,0,0,1"}) {
                const HostImage dst = run("warp filter=" + filter + " matrix=" + matrix, src.view()).image;
                const auto difference = reference::compare(dst.view(), src.view());
                CHECK_MESSAGE(difference.none(), difference.text);
            }
        }
}

// Floats have 8 bits left between the columns of such an image.
TEST_CASE("places are exact in wide images") {
    const HostImage ramp =
        reference::image_of({60000, 3, 1, Pixel::f32},
                            [](std::size_t x, std::size_t, int) { return static_cast<double>(x % 256); });
    const HostImage dst = run("warp matrix=1,0,0.0009765625,0,1,0 inverse=true", ramp.view()).image;
    for (const std::size_t x : {0, 1, 30000, 59000, 59998})
        if (x % 256 != 255) CHECK(sample(dst.view(), x, 1, 0) == static_cast<double>(x % 256) + 0.0009765625);
    // With perspective, of which the division is exact enough.
    const HostImage tilted =
        run("warp matrix=1,0,0.0009765625,0,1,0,0.0000001,0,1 inverse=true width=59000", ramp.view()).image;
    for (const std::size_t x : {0, 1, 30000, 40001, 58999}) {
        const double column = (static_cast<double>(x) + 0.0009765625) / (1 + 1e-7 * static_cast<double>(x));
        const double rest = std::fmod(column, 256);
        if (rest < 255) CHECK(sample(tilted.view(), x, 0, 0) == doctest::Approx(rest).epsilon(1e-6));
    }
}

TEST_CASE("warp says what is wrong with a matrix") {
    const HostImage src = reference::constant_image({5, 5, 3, Pixel::u8}, 1);
    const auto error = [&](const std::string& parameters) {
        return error_of([&] { run("warp " + parameters, src.view()); });
    };
    CHECK(error("matrix=1,0,0,0,1,0,0").find("6 (two rows of three), or 9") != std::string::npos);
    CHECK(error("matrix=1,1,0,1,1,0").find("has no inverse") != std::string::npos);
    CHECK(error("matrix=1,0,9000000,0,1,0").find("4194304") != std::string::npos);
    CHECK(error("matrix=1,0,0,0,1,0 edge=constant color=1,2").find("color has 2 values") !=
          std::string::npos);
    CHECK(error("matrix=1,0,0,0,1,0 color=1") != "");
}
