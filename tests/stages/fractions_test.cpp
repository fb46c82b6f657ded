// normalize, modes that stretch: ends of a range that are no code values, or lie far outside of the type.
#include "tests/reference/compare.hpp"
#include "tests/reference/normalize.hpp"
#include "tests/stages/support.hpp"

#include <cmath>

using namespace sluice;
using namespace sluice::test;
using reference::NormalizeOptions;

namespace {

struct Ends {
    std::string arguments;
    std::optional<std::array<double, 2>> in, out;
};

const std::vector<Ends> all_ends{
    {"out=0.5,100.25", {}, {{0.5, 100.25}}},
    {"out=90.3,-7.7", {}, {{90.3, -7.7}}},
    {"in=9.1,73.7", {{9.1, 73.7}}, {}},
    {"in=20.5,99.25 out=0.1,111.000001", {{20.5, 99.25}}, {{0.1, 111.000001}}},
    {"in=-0.000001,100.000003 out=1,120", {{-0.000001, 100.000003}}, {{1, 120}}},
    {"in=30,33 out=-6000000,6000001", {{30, 33}}, {{-6000000, 6000001}}},
    {"in=-5000001,5000000.5 out=-4999901,5000100", {{-5000001, 5000000.5}}, {{-4999901, 5000100}}},
    {"in=40.5,40.5", {{40.5, 40.5}}, {}},
};

void check(const HostImage& image, const std::string& arguments, const NormalizeOptions& options,
           const reference::Tolerance& tolerance, const Way& way) {
    CAPTURE(arguments);
    CAPTURE(image.format().text());
    CAPTURE(way.name);
    const Result result = run("normalize " + arguments, image.view(), way.options);
    const reference::Difference difference = reference::compare(
        result.image.view(), reference::minmax(image.view(), options).image.view(), tolerance);
    CHECK_MESSAGE(difference.none(), difference.text);
}

void check_ends(Pixel from, Pixel to, const Ends& ends, bool clamp, const Way& way) {
    NormalizeOptions options;
    options.in = ends.in;
    options.out = ends.out;
    options.clamp = clamp;
    options.pixel = to;
    check(reference::random_image({61, 5, 1, from}, {.range = {{0, 121}}}),
          ends.arguments + " pixel=" + std::string(name(to)) + (clamp ? "" : " clamp=false"), options, {},
          way);
}

const std::vector<Pixel> integers{Pixel::u8, Pixel::i8, Pixel::u16, Pixel::i16, Pixel::i32};

}  // namespace

TEST_CASE("ends that are fractions, or far away, are rational numbers for every pair of integer types") {
    const Way narrow = way(StorageChoice::buffer, 1, 1);  // compiles in half the time
    for (const auto& [from, to, clamp] : every_pair(integers, integers, std::vector{true, false}))
        for (const Ends& ends : all_ends) check_ends(from, to, ends, clamp, narrow);
    for (const Ends& ends : all_ends) {
        check_ends(Pixel::u8, Pixel::u8, ends, true, way(StorageChoice::buffer));
        check_ends(Pixel::u16, Pixel::u16, ends, false, as_on_gpus());
    }
}

TEST_CASE("a range of fractions is what its multiples by 4 are") {
    HostImage image(ImageFormat{256, 1, 1, Pixel::u8});
    for (std::size_t x = 0; x < 256; ++x) set_sample(image.view(), x, 0, 0, static_cast<double>(x));
    const HostImage result = run("normalize in=10.25,200.75 out=0.5,250.5", image.view()).image;
    for (int v = 0; v < 256; ++v) {  // 0.5 + (4v - 41) * 250 / 762, rounded half to even
        const int d = std::clamp(4 * v - 41, 0, 762), twice = 762 + d * 500, q = twice / 1524,
                  r = twice % 1524;
        const int expected = r > 762 || (r == 762 && q % 2 == 1) ? q + 1 : q;
        CHECK(sample(result.view(), static_cast<std::size_t>(v), 0, 0) == expected);
    }
}

TEST_CASE("a result may span all that its floats hold") {
    for (const auto& [from, to] : std::vector<std::pair<Pixel, Pixel>>{{Pixel::f32, Pixel::f32},
                                                                       {Pixel::u8, Pixel::f32},
                                                                       {Pixel::u16, Pixel::u8},
                                                                       {Pixel::f64, Pixel::f64}}) {
        const double far = to == Pixel::f64 ? 1.7e308 : 3e38;
        NormalizeOptions options;
        options.out = {{-far, far}};
        options.pixel = to;
        const HostImage image = reference::random_image({61, 5, 1, from}, {.range = {{0, 121}}});
        const double bound = is_integer(to) ? 0 : std::ldexp(far, to == Pixel::f64 ? -50 : -22);
        check(image, "out=" + number_text(-far) + "," + number_text(far) + " pixel=" + std::string(name(to)),
              options, {0, bound}, way(StorageChoice::buffer));
        options.out = {{far, -far}};
        check(image, "out=" + number_text(far) + "," + number_text(-far) + " pixel=" + std::string(name(to)),
              options, {0, bound}, way(StorageChoice::buffer));
    }
    // ... of a range that is narrow, or as wide.
    for (const double width : {1e-30, 1e-3, 3e38}) {
        const HostImage image = reference::image_of(
            {5, 1, 1, Pixel::f32},
            [&](std::size_t x, std::size_t, int) { return width * (0.5 * static_cast<double>(x) - 1); });
        NormalizeOptions options;
        options.out = {{-3e38, 3e38}};
        check(image, "out=-3e38,3e38", options, {0, std::ldexp(3e38, -22)}, way(StorageChoice::buffer));
    }
}
