// normalize with stretch=asinh and log.
#include "tests/stages/all_at_once.hpp"

using namespace sluice;
using namespace sluice::test;

TEST_CASE("a stretch by asinh or log lifts what lies between both ends, which stay") {
    const HostImage image = row_of(Pixel::u16, 1, {1000, 1100, 1500, 2000});
    // asinh(10 t) / asinh(10), log(1 + 1000 t) / log(1001) of t = 0, 0.1, 0.5, 1.
    check_each(
        images(image),
        {{"normalize stretch=asinh", {0, 19265, 50545, 65535}},
         {"normalize stretch=log", {0, 43778, 58969, 65535}},
         {"normalize stretch=asinh lift=0.001", {0, 6554, 32768, 65535}},
         {"normalize stretch=asinh out=100,200", {100, 129, 177, 200}},
         {"normalize stretch=asinh out=200,100", {200, 171, 123, 100}},
         {"normalize stretch=asinh in=1000,3000", {0, 10518, 36005, 50545}},
         {"normalize stretch=asinh strength=0.5", {500, 10182, 26023, 33768}}},  // halfway from what it was
        1);
}

TEST_CASE("a constant group stays where the stretch has it, lifted or not") {
    const HostImage image = row_of(Pixel::u8, 3, {50, 10, 7, 50, 20, 7});
    check_each(images(image),
               {{"normalize stretch=log", {50, 0, 7, 50, 255, 7}},
                {"normalize stretch=log constant=mid strength=0.5", {128, 5, 128, 128, 138, 128}}});
}

TEST_CASE("lifted stretches are what the reference says, with their options") {
    const std::string chain =
        "input; normalize from=input id=a stretch=asinh lift=300; output from=a; "
        "normalize from=input id=b percentile low=2 high=97 stretch=log group=joint; output from=b; "
        "normalize from=input id=c stretch=asinh alpha=include pixel=f32 independence=0.3; output from=c; "
        "normalize from=input id=d in=20,90 clamp=false stretch=asinh lift=2 strength=0.7; output from=d";
    check_neighbours(chain, image({61, 17, 4, Pixel::u8}, {.range = {{10, 100}}, .transparent = 0.2}), {3},
                     {as_on_gpus()});
    check_neighbours(chain, image({61, 17, 3, Pixel::f32}, {.range = {{-2, 300}}, .nan = true, .inf = true}));
    check_neighbours(chain, image({19, 5, 1, Pixel::f64}, {.range = {{-2, 300}}}));
}

TEST_CASE("beside signed integers numbers stay what they are, those of alpha too") {
    const std::string to = "normalize stretch=log pixel=";
    check_neighbours(to + "u8", image({9, 5, 4, Pixel::i32}, {.range = {{-90, 900}}}));
    check_neighbours(to + "i16", image({9, 5, 4, Pixel::u8}));
}

TEST_CASE("a lifted stretch refuses what it does not do") {
    const SourceFormats rgb{{"input", {20, 10, 3, Pixel::u8}}};
    CHECK(says(refused("normalize stretch=log space=linear", rgb), "put convert space= before it"));
    CHECK(says(refused("normalize stretch=asinh group=luma", rgb), "accepts channel or joint"));
    CHECK(says(refused("normalize lift=3", rgb), "lift"));
}
