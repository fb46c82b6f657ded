#include "tests/error_of.hpp"
#include "tests/reference/samples.hpp"
#include "tests/stages/neighbours.hpp"

#include <cmath>
#include <cstring>
#include <limits>

using namespace sluice;
using namespace sluice::test;

namespace {

const std::string ends = "input id=top; input | blend from=input,top ";
const std::string with_mask = "input id=mask; input id=top; input | blend from=input,top,mask ";

Images images(const ImageFormat& base, const ImageFormat& top) {
    Images images = image(base, {.seed = 3, .transparent = base.has_alpha() ? 0.3 : 0});
    images.emplace("top",
                   reference::random_image(top, {.seed = 4, .transparent = top.has_alpha() ? 0.3 : 0}));
    return images;
}

ImageFormat blend_format(Size size, int channels, Pixel pixel = Pixel::u8) {
    ImageFormat format{size.width, size.height, channels, pixel};
    format.grey_alpha = channels == 2;
    return format;
}

}  // namespace

TEST_CASE("blend equals the reference for every pair of channels and modes") {
    for (const auto& [base, top] :
         std::vector<std::pair<int, int>>{{1, 1}, {1, 4}, {2, 3}, {3, 2}, {4, 1}, {4, 4}})
        for (const std::string mode : {"normal", "multiply"})
            check_neighbours(ends + "x=3 y=-2 opacity=0.6 mode=" + mode,
                             images(blend_format({37, 19}, base), blend_format({21, 11}, top)), {2},
                             base == top ? all_kernels() : std::vector<Way>());
}

TEST_CASE("blend equals the reference for every pixel type, also of two") {
    const std::vector<std::pair<Pixel, Pixel>> pairs{
        {Pixel::u16, Pixel::u8},  {Pixel::f32, Pixel::u8},  {Pixel::u8, Pixel::f32},
        {Pixel::f16, Pixel::f16}, {Pixel::f64, Pixel::f32}, {Pixel::i32, Pixel::u8},
    };
    for (const auto& [base, top] : pairs)
        check_neighbours(ends + "x=2 y=1 opacity=0.7",
                         images(blend_format({25, 13}, 4, base), blend_format({19, 17}, 4, top)));
}

TEST_CASE("the image above lies where it is wanted, in part, wholly or not at all within the one below") {
    for (const std::string& place :
         std::vector<std::string>{"", "x=5 y=4", "x=-7 y=-5", "x=30 y=15", "x=100", "y=-100",
                                  "x=-1048576 y=1048576", "gravity=centre", "gravity=southeast",
                                  "gravity=north x=1", "gravity=east y=-3", "gravity=southwest"})
        check_neighbours(ends + place, images(blend_format({37, 19}, 3), blend_format({16, 9}, 4)), {1});
    for (const std::string& place :
         std::vector<std::string>{"gravity=centre", "gravity=west", "gravity=south", "x=-3 y=-3"})
        check_neighbours(ends + place, images(blend_format({13, 7}, 4), blend_format({40, 30}, 4)),
                         {7, 2, 1});
    check_neighbours(ends, images(blend_format({1, 1}, 4), blend_format({1, 1}, 4)), {});
}

TEST_CASE("a mask says how much there is of each pixel above") {
    for (const int channels : {1, 3}) {
        const Pixel pixel = channels == 1 ? Pixel::u8 : Pixel::f32;
        Images all = images(blend_format({37, 19}, channels == 1 ? 4 : 3), blend_format({21, 11}, 4));
        all.emplace("mask", reference::random_image(blend_format({21, 11}, channels, pixel), {.seed = 9}));
        check_neighbours(with_mask + "x=4 y=3 opacity=0.9", all, {2, 1});
    }
}

TEST_CASE("nothing above leaves what is below as it is, and what is opaque covers it to the bit") {
    ImageFormat format = blend_format({23, 11}, 4, Pixel::f32);
    const HostImage below = reference::random_image(format, {.nan = true, .inf = true, .transparent = 0.5});
    HostImage above = reference::random_image(format, {.seed = 7, .nan = true, .inf = true});
    for (std::size_t y = 0; y < format.height; ++y)
        for (std::size_t x = 0; x < format.width; ++x) set_sample(above.view(), x, y, 3, 0);
    const auto blended = [&](const std::string& params) {
        Images all;
        all.emplace("input", below);
        all.emplace("top", above);
        return found(ends + params, all, {}).images.at("output");
    };
    CHECK(bit_difference(blended(""), below) == "");
    CHECK(bit_difference(blended("mode=multiply"), below) == "");
    for (std::size_t y = 0; y < format.height; ++y)
        for (std::size_t x = 0; x < format.width; ++x) {
            for (int c = 0; c < 3; ++c) set_sample(above.view(), x, y, c, 1e-20 * static_cast<double>(x + 1));
            set_sample(above.view(), x, y, 3, 1);
        }
    const HostImage covered = blended("");
    for (std::size_t y = 0; y < format.height; ++y)
        for (std::size_t x = 0; x < format.width; ++x)
            if (std::isfinite(sample(below.view(), x, y, 3)))
                CHECK(std::memcmp(covered.row(y) + x * 16, above.row(y) + x * 16, 16) == 0);
    above = reference::random_image(format, {.seed = 8});
    CHECK(bit_difference(blended("opacity=0"), below) == "");
}

TEST_CASE(
    "what is opaque covers what is infinite or no number, and what is infinite stays so beneath the rest") {
    constexpr double inf = std::numeric_limits<double>::infinity();
    const double nan = std::numeric_limits<double>::quiet_NaN();
    Images all;
    all.emplace("input", reference::row_of(Pixel::f32, 1, {inf, nan, -inf, inf, 1}));
    const reference::Samples above{0.5, 1, 0.5, 1, 0.5, 0.25, 0.5, 0, inf, 0.5};  // with alpha
    ImageFormat format{5, 1, 2, Pixel::f32};
    format.grey_alpha = true;
    all.emplace("top", reference::image_of(format, [&](std::size_t x, std::size_t, int c) {
                    return above[2 * x + static_cast<std::size_t>(c)];
                }));
    const HostImage dst = found(ends, all, {}).images.at("output");
    CHECK(reference::samples_of(dst.view()) == reference::Samples{0.5, 0.5, -inf, inf, inf});
}

TEST_CASE("an image is blended with what becomes of it") {
    const Images one = image({61, 37, 4, Pixel::u8}, {.transparent = 0.2});
    for (const std::string& chain : std::vector<std::string>{
             "input | gaussian sigma=2; blend from=input,gaussian opacity=0.5",
             "input | gaussian; invert from=input; blend from=invert,gaussian opacity=0.5 mode=multiply",
             "input | resize width=20; blend from=input,resize gravity=centre | normalize",
             "input | resize width=20; gaussian from=input; blend from=gaussian,resize x=5 | output "
             "id=a; blend id=c "
             "from=input,resize gravity=southeast | output id=b; reduce from=blend quantities=sum,max_at",
             "input | normalize; resize from=normalize width=30; blend from=resize,input gravity=centre "
             "| gaussian "
             "id=g",
             "input; blend from=input,input x=10 y=5 opacity=0.5",
             "input | convert channels=1; blend from=input,input,convert",
         })
        check_neighbours(chain, one, {7, 2, 1});
}

TEST_CASE("images that do not go together are refused, with both") {
    const auto refused = [&](const std::string& chain, const SourceFormats& formats) {
        return error_of([&] { Plan(Graph::from_chain(chain), formats, device()); });
    };
    ImageFormat layers = blend_format({20, 10}, 3);
    layers.layers = 3;
    ImageFormat data = blend_format({20, 10}, 2);
    data.grey_alpha = false;
    CHECK(refused(ends, {{"input", layers}, {"top", blend_format({5, 5}, 3)}})
              .find("has 3 layers below and 1 above") != std::string::npos);
    CHECK(refused(ends, {{"input", blend_format({20, 10}, 3)}, {"top", data}}).find("are no colours") !=
          std::string::npos);
    CHECK(refused(ends, {{"input", data}, {"top", blend_format({20, 10}, 3)}}).find("are no colours") !=
          std::string::npos);
    CHECK(
        refused(with_mask, {{"input", blend_format({20, 10}, 3)},
                            {"top", blend_format({5, 5}, 3)},
                            {"mask", blend_format({5, 6}, 1)}})
            .find("its mask must have the size of the image above: it is 5x6 u8 x1, and that is 5x5 u8 x3") !=
        std::string::npos);
}
