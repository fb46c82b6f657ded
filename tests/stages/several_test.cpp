// Stages of several images: those that compute colour by colour, mix and select.
#include "tests/stages/all_at_once.hpp"

#include <limits>

using namespace sluice;
using namespace sluice::test;

namespace {

std::string refused(const std::string& stage, const ImageFormat& a, const ImageFormat& b) {
    return test::refused("input id=b; input | " + stage, {{"input", a}, {"b", b}});
}

}  // namespace

TEST_CASE("two images meet colour by colour, saturate and are rounded once") {
    const HostImage a = row_of(Pixel::u8, 1, {0, 100, 200, 255, 7}),
                    b = row_of(Pixel::u8, 1, {10, 200, 100, 0, 2});
    check_each(images(a, b),
               {
                   {"add from=input,b", {10, 255, 255, 255, 9}},
                   {"subtract from=input,b", {0, 0, 100, 255, 5}},
                   {"multiply from=input,b", {0, 78, 78, 0, 0}},
                   {"divide from=input,b", {0, 128, 255, 0, 255}},  // 127.5 to the even one
                   {"min from=input,b", {0, 100, 100, 0, 2}},
                   {"max from=input,b", {10, 200, 200, 255, 7}},
                   {"absdiff from=input,b", {10, 100, 100, 255, 5}},
                   {"and from=input,b", {0, 64, 64, 0, 2}},
                   {"or from=input,b", {10, 236, 236, 255, 7}},
                   {"xor from=input,b", {10, 172, 172, 255, 5}},
                   {"mix from=input,b weight=0.25", {2, 125, 175, 191, 6}},  // 2.5, 191.25, 5.75
               });
}

TEST_CASE("a number stands in the place of the second image, or one for each colour; alpha stays") {
    const HostImage rgba = row_of(Pixel::u8, 4, {10, 20, 30, 40, 250, 251, 252, 253});
    check_each(images(rgba), {
                                 {"add value=1,2,3", {11, 22, 33, 40, 251, 253, 255, 253}},
                                 {"multiply value=1.1", {11, 22, 33, 40, 255, 255, 255, 253}},
                                 {"divide value=0,4,-1", {0, 5, 0, 40, 0, 63, 0, 253}},
                                 {"and value=15", {10, 4, 14, 40, 10, 11, 12, 253}},
                             });
    const HostImage bytes = row_of(Pixel::i8, 1, {-128, -1, 127});
    check_each(images(bytes), {
                                  {"subtract value=1", {-128, -2, 126}},
                                  {"absdiff value=127", {127, 127, 0}},
                                  {"xor value=-1", {127, 0, -128}},
                              });
}

TEST_CASE("the second image comes in white and colours of the first") {
    const HostImage a = row_of(Pixel::u8, 3, {10, 20, 30, 40, 50, 60});
    check_each(images(a, row_of(Pixel::f32, 1, {1, 0.1})),
               {{"add from=input,b", {255, 255, 255, 66, 76, 86}},
                {"multiply from=input,b", {10, 20, 30, 4, 5, 6}}});
    check_each(images(a, row_of(Pixel::u16, 4, {257, 514, 771, 0, 0, 65535, 0, 0})),
               {{"add from=input,b", {11, 22, 33, 40, 255, 60}}});
    check_each(images(row_of(Pixel::u8, 1, {10, 20}), a), {{"max from=input,b", {19, 49}}});  // luma
}

TEST_CASE("real numbers pass as they are: by 0 to infinity, and no number is no number") {
    constexpr double inf = std::numeric_limits<double>::infinity(),
                     nan = std::numeric_limits<double>::quiet_NaN();
    const HostImage a = row_of(Pixel::f32, 1, {1, -1, nan, 2}), b = row_of(Pixel::f32, 1, {0, 0, 1, nan});
    const std::vector<HostImage> found = images_of(
        {"divide from=input,b", "min from=input,b", "mix from=input,b weight=1", "mix from=input,b weight=0"},
        images(a, b));
    const Samples quotient = samples_of(found[0].view()), least = samples_of(found[1].view());
    CHECK(quotient[0] == inf);
    CHECK(quotient[1] == -inf);
    CHECK(least[0] == 0);
    CHECK(std::isnan(least[2]));
    CHECK(std::isnan(least[3]));
    CHECK(samples_of(found[2].view())[2] == 1);
    CHECK(samples_of(found[3].view())[3] == 2);
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

TEST_CASE("select takes alpha of the second image along where the first is grey") {
    const Images images{{"mask", row_of(Pixel::u8, 1, {0, 1})},
                        {"a", row_of(Pixel::u8, 2, {1, 2, 3, 4})},
                        {"b", row_of(Pixel::u8, 4, {100, 100, 100, 7, 200, 200, 200, 8})}};
    const HostImage dst =
        found("input id=mask; input id=a; input id=b; select from=mask,a,b id=s; output from=s", images, {})
            .images.at("output");
    CHECK(samples_of(dst.view()) == Samples{100, 7, 3, 4});
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
    CHECK(says(refused("add; output from=b", u8, u8), "needs a second image (from=a,b) or value="));
    CHECK(says(refused("add value=1,2; output from=b", u8, u8), "one for each colour"));
    CHECK(says(refused("and value=0.5; output from=b", u8, u8), "integer that u8 can hold"));
    CHECK(says(refused("or value=256; output from=b", u8, u8), "integer that u8 can hold"));
    CHECK(says(refused("xor from=input,b", u8, f32), "differ"));
    CHECK(says(refused("xor from=b,input", u8, f32), "convert pixel="));
    CHECK(says(refused("select from=input,b,b", u8, small), "its mask is 20x10"));
}

TEST_CASE("blend mixes colours as the W3C has it") {
    const HostImage below = row_of(Pixel::u8, 1, {64, 192, 255, 0}),
                    above = row_of(Pixel::u8, 1, {192, 64, 255, 0});
    check_each(images(below, above), {
                                         {"blend from=input,b mode=screen", {208, 208, 255, 0}},
                                         {"blend from=input,b mode=overlay", {96, 161, 255, 0}},
                                         {"blend from=input,b mode=darken", {64, 64, 255, 0}},
                                         {"blend from=input,b mode=lighten", {192, 192, 255, 0}},
                                         {"blend from=input,b mode=dodge", {255, 255, 255, 0}},
                                         {"blend from=input,b mode=burn", {1, 4, 255, 0}},
                                         {"blend from=input,b mode=hardlight", {161, 96, 255, 0}},
                                         {"blend from=input,b mode=softlight", {96, 168, 255, 0}},
                                         {"blend from=input,b mode=difference", {128, 128, 0, 0}},
                                         {"blend from=input,b mode=exclusion", {160, 160, 0, 0}},
                                     });
}

TEST_CASE("blend repeats the image above, from where it lies on") {
    const HostImage below = row_of(Pixel::u8, 1, {1, 2, 3, 4, 5, 6, 7}),
                    above = row_of(Pixel::u8, 1, {10, 20, 30});
    check_each(images(below, above), {{"blend from=input,b tile=true x=1", {30, 10, 20, 30, 10, 20, 30}},
                                      {"blend from=input,b x=1", {1, 10, 20, 30, 5, 6, 7}}});
}

TEST_CASE("compare finds how far two images are apart") {
    Images images;
    images.emplace("a", row_of(Pixel::u8, 3, {0, 10, 20, 100, 255, 0}));
    images.emplace("b", row_of(Pixel::u8, 3, {0, 13, 16, 100, 250, 0}));
    const auto tables =
        found(
            "input id=b; input id=a; compare from=a,b id=mse; compare from=a,b metric=mae id=mae; "
            "compare from=a,b metric=max id=max; compare from=a,b metric=psnr id=psnr; "
            "compare from=a,a metric=psnr id=same",
            images, {})
            .tables;
    CHECK(tables.at("mse").real("mse") == doctest::Approx(50.0 / 6));
    CHECK(tables.at("mae").real("mae") == doctest::Approx(2));
    CHECK(tables.at("max").real("max") == 5);
    CHECK(tables.at("psnr").real("psnr") == doctest::Approx(10 * std::log10(255 * 255 * 6 / 50.0)));
    CHECK(tables.at("same").real("psnr") == std::numeric_limits<double>::infinity());
}

TEST_CASE("compare takes numbers as they are where either image is of signed integers") {
    const std::vector<Pixel> pixels{Pixel::i8, Pixel::u8, Pixel::i16, Pixel::u16, Pixel::i32, Pixel::f32};
    for (const Pixel a : pixels)
        for (const Pixel b : pixels) {
            if (!is_signed_integer(a) && !is_signed_integer(b)) continue;
            CAPTURE(name(a));
            CAPTURE(name(b));
            const Images images{{"a", row_of(a, 1, {100, 7})}, {"b", row_of(b, 1, {60, 10})}};
            const auto tables =
                found(
                    "input id=b; input id=a; compare from=a,b id=mse; compare from=a,b metric=mae id=mae; "
                    "compare from=a,b metric=max id=max; compare from=a,b metric=psnr id=psnr",
                    images, {})
                    .tables;
            const double white = images.at("a").view().format.white_value();
            CHECK(tables.at("mse").real("mse") == 1609 / 2.0);
            CHECK(tables.at("mae").real("mae") == 43 / 2.0);
            CHECK(tables.at("max").real("max") == 40);
            CHECK(tables.at("psnr").real("psnr") ==
                  doctest::Approx(10 * std::log10(white * white * 2 / 1609)));
        }
}

TEST_CASE("compare finds it also where the last group of a pass makes its Table") {
    Images images;
    images.emplace("a", row_of(Pixel::u8, 3, {0, 10, 20, 100, 255, 0}));
    images.emplace("b", row_of(Pixel::u8, 3, {0, 13, 16, 100, 250, 0}));
    const Found last = found("input id=b; input id=a; compare from=a,b id=mse", images, as_on_gpus().options);
    CHECK(last.tables.at("mse").real("mse") == doctest::Approx(50.0 / 6));
}

TEST_CASE("the structural similarity is Wang's, of each colour in windows that lie within the image") {
    Images images;
    images.emplace("input", reference::random_image({31, 17, 4, Pixel::u8}, {.seed = 1}));
    images.emplace("b", reference::random_image({31, 17, 3, Pixel::f32}, {.seed = 2, .range = {{0, 1}}}));
    images.emplace("c", reference::random_image({31, 17, 1, Pixel::u16}, {.seed = 3}));
    const std::string inputs = "input id=b; input id=c; input; ";
    check_neighbours(inputs +
                         "compare from=input,b metric=ssim id=ab; compare from=b,c metric=ssim id=bc; "
                         "compare from=c,input metric=ssim id=ca",
                     images, {3}, {way(StorageChoice::image, 1, 64)});
    const auto tables =
        found(inputs + "compare from=input,input metric=ssim; output from=b; output from=c", images, {})
            .tables;
    CHECK(tables.at("compare").real("ssim") == 1);
}

TEST_CASE("two flat images are as alike as their brightness is") {
    Images images;
    images.emplace("input", reference::constant_image({11, 11, 1, Pixel::u8}, 100));
    images.emplace("b", reference::constant_image({11, 11, 1, Pixel::u8}, 200));
    const double c1 = 0.01 * 255 * 0.01 * 255;
    const Table table =
        found("input id=b; input | compare from=input,b metric=ssim", images, {}).tables.at("compare");
    CHECK(table.real("ssim") ==
          doctest::Approx((2 * 100 * 200 + c1) / (100 * 100 + 200 * 200 + c1)).epsilon(1e-6));
    CHECK(says(refused("compare from=input,b metric=ssim", {11, 10, 1, Pixel::u8}, {11, 10, 1, Pixel::u8}),
               "windows of 11 x 11 pixels, which do not fit in 11x10"));
}
