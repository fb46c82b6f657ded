#include "tests/error_of.hpp"
#include "tests/reference/samples.hpp"
#include "tests/stages/neighbours.hpp"

using namespace sluice;
using namespace sluice::test;

namespace {

HostImage rotated(const std::string& parameters, const HostImage& src) {
    return run("rotate " + parameters, src.view()).image;
}

}  // namespace

TEST_CASE("rotate equals the reference for every filter, pixel type and number of channels, in strips") {
    const std::vector<std::string> angles{
        "30",         "-45.5", "199", "degrees=77 expand=false", "degrees=90", "degrees=-90 expand=false",
        "degrees=180"};
    for (const auto& [angle, filter, color, pixel, channels] :
         every_pair(angles, std::vector<std::string>{"nearest", "linear", "cubic"},
                    std::vector<std::string>{"none", "100"},
                    std::vector<Pixel>{Pixel::u8, Pixel::u16, Pixel::f32}, std::vector<int>{1, 3, 4}))
        check_neighbours("rotate " + angle + " filter=" + filter + " color=" + color,
                         image({37, 22, channels, pixel}, {.transparent = channels == 4 ? 0.3 : 0}), {2});
}

TEST_CASE("quarters of a turn move pixels counter-clockwise") {
    const HostImage src = reference::image_of({3, 2, 1, Pixel::u8}, [](std::size_t x, std::size_t y, int) {
        return static_cast<double>(1 + x + 3 * y);
    });
    using Samples = reference::Samples;
    const auto samples = [&](const std::string& parameters) {
        return reference::samples_of(rotated(parameters, src).view());
    };
    CHECK(samples("90") == Samples{3, 6, 2, 5, 1, 4});
    CHECK(samples("-90") == Samples{4, 1, 5, 2, 6, 3});
    CHECK(samples("270") == samples("-90"));
    CHECK(samples("180") == Samples{6, 5, 4, 3, 2, 1});
    CHECK(samples("360") == Samples{1, 2, 3, 4, 5, 6});
    CHECK(samples("0") == Samples{1, 2, 3, 4, 5, 6});
    const HostImage wide = reference::row_of(Pixel::u8, 1, {1, 2, 3});
    CHECK(reference::samples_of(rotated("90 expand=false color=9", wide).view()) == Samples{9, 2, 9});
}

TEST_CASE("the turned image is held by the result, as large as Pillow makes it") {
    const auto size = [](std::size_t width, std::size_t height, const std::string& degrees) {
        const ImageFormat format = rotated(degrees, HostImage({width, height, 1, Pixel::u8})).format();
        return std::pair(format.width, format.height);
    };
    // PIL.Image.new("L", size).rotate(degrees, expand=True).size
    CHECK(size(100, 60, "30") == std::pair<std::size_t, std::size_t>(118, 102));
    CHECK(size(101, 60, "30") == std::pair<std::size_t, std::size_t>(119, 104));
    CHECK(size(7, 5, "45") == std::pair<std::size_t, std::size_t>(9, 9));
    CHECK(size(7, 5, "1") == std::pair<std::size_t, std::size_t>(9, 7));
    CHECK(size(3, 3, "-120.5") == std::pair<std::size_t, std::size_t>(5, 5));
}
