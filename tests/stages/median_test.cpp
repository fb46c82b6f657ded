#include "pipeline/plan/tuning/nearest.hpp"
#include "tests/stages/neighbours.hpp"

#include <cmath>
#include <limits>
#include <memory>

using namespace sluice;
using namespace sluice::test;
using reference::Samples;

TEST_CASE("a median is the middle of what lies around") {
    const HostImage src = reference::row_of(Pixel::u8, 1, {9, 5, 7, 200, 30, 0});
    CHECK(of("median", src) == Samples{9, 7, 7, 30, 30, 0});
    CHECK(of("median 2", src) == Samples{9, 9, 9, 7, 7, 0});
    CHECK(of("median 3", src) == Samples{9, 9, 9, 7, 5, 0});
    CHECK(of("median 0", src) == Samples{9, 5, 7, 200, 30, 0});
    CHECK(of("median 1 edge=wrap", src) == Samples{5, 7, 7, 30, 30, 9});
    CHECK(of("median 1 edge=constant color=100", src) == Samples{100, 100, 100, 100, 100, 100});
}

TEST_CASE("NaN is greater than all numbers, however many are looked at") {
    constexpr double inf = std::numeric_limits<double>::infinity(),
                     nan = std::numeric_limits<double>::quiet_NaN();
    const HostImage src = reference::row_of(Pixel::f32, 1, {-inf, nan, -1, inf, nan, nan, nan});
    CHECK(of("median", src)[1] == -1);
    CHECK(of("median", src)[2] == inf);
    CHECK(std::isnan(of("median", src)[4]));
    CHECK(of("median 3", src)[0] == -inf);  // four of these, -1, inf and NaN
    CHECK(of("median 3", src)[1] == -1);
}

TEST_CASE("a median equals the reference, leaves alpha alone, in strips of any height") {
    for (const std::string radius : {"1", "2", "3"})
        check_neighbours("median " + radius, image({19, 11, 4, Pixel::u8}, {.transparent = 0.3}), {2});
    check_neighbours("median 2 edge=mirror", image({19, 11, 1, Pixel::f32}, {.nan = true, .inf = true}), {});
    check_neighbours("median 4", image({13, 7, 1, Pixel::i16}), {});
}

TEST_CASE("every strategy finds the same bits: squares in order, and places that are counted") {
    const auto check = [](const std::string& chain, const Images& images) {
        std::vector<Way> ways = by_strategies({"window", "medians", "histograms"});
        check_neighbours(chain, images, {3}, ways);
    };
    for (const char* chain : {"median 1 edge=mirror", "median 2", "median 4 edge=wrap"}) {
        check(chain, image({83, 21, 4, Pixel::u8}, {.transparent = 0.3}));
        check(chain, image({40, 17, 3, Pixel::i8}));
        check(chain, image({61, 20, 1, Pixel::u16}));
        check(chain, image({40, 9, 2, Pixel::i32}));
        check(chain, image({61, 20, 1, Pixel::f16}, {.nan = true, .inf = true, .denormal = true}));
        check(chain, image({31, 20, 4, Pixel::f32}, {.nan = true, .inf = true}));
        check(chain, image({23, 9, 1, Pixel::f64}, {.nan = true}));
    }
    // As many places as a byte counts, more, and lines that are counted apart; farther than the image.
    check("median 7 edge=constant color=77", image({50, 20, 3, Pixel::u8}));
    check("median 8", image({50, 20, 1, Pixel::u8}));
    check("median 15", image({37, 9, 4, Pixel::u8}));
    check("median 15 edge=mirror", image({19, 40, 1, Pixel::i16}));
    check("median 14 edge=wrap", image({90, 33, 3, Pixel::u8}));
    check("median 9 edge=mirror", image({1, 1, 1, Pixel::u8}));
    check("median 6 edge=constant color=9,200,31,4", image({1, 70, 4, Pixel::u8}, {.transparent = 0.3}));
    ImageFormat layers{33, 12, 2, Pixel::u8};
    layers.layers = 3;
    layers.grey_alpha = true;
    check("median 5", image(layers));
    // Zeros of both signs.
    HostImage zeros({70, 25, 4, Pixel::f32});
    for (std::size_t i = 0; i < 70 * 25 * 4; ++i)
        set_sample(zeros.view(), i / 4 % 70, i / 4 / 70, static_cast<int>(i % 4),
                   i % 7 == 0 ? 0.25 : (i % 3 == 0 ? -0.0 : 0.0));
    for (const char* chain : {"median", "median 2", "median 3"}) check(chain, {{"input", zeros}});
    // What a Point makes of them, and what is made of them after it.
    check("invert | median 3 | gamma 0.5", image({83, 21, 3, Pixel::u8}));
    check("median 5 | reduce quantities=min,max,sum", image({83, 21, 2, Pixel::u8}));
}

TEST_CASE("histograms slide over tiles of any size, and over rows as the host has them") {
    std::vector<Way> ways;
    for (const double columns : device().facts().cpu() ? std::vector<double>{64, 128, 512}
                                                       : std::vector<double>()) {  // on CPUs alone
        ways.push_back(by_strategies({"histograms"}).front());
        ways.back().name += " of " + std::to_string(columns) + " columns";
        DeviceTuning tuning = nearest_tuning(device().facts());
        tuning.strategies["histograms"]["columns"] = columns;
        ways.back().options.tuning = std::make_shared<const DeviceTuning>(tuning);
    }
    ways.push_back(way(StorageChoice::rows));
    ways.back().options.strategy = "histograms";
    for (const int channels : all_channels())
        check_neighbours("median 7", image({131, 75, channels, Pixel::u8}, {.transparent = 0.3}), {30}, ways);
    // Few values, so that upper halves change all the time.
    HostImage far({140, 40, 1, Pixel::u8});
    for (std::size_t i = 0; i < 140 * 40; ++i)
        set_sample(far.view(), i % 140, i / 140, 0, i * i % 7 < 3 ? 15 : i % 11 < 6 ? 16 : 255);
    check_neighbours("median 4", {{"input", far}}, {}, ways);
    check_neighbours("median 15 edge=mirror", {{"input", far}}, {}, ways);
}

TEST_CASE("a constant between two numbers of the image is the nearest of them, however a rank is found") {
    const std::vector<Way> ways{way(StorageChoice::buffer, 0, 1), way(StorageChoice::buffer, 0, 16),
                                way(StorageChoice::image, 0, 16)};
    for (const char* rank : {"median 1", "median 2", "median 15", "dilate 2", "erode 15 shape=ellipse"}) {
        const std::string chain = std::string(rank) + " edge=constant color=";
        check_neighbours(chain + "221.9", image({7, 5, 1, Pixel::u8}), {}, ways);
        check_neighbours(chain + "-3.5,221.4,300,7", image({7, 5, 4, Pixel::u8}), {}, ways);
        check_neighbours(chain + "-12.6", image({7, 5, 1, Pixel::i16}), {}, ways);
    }
}
