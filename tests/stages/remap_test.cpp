#include "tests/error_of.hpp"
#include "tests/reference/samples.hpp"
#include "tests/stages/neighbours.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace sluice;
using namespace sluice::test;

namespace {

constexpr const char* inputs = "input id=map; input | ";

// Places in an image of 41 x 27, some beyond it: two channels of data.
HostImage map_of(const ImageFormat& size, Pixel pixel = Pixel::f32) {
    HostImage map({size.width, size.height, 2, pixel});
    reference::Random random(7);
    const auto held = [pixel](double place) {  // what the pixel type holds
        if (!is_integer(pixel)) return std::floor(64 * place) / 64;
        return is_signed(pixel) ? std::floor(place) : std::max(0.0, std::floor(place));
    };
    for (std::size_t row = 0; row < reference::rows(map.format()); ++row)
        for (std::size_t x = 0; x < map.format().width; ++x) {
            reference::set_value(map.view(), x, row, 0, held(60 * random.uniform() - 10));
            reference::set_value(map.view(), x, row, 1, held(40 * random.uniform() - 6.25));
        }
    return map;
}

Images images(const ImageFormat& src, HostImage map) {
    Images all = image(src, {.transparent = src.has_alpha() ? 0.3 : 0});
    all.emplace("map", std::move(map));
    return all;
}

reference::Samples remapped(const std::string& parameters, const HostImage& src, const HostImage& map) {
    const ConstHostView view = map.view();
    return reference::samples_of(
        run("input id=mask; input | remap from=input,mask " + parameters, src.view(), {}, &view)
            .image.view());
}

}  // namespace

TEST_CASE("remap equals the reference with every filter and edge, in strips of any height") {
    for (const auto& [filter, edge, pixel, channels] :
         every_pair(std::vector<std::string>{"nearest", "linear", "cubic"},
                    std::vector<std::string>{"clamp", "mirror", "wrap", "constant color=200"},
                    std::vector<Pixel>{Pixel::u8, Pixel::u16, Pixel::f32}, std::vector<int>{1, 3, 4}))
        check_neighbours(inputs + ("remap from=input,map filter=" + filter + " edge=" + edge),
                         images({41, 27, channels, pixel}, map_of({33, 21})), {7, 1});
}

TEST_CASE("a map of integers that a Point makes in the same pass is rounded as it is when it is stored") {
    for (const Pixel pixel : {Pixel::u8, Pixel::i8, Pixel::i16})
        check_neighbours(
            "input id=map; gamma id=places from=map exponent=0.9; input | remap from=input,places",
            images({19, 12, 1, Pixel::u8}, map_of({23, 9}, pixel)), {2},
            {way(StorageChoice::buffer, 0, 0, false)});
}

TEST_CASE("remap equals the reference for every pixel type of image and map, in every way to run it") {
    std::size_t turn = 0;
    for (const Pixel pixel : all_pixels()) {
        const int channels = 1 + static_cast<int>(turn % 4);
        const Pixel of_map = turn % 3 == 2 ? all_pixels()[turn] : Pixel::f32;
        check_neighbours(inputs + std::string("remap from=input,map | gamma 1"),
                         images({19, 12, channels, pixel}, map_of({23, 9}, of_map)), {2},
                         turn % 4 == 0 ? all_kernels() : std::vector<Way>());
        ++turn;
    }
}

TEST_CASE("a map may be made in the same pass, by points and by gathers") {
    const Images all = images({41, 27, 3, Pixel::u8}, map_of({30, 25}));
    for (const char* chain :
         {"input id=map; input; convert from=map pixel=f16 id=m; remap from=input,m",
          "input id=map; input; warp from=map id=m matrix=1,0,2,0,1,1; remap from=input,m",
          "input id=map; input; gaussian from=map id=m sigma=2; gamma from=input id=g exponent=2; remap "
          "from=g,m",
          "input id=map; input; warp from=map id=m matrix=1,0,2.5,0,1,1; remap from=input,m id=a; gaussian "
          "from=m "
          "id=b; output from=a id=one; output from=b id=two",
          "input id=map; input; remap from=input,map id=a; remap from=a,map"})
        check_neighbours(chain, all, {2}, {way(StorageChoice::buffer, 0, 0, false), as_on_gpus()});
    const auto passes = [&](const std::string& chain) {
        return Plan(Graph::from_chain(chain), formats_of(all), device()).execution->passes();
    };
    CHECK(passes("input id=map; input; warp from=map id=m matrix=1,0,2,0,1,1; remap from=input,m") == 1);
    CHECK(passes("input id=map; input; warp from=input id=w matrix=1,0,2,0,1,1; remap from=w,map") == 2);
}

TEST_CASE("a map holds absolute columns and rows, and numbers that are none lie outside") {
    const HostImage src = reference::row_of(Pixel::u8, 1, {10, 20, 30});
    constexpr double nan = std::numeric_limits<double>::quiet_NaN(),
                     inf = std::numeric_limits<double>::infinity();
    HostImage map({6, 1, 2, Pixel::f32});
    const double columns[] = {2, 0.5, 1.25, -1, nan, inf};
    for (std::size_t x = 0; x < 6; ++x) reference::set_value(map.view(), x, 0, 0, columns[x]);
    using Samples = reference::Samples;
    CHECK(remapped("", src, map) == Samples{30, 15, 22, 10, 10, 30});
    CHECK(remapped("edge=constant color=7", src, map) == Samples{30, 15, 22, 7, 7, 7});
    CHECK(remapped("filter=nearest", src, map) == Samples{30, 20, 20, 10, 10, 30});
}

TEST_CASE("remap says what is wrong with a map") {
    const HostImage src = reference::constant_image({5, 5, 3, Pixel::u8}, 1);
    const auto error = [&](const ImageFormat& format) {
        return error_of([&] { remapped("", src, HostImage(format)); });
    };
    CHECK(error({5, 5, 1, Pixel::f32}).find("one channel for columns and one for rows") != std::string::npos);
    ImageFormat grey{5, 5, 2, Pixel::f32};
    grey.grey_alpha = true;
    CHECK(error(grey).find("one channel for columns and one for rows") != std::string::npos);
    ImageFormat layers{5, 5, 2, Pixel::f32};
    layers.layers = 2;
    CHECK(error(layers).find("1 layers, but its map 2") != std::string::npos);
}
