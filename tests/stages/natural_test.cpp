// Image objects with a pixel in each texel: reduced, and written by Points.
#include "pipeline/device/inspect.hpp"
#include "tests/reference/compare.hpp"
#include "tests/reference/stage.hpp"
#include "tests/skip.hpp"
#include "tests/stages/check_table.hpp"
#include "tests/stages/support.hpp"

using namespace sluice;
using namespace sluice::test;

// Every pixel type, loaded and stored. Only loads and stores differ from those of other storages: what is
// counted how is tested in reduce_test.cpp.
TEST_CASE("natural image objects are reduced and written as buffers are") {
    const std::vector<ImageFormat> formats{
        {0, 0, 1, Pixel::u8},  {0, 0, 3, Pixel::u8},  {0, 0, 4, Pixel::i8},  {0, 0, 1, Pixel::u16},
        {0, 0, 2, Pixel::i16}, {0, 0, 1, Pixel::i32}, {0, 0, 4, Pixel::f16}, {0, 0, 1, Pixel::f32}};
    std::size_t kinds = 0;
    for (const bool normalized : {false, true})
        for (ImageFormat format : formats) {
            if (normalized ? !has_normalized(format) : !has_natural(format)) continue;
            const Way way = test::way(normalized ? StorageChoice::normalized : StorageChoice::natural);
            kinds += normalized ? 0 : 1;
            for (const Size size : {Size{1, 1}, {37, 1}, {1, 19}, {101, 67}, {4097, 5}}) {
                format.width = size.width;
                format.height = size.height;
                CAPTURE(format.text());
                const HostImage image = reference::random_image(
                    format, {.seed = size.width, .nan = true, .inf = true, .transparent = 0.3});
                const Result result =
                    run("input | reduce alpha=report " + everything + "; invert from=input | output",
                        image.view(), way.options);
                check_table(result.tables.at("reduce"),
                            reference::statistics(image.view(), {.counted = {.alpha = AlphaRule::report}}),
                            format.pixel);
                const auto difference = reference::compare(
                    result.image.view(), reference::expected("invert", {}, image.view()).view());
                CHECK_MESSAGE(difference.none(), difference.text);
            }
        }
    CHECK(kinds >= 4);  // RGBA of every type is there wherever image objects are
}

TEST_CASE("a mask, a region and layers of natural image objects choose the same pixels") {
    ImageFormat format{61, 23, 3, Pixel::u16};
    if (!has_natural(format) || !has_natural({61, 23, 1, Pixel::u8})) {
        report_skip("the device lacks R/UNSIGNED_INT8");
        return;
    }
    const PlanOptions options = way(StorageChoice::natural).options;
    const HostImage image = reference::random_image(format);
    const HostImage mask = reference::random_mask(61, 23, 0.3);
    const ConstHostView mask_view = mask.view();
    check_table(
        run("input id=mask; input | reduce from=input,mask " + everything, image.view(), options, &mask_view)
            .tables.at("reduce"),
        reference::statistics(image.view(), {.counted = {.mask = mask_view}}), Pixel::u16);
    check_table(run("reduce region=5,3,17,9 " + everything, image.view(), options).tables.at("reduce"),
                reference::statistics(image.view(), {.counted = {.region = Rect{5, 3, 17, 9}}}), Pixel::u16);

    format.layers = 3;
    const HostImage layers = reference::random_image(format);
    const Table table = run("reduce " + everything, layers.view(), options).tables.at("reduce");
    for (std::size_t layer = 0; layer < format.layers; ++layer) {
        ConstHostView one = layers.view();
        one.data = one.row(layer * format.height);
        one.format.layers = 1;
        check_table(table, reference::statistics(one, {}), Pixel::u16, layer);
    }
}

TEST_CASE("the small units of natural image objects on a GPU count the same") {
    DeviceFacts facts = device().facts();
    facts.type = DeviceFacts::Type::gpu;
    const Device gpu = with_facts(device(), facts);
    for (const ImageFormat& format : {ImageFormat{131, 77, 4, Pixel::u8}, {131, 77, 1, Pixel::f32}}) {
        CAPTURE(format.text());
        if (!has_natural(format)) continue;
        const HostImage image = reference::random_image(format, {.nan = true});
        for (const StorageChoice storage : {StorageChoice::natural, StorageChoice::normalized}) {
            if (storage == StorageChoice::normalized && !has_normalized(format)) continue;
            check_table(
                run("reduce alpha=report " + everything, image.view(), way(storage).options, nullptr, gpu)
                    .tables.at("reduce"),
                reference::statistics(image.view(), {.counted = {.alpha = AlphaRule::report}}), format.pixel);
        }
    }
}

TEST_CASE("neighbours in image objects of normalized numbers are those in buffers") {
    std::size_t kinds = 0;
    for (const ImageFormat& format :
         {ImageFormat{61, 23, 3, Pixel::u8}, {61, 23, 1, Pixel::u16}, {61, 23, 4, Pixel::u16}}) {
        if (!has_normalized(format)) continue;
        ++kinds;
        const HostImage image = reference::random_image(format);
        for (const std::string chain : {"gaussian 2", "median 1", "rotate 30", "normalize"}) {
            CAPTURE(format.text());
            CAPTURE(chain);
            const auto result = [&](StorageChoice storage) {
                return run(chain, image.view(), way(storage).options).image;
            };
            const auto difference = reference::compare(result(StorageChoice::normalized).view(),
                                                       result(StorageChoice::buffer).view());
            CHECK_MESSAGE(difference.none(), difference.text);
        }
    }
    if (kinds == 0) report_skip("the device has no image objects of normalized numbers");
}
