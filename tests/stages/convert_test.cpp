#include "tests/reference/convert.hpp"
#include "tests/error_of.hpp"
#include "tests/reference/compare.hpp"
#include "tests/reference/samples.hpp"
#include "tests/stages/support.hpp"

#include <cmath>
#include <tuple>

using namespace sluice;
using namespace sluice::test;

namespace {

// One conversion to each of several formats.
struct Target {
    std::string arguments;
    ImageFormat dst;
    reference::Tolerance tolerance;
    bool rescale = true;
};

// All of them in one pass, that is in one kernel to compile instead of one for each.
void check_converts(const std::vector<Target>& targets, const HostImage& image, const Way& way) {
    std::string chain = "input";
    for (std::size_t i = 0; i < targets.size(); ++i)
        chain += "; convert from=input " + targets[i].arguments + " | output id=to" + std::to_string(i);
    CAPTURE(chain);
    CAPTURE(image.format().text());
    CAPTURE(way.name);
    const Result result = run(chain, image.view(), way.options);
    for (std::size_t i = 0; i < targets.size(); ++i) {
        CAPTURE(i);
        const Target& target = targets[i];
        const HostImage expected = reference::convert(image.view(), target.dst, target.rescale);
        const reference::Difference difference = reference::compare(
            result.images.at("to" + std::to_string(i)).view(), expected.view(), target.tolerance);
        CHECK_MESSAGE(difference.none(), difference.text);
    }
}

void check_convert(const std::string& arguments, const HostImage& image, const ImageFormat& dst,
                   const reference::Tolerance& tolerance, const Way& way, bool rescale = true) {
    check_converts({{arguments, dst, tolerance, rescale}}, image, way);
}

}  // namespace

TEST_CASE("convert takes every pixel type to every other") {
    for (const Pixel from : all_pixels())
        for (const std::size_t size : {1, 2, 4, 8}) {  // V is as wide for all types of a size
            const HostImage image = reference::random_image({101, 13, 3, from}, {.nan = true, .inf = true});
            std::vector<Target> targets;
            for (const Pixel to : all_pixels()) {
                if (bytes(to) != size) continue;
                ImageFormat dst = image.format();
                dst.pixel = to;
                targets.push_back({"pixel=" + std::string(name(to)), dst, {}});
                targets.push_back({"scale=none pixel=" + std::string(name(to)), dst, {}, false});
            }
            check_converts(targets, image, way(StorageChoice::buffer));
        }
}

TEST_CASE("convert keeps every level of 8 and 16 bits exact") {
    const HostImage bytes = reference::ramp_image({256, 1, 1, Pixel::u8}, 0, 1);
    const HostImage words = reference::ramp_image({4096, 16, 1, Pixel::u16}, 0, 1);
    for (const Pixel to : {Pixel::u8, Pixel::u16, Pixel::f32, Pixel::f64, Pixel::f16})
        for (const HostImage* image : {&bytes, &words}) {
            ImageFormat dst = image->format();
            dst.pixel = to;
            // The reference's long double rounds twice on its way to f64.
            const reference::Tolerance tolerance{to == Pixel::f64 ? 1.0 : 0.0, 0};
            for (const Way& way : storages())
                check_convert("pixel=" + std::string(name(to)), *image, dst, tolerance, way);
        }
}

TEST_CASE("convert goes from a natural image object to another of another type") {
    const HostImage image = reference::ramp_image({256, 3, 4, Pixel::u16}, 0, 85);
    ImageFormat dst = image.format();
    dst.pixel = Pixel::f16;
    check_convert("pixel=f16", image, dst, {}, way(StorageChoice::natural));
}

TEST_CASE("convert changes the number of channels") {
    for (const int from : all_channels())
        for (const Pixel pixel : {Pixel::u8, Pixel::u16, Pixel::f32})
            for (const Way& way : storages()) {
                const HostImage image = reference::random_image({61, 13, from, pixel});
                std::vector<Target> targets;
                for (const int to : all_channels()) {
                    ImageFormat dst = image.format();
                    dst.channels = to;
                    dst.grey_alpha = to == 2;
                    const bool luma = image.format().colors() == 3 && dst.colors() == 1;
                    const double absolute = luma && pixel == Pixel::f32 ? 4 * std::ldexp(1.0, -23) : 0;
                    targets.push_back({"channels=" + std::to_string(to),
                                       dst,
                                       {luma && is_integer(pixel) ? 1.0 : 0.0, absolute}});
                }
                check_converts(targets, image, way);
            }
}

TEST_CASE("convert rounds luma of halves once, at the end") {
    const HostImage image = reference::random_image({61, 13, 3, Pixel::f16});
    std::vector<Target> targets;
    for (const Pixel to : {Pixel::u16, Pixel::f32}) {
        const ImageFormat dst{61, 13, 1, to};
        const double absolute = is_integer(to) ? 0 : 4 * std::ldexp(1.0, -23);
        targets.push_back(
            {"channels=1 pixel=" + std::string(name(to)), dst, {is_integer(to) ? 1.0 : 0.0, absolute}});
    }
    check_converts(targets, image, way(StorageChoice::buffer));
}

TEST_CASE("convert goes to linear light and back") {
    for (const Pixel from : {Pixel::u8, Pixel::u16, Pixel::f32, Pixel::f64})
        for (const auto& [space, source] :
             {std::pair{Space::linear, Space::encoded}, std::pair{Space::encoded, Space::linear}}) {
            ImageFormat format{61, 13, 4, from};
            format.space = source;
            const HostImage image = reference::random_image(format);
            std::vector<Target> singles, doubles;
            for (const Pixel to : {Pixel::u8, Pixel::u16, Pixel::f32, Pixel::f64}) {
                ImageFormat dst = format;
                dst.pixel = to;
                dst.space = space;
                reference::Tolerance tolerance{1, 0};
                if (!is_integer(to))
                    tolerance = {48, std::ldexp(1.0, -22)};  // pow may be 16 ulp off; alpha is one product
                (to == Pixel::f64 ? doubles : singles)
                    .push_back({"pixel=" + std::string(name(to)) + " space=" + std::string(name(space)), dst,
                                tolerance});
            }
            check_converts(singles, image, way(StorageChoice::buffer));
            check_converts(doubles, image, way(StorageChoice::buffer));
        }
}

TEST_CASE("convert bends numbers that it keeps from white to white") {
    struct Case {
        Pixel from, to;
        std::string arguments;
    };
    for (const Case& c :
         {Case{Pixel::i16, Pixel::i16, ""}, Case{Pixel::i16, Pixel::f32, " pixel=f32"},
          Case{Pixel::u8, Pixel::i16, " pixel=i16"}, Case{Pixel::u8, Pixel::u8, " scale=none"}}) {
        const HostImage image = reference::random_image({61, 13, 4, c.from});
        ImageFormat dst = image.format();
        dst.pixel = c.to;
        dst.space = Space::linear;
        const double absolute = is_integer(c.to) ? 0 : 32768 * std::ldexp(1.0, -21);
        check_convert("space=linear" + c.arguments, image, dst, {is_integer(c.to) ? 1.0 : 48.0, absolute},
                      way(StorageChoice::buffer), c.arguments != " scale=none");
    }
}

TEST_CASE("convert makes alpha opaque in the result, where numbers are kept too") {
    for (const auto& [from, to, rescale] :
         {std::tuple(Pixel::i16, Pixel::f32, true), std::tuple(Pixel::u8, Pixel::i16, true),
          std::tuple(Pixel::u8, Pixel::u16, false), std::tuple(Pixel::u16, Pixel::u8, true)}) {
        const HostImage image = reference::random_image({61, 13, 3, from});
        ImageFormat dst = image.format();
        dst.pixel = to;
        dst.channels = 4;
        check_convert("channels=4 pixel=" + std::string(name(to)) + (rescale ? "" : " scale=none"), image,
                      dst, {}, way(StorageChoice::buffer), rescale);
    }
}

TEST_CASE("convert takes alpha of signed integers from white to white where a model is of light") {
    const HostImage image = reference::row_of(Pixel::i16, 4, {32767, 32767, 32767, 32767, 0, 0, 0, -16384});
    for (const char* to : {"xyz", "lab", "hsv"}) {
        CAPTURE(to);
        const Result result = run("input | convert to=" + std::string(to) + " | output id=to", image.view(),
                                  way(StorageChoice::buffer).options);
        const reference::Samples samples = reference::samples_of(result.images.at("to").view());
        CHECK(samples.at(3) == 1);
        CHECK(samples.at(7) == doctest::Approx(-16384 / 32767.0));
    }
}

TEST_CASE("convert to doubles has their digits where it leads through light") {
    const double light = std::pow((240 / 255.0 + 0.055) / 1.055, 2.4);
    for (const int channels : {1, 3}) {
        const HostImage image = reference::row_of(Pixel::u8, channels, {240, 240, 240});
        const Result result = run("input | convert pixel=f64 to=xyz | output id=to", image.view());
        CHECK(std::fabs(reference::samples_of(result.images.at("to").view()).at(1) - light) < 1e-14);
    }
}

TEST_CASE("convert rescales from a white of its own") {
    ImageFormat format{61, 13, 1, Pixel::u16};
    format.white = 1023;
    const HostImage image = reference::random_image(format);
    for (const Pixel to : {Pixel::u8, Pixel::u16, Pixel::f32}) {
        ImageFormat dst = format;
        dst.pixel = to;
        dst.white = to == Pixel::u16 ? 65535 : 0;
        check_convert("pixel=" + std::string(name(to)) + (to == Pixel::u16 ? " white=65535" : ""), image, dst,
                      {}, way(StorageChoice::buffer));
    }
}

TEST_CASE("white of integers is one of their values") {
    const auto refused = [](const std::string& arguments, Pixel pixel) {
        return error_of([&] { Plan(Graph::from_chain("convert " + arguments), {4, 4, 1, pixel}, device()); });
    };
    for (const char* white : {"0.5", "99.5", "256"}) {
        const std::string wanted = "white of u8 is an integer from 1 to 255, not " + std::string(white);
        CHECK(refused("pixel=u8 white=" + std::string(white), Pixel::u16).find(wanted) != std::string::npos);
        CHECK(refused("white=" + std::string(white), Pixel::u8).find(wanted) != std::string::npos);
    }
    CHECK(refused("pixel=u8 white=240", Pixel::f32).empty());
    CHECK(refused("pixel=f32 white=0.5", Pixel::u8).empty());
}
