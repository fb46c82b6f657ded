// minimum, erode and their kin.
#include "tests/error_of.hpp"
#include "tests/stages/neighbours.hpp"

using namespace sluice;
using namespace sluice::test;
using reference::Samples;

TEST_CASE("what is eroded is the least of its neighbours, what is dilated the greatest") {
    const HostImage src = reference::row_of(Pixel::u8, 1, {9, 5, 7, 8, 30});
    CHECK(of("erode", src) == Samples{5, 5, 5, 7, 8});
    CHECK(of("dilate", src) == Samples{9, 9, 8, 30, 30});
    CHECK(of("minimum 2,0", src) == Samples{5, 5, 5, 5, 7});
    CHECK(of("maximum 100", src) == Samples{30, 30, 30, 30, 30});
    CHECK(of("erode 0", src) == Samples{9, 5, 7, 8, 30});
    CHECK(of("dilate 1 edge=wrap", src) == Samples{30, 9, 8, 30, 30});
    CHECK(of("erode 1,0 edge=constant color=6", src) == Samples{5, 5, 5, 7, 6});
    CHECK(of("open", src) == Samples{5, 5, 7, 8, 8});
    CHECK(of("close", src) == Samples{9, 8, 8, 8, 30});
    CHECK(of("gradient", src) == Samples{4, 4, 3, 23, 22});
    CHECK(of("tophat", src) == Samples{4, 0, 0, 0, 22});
    CHECK(of("blackhat", src) == Samples{0, 3, 1, 0, 0});
}

TEST_CASE("shapes are those of OpenCV, and a mask is any") {
    const HostImage src =
        grid(5, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
    const Samples cross{0, 0, 9, 0, 0, 0, 0, 9, 0, 0, 9, 9, 9, 9, 9, 0, 0, 9, 0, 0, 0, 0, 9, 0, 0};
    CHECK(of("dilate 2 shape=cross", src) == cross);
    const Samples ellipse{0, 0, 9, 0, 0, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 0, 0, 9, 0, 0};
    CHECK(of("dilate 2 shape=ellipse", src) == ellipse);
    // What a mask has to the right and below makes what lies to the left and above greater.
    const Samples corner{0, 0, 0, 0, 0, 0, 9, 9, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    CHECK(of("dilate mask=000/010/011", src) == corner);
    CHECK(of("dilate mask='0 0 0;0,1,0;0,1,1'", src) == corner);
}

TEST_CASE("they equal the reference, leave alpha alone, in strips of any height") {
    check_neighbours("gradient 2,1 edge=mirror", image({41, 23, 4, Pixel::u8}, {.transparent = 0.3}), {7, 1});
    check_neighbours("tophat 2 shape=ellipse", image({31, 17, 3, Pixel::f32}, {.nan = true, .inf = true}),
                     {2});
    check_neighbours("close mask='011;000;110' edge=constant color=200", image({19, 11, 1, Pixel::u16}), {2});
}

TEST_CASE("what reaches far is the same by few looks at each pixel, whatever is beyond the edges") {
    for (const char* edge : {"clamp", "mirror", "wrap", "constant color=77"}) {
        const std::string at = std::string(" edge=") + edge;
        check_neighbours("dilate 21,12" + at, image({83, 41, 3, Pixel::u8}), {3, 16});
        check_neighbours("erode 5,47" + at, image({29, 120, 1, Pixel::i16}));
        check_neighbours("minimum 33,6" + at, image({9, 5, 4, Pixel::u8}));  // farther than the image
        check_neighbours("maximum 100,0" + at, image({260, 2, 2, Pixel::f32}, {.nan = true, .inf = true}));
        check_neighbours("open 9,6 shape=ellipse" + at, image({43, 31, 4, Pixel::u8}, {.transparent = 0.3}));
        check_neighbours("erode 20,8 shape=ellipse" + at, image({11, 70, 1, Pixel::u16}), {5});
        check_neighbours("dilate 31,14 shape=cross" + at, image({90, 33, 3, Pixel::i8}), {4});
        check_neighbours("dilate 5 shape=ellipse" + at, image({17, 9, 1, Pixel::f32}, {.nan = true}));
    }
}

TEST_CASE("every strategy finds the same bits, by groups of one item and of many") {
    // Zeros of both signs, and real numbers of which many are equal.
    const ImageFormat reals{70, 45, 4, Pixel::f32};
    HostImage zeros(reals);
    for (std::size_t i = 0; i < reals.width * reals.height * 4; ++i)
        set_sample(zeros.view(), i / 4 % reals.width, i / 4 / reals.width, static_cast<int>(i % 4),
                   i % 7 == 0 ? 0.25 : (i % 3 == 0 ? -0.0 : 0.0));
    const auto check = [](const std::string& chain, const Images& images) {
        std::vector<Way> ways = by_strategies({"window", "runs of neighbours", "extremes that slide"});
        // The last ones: pixels that wait for the rest of their texel.
        for (const Way& group : {way(StorageChoice::buffer, 0, 64), way(StorageChoice::image, 0, 64),
                                 way(StorageChoice::image, 1, 64), way(StorageChoice::image, 1)}) {
            ways.push_back(group);
            ways.back().options.strategy = "runs of neighbours";
        }
        check_neighbours(chain, images, {3}, ways);
    };
    for (const char* chain : {"erode 4,3", "dilate 0,6 edge=mirror", "minimum 2 edge=constant color=0"}) {
        check(chain, {{"input", zeros}});
        check(chain, image({83, 41, 3, Pixel::u8}));
        check(chain, image({49, 70, 1, Pixel::u16}));
    }
    for (const char* chain : {"dilate 4 shape=ellipse edge=wrap", "erode mask=01101/00000/10011 edge=mirror",
                              "erode 9,1 shape=cross"}) {
        check(chain, {{"input", zeros}});
        check(chain, image({40, 37, 4, Pixel::i16}, {.transparent = 0.3}));
        check(chain, image({61, 20, 1, Pixel::f16}, {.nan = true, .inf = true, .denormal = true}));
    }
    // What a Point makes of them is found of numbers, what is made of them after it too.
    check("invert | erode 3 | gamma 0.5", image({83, 41, 3, Pixel::u8}));
    check("dilate 3,5 | reduce quantities=min,max,sum", image({83, 41, 2, Pixel::u8}));
}

TEST_CASE("what reaches far has a pass of its own, whatever else reads its image") {
    const auto passes = [](const std::string& chain) {  // of its strategies
        const std::string text =
            Plan(Graph::from_chain(chain), ImageFormat{300, 200, 3, Pixel::u8}, device()).text();
        std::size_t count = 0;
        for (const std::string way : {"extremes that slide, ", "runs of neighbours, "})
            for (std::size_t at = text.find(way); at != std::string::npos; at = text.find(way, at + 1))
                ++count;
        return count;
    };
    if (!device().facts().cpu()) return;  // a GPU has lines of such rectangles
    CHECK(passes("gradient 10") == 2);
    CHECK(passes("tophat 9 shape=ellipse") == 2);
    CHECK(passes("input | dilate 6 id=a | output id=x; median 1 from=input | output id=y") == 1);
}

TEST_CASE("masks that are none, and more than one shape, are refused") {
    const auto refused = [](const std::string& chain) {
        return error_of([&] { Plan(Graph::from_chain(chain), ImageFormat{20, 10, 3, Pixel::u8}, device()); });
    };
    CHECK(refused("erode mask=012") == "chain:1:1: erode: mask must consist of 0 and 1, but '2' is neither");
    CHECK(refused("erode mask='01;011'") ==
          "chain:1:1: erode: mask has rows of 2 and of 3 pixels; all rows must have the same length");
    CHECK(refused("erode mask='000'") == "chain:1:1: erode: mask has no pixel; set at least one to 1");
    CHECK(refused("erode 2 mask=111") ==
          "chain:1:1: erode: has a mask, and a radius or a shape; give one or the other");
    CHECK(refused("erode 51 shape=ellipse") ==
          "chain:1:1: erode: the radius of an ellipse is at most 50 pixels; use shape=rectangle, or several "
          "stages");
}
