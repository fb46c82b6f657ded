// Stages of several images: those that compute colour by colour, mix and select.
#include "tests/error_of.hpp"
#include "tests/reference/samples.hpp"
#include "tests/stages/neighbours.hpp"

#include <limits>

using namespace sluice;
using namespace sluice::test;
using reference::row_of;
using reference::Samples;
using reference::samples_of;

namespace {

Samples of(const std::string& stage, const HostImage& a) {
    return samples_of(run(stage, a.view()).image.view());
}

Samples of(const std::string& stage, const HostImage& a, const HostImage& b) {
    Images images;
    images.emplace("input", a);
    images.emplace("b", b);
    return samples_of(found("input id=b; input | " + stage, images, {}).images.at("output").view());
}

std::string refused(const std::string& stage, const ImageFormat& a, const ImageFormat& b) {
    return error_of([&] {
        Plan(Graph::from_chain("input id=b; input | " + stage), {{"input", a}, {"b", b}}, device());
    });
}

bool says(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("two images meet colour by colour, saturate and are rounded once") {
    const HostImage a = row_of(Pixel::u8, 1, {0, 100, 200, 255, 7}),
                    b = row_of(Pixel::u8, 1, {10, 200, 100, 0, 2});
    CHECK(of("add from=input,b", a, b) == Samples{10, 255, 255, 255, 9});
    CHECK(of("subtract from=input,b", a, b) == Samples{0, 0, 100, 255, 5});
    CHECK(of("multiply from=input,b", a, b) == Samples{0, 78, 78, 0, 0});
    CHECK(of("divide from=input,b", a, b) == Samples{0, 128, 255, 0, 255});  // 127.5 to the even one
    CHECK(of("min from=input,b", a, b) == Samples{0, 100, 100, 0, 2});
    CHECK(of("max from=input,b", a, b) == Samples{10, 200, 200, 255, 7});
    CHECK(of("absdiff from=input,b", a, b) == Samples{10, 100, 100, 255, 5});
    CHECK(of("and from=input,b", a, b) == Samples{0, 64, 64, 0, 2});
    CHECK(of("or from=input,b", a, b) == Samples{10, 236, 236, 255, 7});
    CHECK(of("xor from=input,b", a, b) == Samples{10, 172, 172, 255, 5});
    CHECK(of("mix from=input,b weight=0.25", a, b) == Samples{2, 125, 175, 191, 6});  // 2.5, 191.25, 5.75
}

TEST_CASE("a number stands in the place of the second image, or one for each colour; alpha stays") {
    const HostImage rgba = row_of(Pixel::u8, 4, {10, 20, 30, 40, 250, 251, 252, 253});
    CHECK(of("add value=1,2,3", rgba) == Samples{11, 22, 33, 40, 251, 253, 255, 253});
    CHECK(of("multiply value=1.1", rgba) == Samples{11, 22, 33, 40, 255, 255, 255, 253});
    CHECK(of("divide value=0,4,-1", rgba) == Samples{0, 5, 0, 40, 0, 63, 0, 253});
    CHECK(of("and value=15", rgba) == Samples{10, 4, 14, 40, 10, 11, 12, 253});
    const HostImage bytes = row_of(Pixel::i8, 1, {-128, -1, 127});
    CHECK(of("subtract value=1", bytes) == Samples{-128, -2, 126});
    CHECK(of("absdiff value=127", bytes) == Samples{127, 127, 0});
    CHECK(of("xor value=-1", bytes) == Samples{127, 0, -128});
}

TEST_CASE("the second image comes in white and colours of the first") {
    const HostImage a = row_of(Pixel::u8, 3, {10, 20, 30, 40, 50, 60});
    CHECK(of("add from=input,b", a, row_of(Pixel::f32, 1, {1, 0.1})) == Samples{255, 255, 255, 66, 76, 86});
    CHECK(of("add from=input,b", a, row_of(Pixel::u16, 4, {257, 514, 771, 0, 0, 65535, 0, 0})) ==
          Samples{11, 22, 33, 40, 255, 60});
    CHECK(of("max from=input,b", row_of(Pixel::u8, 1, {10, 20}), a) == Samples{19, 49});  // luma
    CHECK(of("multiply from=input,b", a, row_of(Pixel::f32, 1, {2, 0.5})) == Samples{20, 40, 60, 20, 25, 30});
}

TEST_CASE("real numbers pass as they are: by 0 to infinity, and no number is no number") {
    constexpr double inf = std::numeric_limits<double>::infinity(),
                     nan = std::numeric_limits<double>::quiet_NaN();
    const HostImage a = row_of(Pixel::f32, 1, {1, -1, nan, 2}), b = row_of(Pixel::f32, 1, {0, 0, 1, nan});
    const Samples quotient = of("divide from=input,b", a, b), least = of("min from=input,b", a, b);
    CHECK(quotient[0] == inf);
    CHECK(quotient[1] == -inf);
    CHECK(least[0] == 0);
    CHECK(std::isnan(least[2]));
    CHECK(std::isnan(least[3]));
    const HostImage infinite = row_of(Pixel::f32, 1, {inf, inf, inf, inf});
    CHECK(of("mix from=input,b weight=1", infinite, b)[1] == 0);
    CHECK(of("mix from=input,b weight=0", b, infinite)[1] == 0);
}

TEST_CASE("select takes whole pixels where the mask is not 0") {
    Images images;
    images.emplace("input", row_of(Pixel::f32, 1, {0, 0.5, 1}));
    images.emplace("a", row_of(Pixel::u8, 4, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}));
    images.emplace("b", row_of(Pixel::u8, 1, {77, 88, 99}));
    const HostImage dst =
        found("input id=a; input id=b; input | select from=input,a,b", images, {}).images.at("output");
    CHECK(samples_of(dst.view()) == Samples{77, 77, 77, 255, 5, 6, 7, 8, 9, 10, 11, 12});
}

TEST_CASE("images that do not go together are refused, with the way out") {
    const ImageFormat u8{20, 10, 3, Pixel::u8}, small{19, 10, 3, Pixel::u8}, f32{20, 10, 3, Pixel::f32};
    ImageFormat linear = u8, data = u8;
    linear.space = Space::linear;
    data.channels = 2;
    CHECK(says(refused("add from=input,b", u8, small), "resize or crop one of them"));
    CHECK(says(refused("mix from=input,b", u8, small), "resize or crop one of them"));
    CHECK(says(refused("add from=input,b", u8, linear), "convert space="));
    CHECK(says(refused("add from=input,b", u8, data), "no colours"));
    CHECK(says(refused("add from=input,b value=1", u8, u8), "one of them"));
    CHECK(says(refused("add; output from=b", u8, u8), "wants a second image (from=a,b) or value="));
    CHECK(says(refused("add value=1,2; output from=b", u8, u8), "one for each colour"));
    CHECK(says(refused("and value=0.5; output from=b", u8, u8), "whole number that u8 has"));
    CHECK(says(refused("or value=256; output from=b", u8, u8), "whole number that u8 has"));
    CHECK(says(refused("xor from=input,b", u8, f32), "not alike"));
    CHECK(says(refused("xor from=b,input", u8, f32), "convert pixel="));
    CHECK(says(refused("select from=input,b,b", u8, small), "its mask is 20x10"));
}

TEST_CASE("blend mixes colours as the W3C has it") {
    const std::map<std::string, Samples> modes{
        {"screen", {208, 208, 255, 0}},   {"overlay", {96, 161, 255, 0}},   {"darken", {64, 64, 255, 0}},
        {"lighten", {192, 192, 255, 0}},  {"dodge", {255, 255, 255, 0}},    {"burn", {1, 4, 255, 0}},
        {"hardlight", {161, 96, 255, 0}}, {"softlight", {96, 168, 255, 0}}, {"difference", {128, 128, 0, 0}},
        {"exclusion", {160, 160, 0, 0}},
    };
    const HostImage below = row_of(Pixel::u8, 1, {64, 192, 255, 0}),
                    above = row_of(Pixel::u8, 1, {192, 64, 255, 0});
    for (const auto& [mode, expected] : modes) {
        CAPTURE(mode);
        CHECK(of("blend from=input,b mode=" + mode, below, above) == expected);
    }
}

TEST_CASE("blend repeats the image above, from where it lies on") {
    const HostImage below = row_of(Pixel::u8, 1, {1, 2, 3, 4, 5, 6, 7}),
                    above = row_of(Pixel::u8, 1, {10, 20, 30});
    CHECK(of("blend from=input,b tile=true x=1", below, above) == Samples{30, 10, 20, 30, 10, 20, 30});
    CHECK(of("blend from=input,b tile=false x=1", below, above) == Samples{1, 10, 20, 30, 5, 6, 7});
}

TEST_CASE("compare finds how far two images are apart") {
    Images images;
    images.emplace("a", row_of(Pixel::u8, 3, {0, 10, 20, 100, 255, 0}));
    images.emplace("b", row_of(Pixel::u8, 3, {0, 13, 16, 100, 250, 0}));
    const auto number = [&](const std::string& metric, const std::string& of) {
        return found("input id=b; input id=a; compare from=a," + of + " metric=" + metric + "; output from=a",
                     images, {})
            .tables.at("compare")
            .real(metric);
    };
    CHECK(number("mse", "b") == doctest::Approx(50.0 / 6));
    CHECK(number("mae", "b") == doctest::Approx(2));
    CHECK(number("max", "b") == 5);
    CHECK(number("psnr", "b") == doctest::Approx(10 * std::log10(255 * 255 * 6 / 50.0)));
    CHECK(number("psnr", "a") == std::numeric_limits<double>::infinity());
}
