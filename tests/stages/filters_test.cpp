// box and unsharp: filters that weigh alike everywhere.
#include "tests/error_of.hpp"
#include "tests/reference/samples.hpp"
#include "tests/stages/neighbours.hpp"

using namespace sluice;
using namespace sluice::test;

namespace {

reference::Samples filtered_row(const std::string& chain, const HostImage& src) {
    return reference::samples_of(test::run(chain, src.view()).image.view());
}

}  // namespace

TEST_CASE("box makes each pixel the mean of its neighbours, and what is outside is among them") {
    const HostImage src = reference::row_of(Pixel::u8, 1, {0, 30, 60, 90, 30});
    CHECK(filtered_row("box", src) == reference::Samples{10, 30, 60, 60, 50});
    CHECK(filtered_row("box edge=mirror", src) == reference::Samples{20, 30, 60, 60, 70});
    CHECK(filtered_row("box edge=wrap", src) == reference::Samples{20, 30, 60, 60, 40});
    CHECK(filtered_row("box 1,0 edge=constant color=90", src) == reference::Samples{40, 30, 60, 60, 70});
    CHECK(filtered_row("box 0", src) == reference::Samples{0, 30, 60, 90, 30});
    CHECK(filtered_row("box 0,3", src) == reference::Samples{0, 30, 60, 90, 30});
}

TEST_CASE("box equals the reference for every edge, with alpha, in strips of any height") {
    for (const std::string edge : {"clamp", "mirror", "wrap", "constant color=200,100,50,30"})
        check_neighbours("box 3,2 edge=" + edge, image({41, 23, 4, Pixel::u8}, {.transparent = 0.3}),
                         {7, 2, 1}, edge == "mirror" ? all_kernels() : std::vector<Way>());
    check_neighbours("box 20", image({61, 47, 3, Pixel::u16}), {2});
    check_neighbours("box 1 alpha=straight", image({31, 17, 4, Pixel::f32}, {.nan = true, .inf = true}), {2});
}

TEST_CASE(
    "a filter reads what was made of an image and of what another filter made, which a third one reads too") {
    check_neighbours(
        "input; gaussian 1 from=input id=b; box from=b id=c; output from=c; "
        "absdiff from=input,b | box id=d; output from=d",
        image({41, 23, 3, Pixel::u8}), {3}, {as_on_gpus()});
}

TEST_CASE("colours that are none of the image's, or of no use, are refused") {
    const auto refused = [](const std::string& chain) {
        return error_of([&] { Plan(Graph::from_chain(chain), ImageFormat{20, 10, 3, Pixel::u8}, device()); });
    };
    for (const std::string stage : {"box", "gaussian"}) {
        CHECK(refused(stage + " color=3") ==
              "chain:1:1: " + stage + ": has a color, which needs edge=constant, but edge=clamp");
        CHECK(refused(stage + " edge=constant color=3,4") ==
              "chain:1:1: " + stage + ": color has 2 values, and 20x10 u8 x3 takes 1 or 3");
    }
}

TEST_CASE("unsharp moves colours away from their blurred neighbourhood, beyond a threshold") {
    // Weights of sigma 0.25: radius 1, 0.000335 on each side.
    const HostImage src = reference::row_of(Pixel::f32, 1, {0, 1, 1});
    const reference::Samples mild = filtered_row("unsharp 0.25 amount=10", src);
    CHECK(mild[0] == doctest::Approx(-10 * 0.00033524).epsilon(1e-3));
    CHECK(mild[1] == doctest::Approx(1 + 10 * 0.00033524).epsilon(1e-5));
    CHECK(mild[2] == doctest::Approx(1));
    CHECK(filtered_row("unsharp 0.25 amount=10 threshold=0.001", src) == reference::Samples{0, 1, 1});
    CHECK(filtered_row("unsharp 5 amount=0", src) == reference::Samples{0, 1, 1});
    CHECK(filtered_row("unsharp 2", reference::row_of(Pixel::u8, 1, {9, 9, 9, 9})) ==
          reference::Samples{9, 9, 9, 9});
}

TEST_CASE("unsharp equals the reference, leaves alpha alone, in strips of any height") {
    for (const std::string params : {"", "2,0.5 amount=1.5 threshold=0.02", "0 amount=3", "7 threshold=1"})
        check_neighbours("unsharp " + params, image({41, 23, 4, Pixel::u8}, {.transparent = 0.3}), {7, 1},
                         params.empty() ? all_kernels() : std::vector<Way>());
    check_neighbours("unsharp 1.5 amount=2 threshold=0.1", image({31, 17, 1, Pixel::u16}), {2});
    check_neighbours("unsharp", image({31, 17, 3, Pixel::f32}, {.nan = true, .inf = true}), {2});
    const Images one = image({19, 11, 4, Pixel::u8}, {.transparent = 0.3});
    const HostImage dst = found("unsharp amount=5", one, {}).images.at("output");
    for (std::size_t y = 0; y < 11; ++y)
        for (std::size_t x = 0; x < 19; ++x)
            CHECK(sample(dst.view(), x, y, 3) == sample(one.at("input").view(), x, y, 3));
}

TEST_CASE("every strategy of a CPU weighs the same bits, whatever stands beside an image") {
    const auto check = [](const std::string& chain, const Images& images) {
        std::vector<Way> ways = by_strategies({"pixel by pixel", "tiled", "lines that are kept"});
        check_neighbours(chain, images, {3, 16}, ways);
    };
    for (const char* chain :
         {"gaussian 2", "gaussian 1,3 edge=mirror", "gaussian 1.5 edge=wrap", "box 2 edge=constant color=0.4",
          "resize height=17 filter=lanczos3", "resize height=97 filter=cubic", "resize scale=2 filter=cubic",
          "resize width=131 filter=linear", "resize scale=0.7 filter=lanczos3",
          "resize width=33 height=80"}) {
        check(chain, image({83, 41, 3, Pixel::u8}));
        check(chain, image({49, 70, 1, Pixel::u16}));
        check(chain, image({40, 37, 4, Pixel::u8}, {.transparent = 0.3}));
        check(chain, image({61, 20, 1, Pixel::f32}, {.nan = true, .inf = true}));
    }
    check("invert | gaussian 2 | gamma 0.5", image({83, 41, 3, Pixel::u8}));
    check("gaussian 9 | reduce quantities=min,max", image({37, 21, 1, Pixel::f32}));
}

TEST_CASE("sums of whole numbers are the same in integers of any width") {
    const auto check = [](const std::string& chain, const Images& images) {
        check_neighbours(chain, images, {3, 16}, by_strategies({"pixel by pixel", "narrow sums that slide"}));
    };
    for (const std::string edge : {"clamp", "mirror", "wrap", "constant color=0.4"}) {
        check("box 2,5 edge=" + edge, image({83, 41, 1, Pixel::u8}));
        check("box 6,3 edge=" + edge, image({37, 22, 3, Pixel::u8}));
    }
    // The widest sums of 16 bits, and the narrowest that need more; few columns and many; far beyond the
    // image.
    for (const char* radius : {"0,1", "1", "2", "3", "7", "8", "1,130", "130,1", "0,128", "0,129"}) {
        check(std::string("box ") + radius, image({53, 19, 1, Pixel::u8}));
        check(std::string("box ") + radius, image({21, 19, 2, Pixel::i8}));
    }
    check("box 4", image({61, 47, 1, Pixel::u16}));
    check("box 9,1", image({61, 47, 3, Pixel::u16}));
    check("box 4", image({61, 47, 4, Pixel::i16}));
    check("box 3 alpha=straight", image({40, 37, 4, Pixel::u8}, {.transparent = 0.3}));
    check("box 3 | invert | reduce quantities=min,max", image({40, 37, 1, Pixel::u8}));
    check("localnorm 3", image({83, 41, 1, Pixel::u8}));
    check("box 5", image({1, 1, 1, Pixel::u8}));
}
