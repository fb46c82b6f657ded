#include "tests/reference/compare.hpp"
#include "tests/reference/stage.hpp"
#include "tests/stages/support.hpp"

using namespace sluice;
using namespace sluice::test;

TEST_CASE("invert equals the reference for every pixel type, channel count, storage and size") {
    const auto check_one = [](Pixel pixel, int channels, const Way& way) {
        for (const Size size : sizes()) {
            const HostImage image = reference::random_image({size.width, size.height, channels, pixel},
                                                            {.nan = true, .inf = true});
            CAPTURE(image.format().text());
            CAPTURE(way.name);
            const auto difference =
                reference::compare(run("invert", image.view(), way.options).image.view(),
                                   reference::expected("invert", {}, image.view()).view());
            CHECK_MESSAGE(difference.none(), difference.text);
        }
    };
    for (const auto& one : every_pair(all_pixels(), all_channels(), storages())) std::apply(check_one, one);
}

TEST_CASE("a chain of points rounds at each of its edges, fused or not") {
    const HostImage image = reference::random_image({101, 37, 3, Pixel::u8});
    const Values darker{{"exponent", 0.7}};
    const HostImage once = reference::expected("gamma", darker, image.view());
    const HostImage twice = reference::expected("gamma", darker, once.view());
    const std::string chain = "gamma exponent=0.7 | gamma exponent=0.7";
    const HostImage fused = run(chain, image.view(), way(StorageChoice::buffer).options).image;
    const HostImage apart = run(chain, image.view(), way(StorageChoice::image, 1, 64, false).options).image;
    CHECK(reference::compare(fused.view(), twice.view(), {1, 0}).none());
    CHECK(reference::compare(fused.view(), apart.view()).none());
}
