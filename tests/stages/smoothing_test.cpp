// bilateral, guided, localnorm and nlmeans.
#include "tests/error_of.hpp"
#include "tests/stages/neighbours.hpp"

#include <cmath>

using namespace sluice;
using namespace sluice::test;
using reference::Samples;

TEST_CASE("bilateral smooths what looks alike and keeps edges") {
    // At 1 pixel e^-0.5, at a difference of a deviation e^-0.5 again: in the middle 0.1 * e^-1 / (1 + e^-1 +
    // ...).
    const HostImage src = reference::row_of(Pixel::f32, 1, {0, 0.1, 1, 1});
    const Samples dst = of("bilateral 1 sigma_space=1 sigma_color=0.1", src);
    const double near = std::exp(-0.5), row = std::exp(-0.5), alike = std::exp(-0.5);
    CHECK(dst[0] == doctest::Approx(0.1 * near * alike / (1 + 2 * row + near * (1 + alike))));
    CHECK(dst[2] == doctest::Approx(1));
    CHECK(of("bilateral 0", src) == reference::samples_of(src.view()));
}

TEST_CASE("guided keeps edges of its guide only") {
    const HostImage edge = reference::row_of(Pixel::f32, 1, {0, 0, 0, 1, 1, 1});
    const Samples own = of("guided 1 epsilon=1e-6", edge);
    for (std::size_t x = 0; x < 6; ++x) CHECK(own[x] == doctest::Approx(x < 3 ? 0.0 : 1.0).epsilon(1e-4));
    // Without a guide's edge it is a mean of means.
    HostImage flat = reference::row_of(Pixel::f32, 1, {0.5, 0.5, 0.5, 0.5, 0.5, 0.5});
    const ConstHostView guide = flat.view();
    const Samples blurred = reference::samples_of(
        test::run("input id=input; input id=mask; guided from=input,mask radius=1", edge.view(), {}, &guide)
            .image.view());
    CHECK(blurred[2] == doctest::Approx(1.0 / 3));
    CHECK(blurred[5] == doctest::Approx(1));
}

TEST_CASE("localnorm makes means a half and deviations its strength") {
    const HostImage src = reference::row_of(Pixel::f32, 1, {0.2, 0.2, 0.5, 0.2, 0.2});
    // 0.3 above two of 0.2: the deviation is 0.1 * sqrt(2), which it lies sqrt(2) times above the mean.
    const Samples dst = of("localnorm 1 strength=0.1", src);
    CHECK(dst[2] == doctest::Approx(0.5 + 0.1 * std::sqrt(2.0)).epsilon(1e-3));
    CHECK(dst[0] == doctest::Approx(0.5));
    CHECK(of("localnorm", reference::row_of(Pixel::u8, 1, {9, 9, 9})) == Samples{128, 128, 128});
}

TEST_CASE("nlmeans is the mean of what looks alike all around") {
    // Patches of one pixel: 0.1 is e^-1 of 0 and of 0.2, which are e^-4 of each other; 1 is alone.
    const HostImage src = reference::row_of(Pixel::f32, 1, {0, 0.1, 0.2, 1});
    const Samples dst = of("nlmeans 0.1 patch=1 search=3", src);
    CHECK(dst[0] == doctest::Approx(0.1 * std::exp(-1) / (2 + std::exp(-1))));
    CHECK(dst[1] == doctest::Approx(0.1));
    CHECK(dst[3] == doctest::Approx(1));
}

TEST_CASE("they equal the reference, leave alpha alone, in strips of any height") {
    const Images colours = image({19, 11, 4, Pixel::u8}, {.transparent = 0.3});
    check_neighbours("bilateral 2 edge=mirror", colours);
    check_neighbours("guided 2 epsilon=0.003", colours);
    check_neighbours("localnorm 3 edge=wrap", colours);
    check_neighbours("nlmeans 0.2 patch=3 search=5 edge=mirror", colours);
    check_neighbours("bilateral 2", image({13, 7, 1, Pixel::f32}, {.nan = true, .inf = true}));
}

TEST_CASE("a guide of another size is refused") {
    const auto refused = [](const std::string& chain) {
        return error_of([&] {
            Plan(Graph::from_chain(chain),
                 SourceFormats{{"input", {20, 10, 3, Pixel::u8}}, {"mask", {20, 11, 1, Pixel::u8}}},
                 device());
        });
    };
    CHECK(refused("input id=input; input id=mask; guided from=input,mask") ==
          "chain:1:32: guided: its guide is 20x11 u8 x1, and its image 20x10 u8 x3; they must have the same "
          "size");
}
