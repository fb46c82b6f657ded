// sobel, scharr, prewitt, laplacian, and convolve.
#include "pipeline/graph/describe/describe.hpp"
#include "pipeline/sluice/stages_table.hpp"
#include "tests/error_of.hpp"
#include "tests/stages/neighbours.hpp"

#include <cmath>

using namespace sluice;
using namespace sluice::test;
using reference::Samples;

TEST_CASE("slopes have OpenCV's weights, signs, pixel type and angles") {
    const HostImage src = reference::row_of(Pixel::u8, 1, {0, 10, 40, 40, 10});
    CHECK(of("sobel x", src) == Samples{40, 160, 120, -120, -120});
    CHECK(of("scharr x", src) == Samples{160, 640, 480, -480, -480});
    CHECK(of("prewitt x edge=constant color=10", src) == Samples{0, 40, 30, -30, -30});
    CHECK(of("sobel y", src) == Samples{0, 0, 0, 0, 0});
    CHECK(of("sobel", src) == Samples{40, 160, 120, 120, 120});
    CHECK(of("sobel angle", src) == Samples{0, 0, 0, 180, 180});
    CHECK(of("sobel x pixel=u8", src) == Samples{40, 160, 120, 0, 0});
    const HostImage corner = grid(3, {1, 1, 1, 1, 1, 1, 1, 1, 4});
    CHECK(of("sobel angle", corner)[4] == 45);
    CHECK(of("sobel pixel=f32", corner)[4] == doctest::Approx(3 * std::sqrt(2.0)));
    CHECK(of("laplacian", corner) == Samples{0, 0, 0, 0, 0, 3, 0, 3, -6});
    const HostImage result = test::run("sobel x", src.view()).image;
    CHECK(result.format().pixel == Pixel::i16);
    CHECK(result.format().space == Space::data);
}

TEST_CASE("slopes of the largest and the smallest numbers there are keep their size on their way") {
    const HostImage src = reference::row_of(Pixel::f32, 1, {0, 0, 3e37});
    CHECK(of("prewitt", src)[1] == doctest::Approx(9e37));
    for (const double v : {3e300, 3e-300})
        CHECK(of("prewitt", reference::row_of(Pixel::f64, 1, {0, 0, v}))[1] / (3 * v) == doctest::Approx(1));
}

TEST_CASE("convolve adds up weighed neighbours; kernels of rank 1 are rows and columns") {
    const HostImage src = grid(3, {0, 0, 0, 0, 16, 0, 0, 0, 0});
    CHECK(of("convolve 1,2,1/2,4,2/1,2,1 scale=sum", src) == Samples{1, 2, 1, 2, 4, 2, 1, 2, 1});
    CHECK(of("convolve '0 1 0;2 0 3;0 4 0' scale=16 offset=7", src) == Samples{7, 11, 7, 10, 7, 9, 7, 8, 7});
    CHECK(of("convolve '1 0' edge=constant", src) == Samples{0, 0, 0, 0, 0, 16, 0, 0, 0});
    CHECK(of("convolve", src) == Samples{0, 0, 0, 0, 80, 0, 0, 0, 0});
    CHECK(of("convolve 1", src) == reference::samples_of(src.view()));
}

TEST_CASE("they equal the reference, leave alpha alone, in strips of any height") {
    const Images colours = image({31, 17, 4, Pixel::u8}, {.transparent = 0.3});
    check_neighbours("scharr edge=mirror", colours, {7, 1});
    check_neighbours("convolve '1,2,3;2,4,6' scale=sum offset=-3 edge=wrap", colours);
    check_neighbours("convolve '1,2,3;-2,4,6.5' scale=3.7", image({19, 11, 3, Pixel::f32}, {.inf = true}));
}

TEST_CASE("kernels that are none are refused") {
    const auto refused = [](const std::string& chain) {
        return error_of([&] { Plan(Graph::from_chain(chain), ImageFormat{20, 10, 3, Pixel::u8}, device()); });
    };
    CHECK(refused("convolve 1,x,3") == "chain:1:1: convolve: kernel has 'x', which is not a number");
    CHECK(refused("convolve '1,2;3'") ==
          "chain:1:1: convolve: kernel has rows of 2 and of 1 weights; all rows must have the same length");
    CHECK(refused("convolve '1 -1' scale=sum") ==
          "chain:1:1: convolve: scale=sum divides by the sum of the weights, which is 0; give a number");
    CHECK(refused("convolve '1 -1' scale=0") ==
          "chain:1:1: convolve: scale=0 divides by nothing; 1 leaves the sum as it is");
}

TEST_CASE("edges have the words of NumPy and OpenCV, too") {
    std::size_t stages = 0;
    const sluice::Registry registry(sluice::stage_table());
    for (const std::string& name : registry.names()) {
        const sluice::ParamDecl* edge = registry.find(name)->param("edge");
        if (edge == nullptr) continue;
        CAPTURE(name);
        ++stages;
        std::string fault;
        CHECK(sluice::convert(*edge, std::string("replicate"), fault) == sluice::Value(std::string("clamp")));
        CHECK(sluice::convert(*edge, std::string("reflect101"), fault) ==
              sluice::Value(std::string("mirror")));
        CHECK_FALSE(sluice::convert(*edge, std::string("reflect"), fault));
        CHECK(sluice::stage_markdown(*registry.find(name)).find("mirror (or reflect101)") !=
              std::string::npos);
    }
    CHECK(stages > 10);
    const std::string schema = sluice::pipeline_schema(registry), stub = sluice::stages_stub(registry);
    for (const char* word : {"\"replicate\"", "\"reflect101\""}) {
        CHECK(schema.find(word) != std::string::npos);
        CHECK(stub.find(word) != std::string::npos);
    }
}
