// Stages of colour: grey, channels, other models of colour.
#include "tests/stages/all_at_once.hpp"

#include <limits>

using namespace sluice;
using namespace sluice::test;

namespace {

std::string refused_colours(const std::string& chain, const ImageFormat& src) {
    return test::refused(chain, {{"input", src}});
}

HostImage merged(const std::string& from, const std::vector<HostImage>& others) {
    Images images;
    std::string chain = "input";
    images.emplace("input", row_of(Pixel::u8, 1, {10, 20}));
    for (std::size_t i = 0; i < others.size(); ++i) {
        const std::string id(1, "xyz"[i]);
        images.emplace(id, others[i]);
        chain = "input id=" + id + "; " + chain;
    }
    return found(chain + " | channels from=input," + from, images, {}).images.at("output");
}

}  // namespace

TEST_CASE("grey weighs colours, rounds once and keeps alpha") {
    const HostImage rgb = row_of(Pixel::u8, 3, {255, 0, 0, 0, 255, 0, 10, 20, 35, 1, 1, 3});
    check_each(images(rgb), {
                                {"grey", {54, 182, 19, 1}},
                                {"grey rec601", {76, 150, 19, 1}},
                                {"grey average", {85, 85, 22, 2}},
                                {"grey max", {255, 255, 35, 3}},
                                {"grey lightness", {128, 128, 22, 2}},  // 127.5 and 22.5 to the even one
                                {"grey 0,2,-1", {0, 255, 5, 0}},
                            });
    const HostImage rgba = row_of(Pixel::u8, 4, {255, 0, 0, 7});
    const HostImage dst = run("grey", rgba.view()).image;
    CHECK(dst.format().grey_alpha);
    CHECK(samples_of(dst.view()) == Samples{54, 7});
    check_each(images(row_of(Pixel::u16, 1, {999})), {{"grey 1,1,1", {999}}});
}

TEST_CASE("channels reorders, repeats and extracts") {
    const HostImage rgba = row_of(Pixel::u8, 4, {1, 2, 3, 4, 5, 6, 7, 8});
    check_each(images(rgba), {
                                 {"channels bgr", {3, 2, 1, 7, 6, 5}},
                                 {"channels bgra", {3, 2, 1, 4, 7, 6, 5, 8}},
                                 {"channels rrr", {1, 1, 1, 5, 5, 5}},
                                 {"channels rgb1", {1, 2, 3, 255, 5, 6, 7, 255}},
                                 {"channels extract=a", {4, 8}},
                                 {"channels 0g0", {0, 2, 0, 0, 6, 0}},
                             });
    const std::vector<HostImage> two = images_of({"channels ga", "channels gb"}, images(rgba));
    CHECK(two[0].format().grey_alpha);
    CHECK(samples_of(two[0].view()) == Samples{2, 4, 6, 8});
    CHECK(!two[1].format().grey_alpha);
    CHECK(samples_of(two[1].view()) == Samples{2, 3, 6, 7});
    check_each(images(row_of(Pixel::u16, 1, {9})), {{"channels yyya", {9, 9, 9, 65535}}});
}

TEST_CASE("channels merges the first channels of several images") {
    const HostImage x = row_of(Pixel::f32, 1, {1, 0.2}), y = row_of(Pixel::u8, 3, {7, 0, 0, 8, 0, 0}),
                    z = row_of(Pixel::u16, 1, {257, 514});
    CHECK(samples_of(merged("x,y", {x, y}).view()) == Samples{10, 255, 7, 20, 51, 8});
    CHECK(samples_of(merged("x,y,z", {x, y, z}).view()) == Samples{10, 255, 7, 1, 20, 51, 8, 2});
    CHECK(samples_of(merged("a:x", {z}).view()) == Samples{10, 1, 20, 2});
    CHECK(!merged("x", {x}).format().has_alpha());
}

TEST_CASE("grey and channels refuse what has no such channels") {
    const ImageFormat rgb{4, 4, 3, Pixel::u8}, data{4, 4, 2, Pixel::u8};
    CHECK(says(refused_colours("grey", data), "no colours"));
    CHECK(says(refused_colours("channels rgx", rgb), "one to four of r, g, b"));
    CHECK(says(refused_colours("channels yyy", rgb), "the stage grey computes it"));
    CHECK(says(refused_colours("channels rrr extract=g", rgb), "give one of them"));
    CHECK(says(refused_colours("channels bbb", data), "no b in two channels"));
}

TEST_CASE("colours in other models are those of textbooks") {
    const HostImage src =
        row_of(Pixel::u8, 3, {255, 0, 0, 0, 255, 0, 255, 0, 255, 51, 51, 51, 0, 0, 0, 255, 128, 0});
    const double third = 60 * 128 / 255.0;
    CHECK(run("convert to=hsv", src.view()).image.format().pixel == Pixel::f32);
    check_each(images(src),
               {{"convert to=hsv", {0, 1, 1, 120, 1, 1, 300, 1, 1, 0, 0, 0.2, 0, 0, 0, third, 1, 1}},
                {"convert to=hsl", {0, 1, 0.5, 120, 1, 0.5, 300, 1, 0.5, 0, 0, 0.2, 0, 0, 0, third, 1, 0.5}}},
               1e-5);
    const HostImage three = row_of(Pixel::u8, 3, {255, 255, 255, 255, 0, 0, 0, 0, 0});
    check_each(images(three),
               {{"convert to=xyz", {0.950456, 1, 1.088754, 0.412453, 0.212671, 0.019334, 0, 0, 0}},
                {"convert to=lab", {100, 0, 0, 53.2406, 80.0923, 67.2028, 0, 0, 0}},
                {"convert to=ycbcr", {255, 128, 128, 76, 85, 255, 0, 128, 128}},
                {"convert to=grey", {255, 54, 0}}},
               2e-3);
    check_each(images(row_of(Pixel::u8, 1, {51})), {{"convert to=hsv", {0, 0, 0.2}}}, 1e-6);
}

TEST_CASE("colours on their way to linear light and another model are rounded once") {
    check_each(images(row_of(Pixel::u8, 3, {30, 40, 50})),
               {{"convert to=ycbcr space=linear pixel=f32", {0.01997363, 0.5067282, 0.4950138}},
                {"convert to=ycbcr space=linear pixel=f64", {0.01997363, 0.5067282, 0.4950138}},
                {"convert to=xyz space=linear", {0.01869716, 0.02023800, 0.03308864}}},
               1e-6);
    check_each(images(row_of(Pixel::f16, 3, {0.5, 0.25, 0.125})),
               {{"convert to=ycbcr space=linear pixel=f32", {0.0954985, 0.4542051, 0.5845526}}}, 1e-6);
    check_each(images(row_of(Pixel::i8, 3, {30, 40, 50})),  // of 127
               {{"convert to=hsv space=linear", {214.446596, 0.645647, 0.128496}}}, 1e-4);
}

TEST_CASE("other models have the digits of doubles where the image has") {
    const HostImage src = row_of(Pixel::f64, 3, {0.1, 0.7, 0.45});
    check_each(images(src), {{"convert to=ycbcr", {0.4921, 0.4762415349887133, 0.2203281027104137}}}, 1e-15);
    const HostImage back = run("convert to=ycbcr | convert to=rgb", src.view()).image;
    const reference::Difference off = reference::compare(back.view(), src.view(), {.absolute = 1e-15});
    CHECK_MESSAGE(off.none(), off.text);
    const HostImage dark = row_of(Pixel::f64, 3, {0.001, 0.002, 0.003});  // where L a b are straight
    check_each(
        images(dark),
        {{"convert to=lab space=linear", {0.13000601055498223, -0.031227382244177516, -0.12000109168201518}}},
        1e-13);
}

TEST_CASE("there and back gives the same 8 bits; alpha, space and white stay") {
    ImageFormat format{37, 9, 4, Pixel::u8};
    format.white = 200;
    const HostImage src = reference::random_image(format, {.seed = 3});
    const std::vector<std::string> models{"hsv", "hsl", "lab", "xyz"};
    std::vector<std::string> ways;
    for (std::size_t i = 0; i < models.size(); ++i) {
        ways.push_back("convert to=" + models[i]);
        ways.push_back("convert from=s" + std::to_string(2 * i) + " to=rgb pixel=u8 white=200");
    }
    const std::vector<HostImage> found = images_of(ways, images(src));
    for (std::size_t i = 0; i < models.size(); ++i) {
        CAPTURE(models[i]);
        CHECK(name(found[2 * i].format().model) == models[i]);
        CHECK(found[2 * i].format().space == Space::encoded);
        const reference::Difference off = reference::compare(found[2 * i + 1].view(), src.view());
        CHECK_MESSAGE(off.none(), off.text);
    }
    const HostImage jpeg = run("convert to=ycbcr | convert to=rgb", src.view()).image;
    const reference::Difference off = reference::compare(jpeg.view(), src.view(), {.steps = 2});
    CHECK_MESSAGE(off.none(), off.text);
}

TEST_CASE(
    "stages of light refuse numbers that may be anything, and take them once somebody says what they are") {
    for (const Pixel pixel : {Pixel::u8, Pixel::f32, Pixel::f64}) {
        const ImageFormat data{4, 4, 3, pixel, Space::data};
        for (const std::string stage :
             {"convert to=lab", "convert to=xyz", "resize scale=0.5 space=linear",
              "normalize minmax space=linear", "normalize percentile space=encoded"}) {
            CAPTURE(stage);
            CHECK(says(refused_colours(stage, data), "give `load space=linear` or `load space=encoded`"));
            for (const std::string space : {"linear", "encoded"})
                CHECK(refused_colours("convert space=" + space + " | " + stage, data) == "");
        }
        for (const std::string stage : {"convert to=hsv", "convert to=lab space=linear", "convert pixel=u16",
                                        "resize scale=0.5", "normalize minmax"})
            CHECK(refused_colours(stage, data) == "");
    }
}

TEST_CASE("no curve leads from data or to it") {
    HostImage data(ImageFormat{3, 1, 1, Pixel::f32, Space::data});
    for (int x = 0; x < 3; ++x) set_sample(data.view(), static_cast<std::size_t>(x), 0, 0, 0.25 * x);
    for (const std::string space : {"encoded", "linear", "data"}) {
        const HostImage dst = run("convert pixel=u8 space=" + space, data.view()).image;
        CHECK(name(dst.format().space) == space);
        CHECK(samples_of(dst.view()) == Samples{0, 64, 128});
    }
}

TEST_CASE("what knows red, green and blue alone refuses other models, and so do most files") {
    const ImageFormat rgb{4, 4, 3, Pixel::u8};
    const std::string way = "convert to=rgb before";
    CHECK(says(refused_colours("convert to=hsv | grey", rgb), way));
    CHECK(says(refused_colours("convert to=lab | convert channels=1", rgb), way));
    CHECK(says(refused_colours("convert to=ycbcr | normalize mode=equalize", rgb), way));
    CHECK(says(refused_colours("convert to=ycbcr | reduce group=luma", rgb), way));
    CHECK(says(refused_colours("convert to=xyz | convert space=linear", rgb), way));
    CHECK(says(refused_colours("convert to=ycbcr | convert pixel=u16", rgb), way));
    CHECK(says(refused_colours("convert to=hsv pixel=u8", rgb), "use pixel=f16, f32 or f64"));
    CHECK(says(refused_colours("convert to=hsv | save /tmp/x.png", rgb), "save as .npy, .tif or .pfm"));
    CHECK(says(refused_colours("convert to=ycbcr | save /tmp/x.jpg", rgb), "convert to=rgb"));
    CHECK(refused_colours("convert to=lab | save /tmp/x.npy", rgb) == "");
    CHECK(says(refused_colours("input | convert to=hsv | blend from=convert,input", rgb), way));
    CHECK(says(refused_colours("input | convert to=hsv | add from=convert,input", rgb), "colour model"));
    CHECK(says(refused_colours("convert to=grey channels=3", rgb), "to=grey"));
    CHECK(refused_colours("convert to=hsv | convert to=lab | convert to=rgb | save /tmp/x.png", rgb) == "");
}
