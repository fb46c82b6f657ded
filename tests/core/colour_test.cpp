#include "pipeline/core/colour.hpp"

#include <doctest/doctest.h>

using namespace sluice;

namespace {

using Numbers = std::vector<double>;

ImageFormat image(int channels, Pixel pixel) {
    ImageFormat image;
    image.width = image.height = 1;
    image.channels = channels;
    image.pixel = pixel;
    return image;
}
Numbers of(const char* word, const ImageFormat& image) { return Colour(Value(std::string(word))).in(image); }

}  // namespace

TEST_CASE("colours of CSS are read in all their forms") {
    CHECK(css_colour("white") == CssColour{255, 255, 255, 1});
    CHECK(css_colour("RebeccaPurple") == CssColour{0x66, 0x33, 0x99, 1});
    CHECK(css_colour("transparent") == CssColour{0, 0, 0, 0});
    CHECK(css_colour("#f80") == CssColour{255, 136, 0, 1});
    CHECK(css_colour("#f80f") == CssColour{255, 136, 0, 1});
    CHECK(css_colour("#FF8800") == CssColour{255, 136, 0, 1});
    CHECK(css_colour("#ff880000") == CssColour{255, 136, 0, 0});
    CHECK(css_colour("rgb(255, 128, 0)") == CssColour{255, 128, 0, 1});
    CHECK(css_colour("rgb(10,20,30)") == CssColour{10, 20, 30, 1});
    CHECK(css_colour("rgb(50% 0% 100%)") == CssColour{127.5, 0, 255, 1});
    CHECK(css_colour("rgba(1, 2, 3, 50%)") == CssColour{1, 2, 3, 0.5});
    CHECK(css_colour("rgb(1 2 3 / 0.25)") == CssColour{1, 2, 3, 0.25});
    for (const char* word : {"", "#", "#12", "#ggg", "#-1-1-1", "rgb(1,2)", "rgb(256,0,0)", "rgb(1,2,3",
                             "whit", "rgb(-1,0,0)", "rgb(1,2,3,4)", "rgb(a,b,c)"})
        CHECK_FALSE(css_colour(word));
}

TEST_CASE("a colour is the same at every depth") {
    CHECK(of("#ff8000", image(3, Pixel::u8)) == Numbers{255, 128, 0});
    CHECK(of("#ff8000", image(3, Pixel::u16)) == Numbers{65535, 32896, 0});
    CHECK(of("white", image(3, Pixel::f32)) == Numbers{1, 1, 1});
    CHECK(of("#ff000080", image(4, Pixel::u8)) == Numbers{255, 0, 0, 128});
    ImageFormat ten = image(3, Pixel::u16);
    ten.white = 1023;
    CHECK(of("white", ten) == Numbers{1023, 1023, 1023});
    ImageFormat light = image(3, Pixel::f32);
    light.space = Space::linear;
    CHECK(of("#808080", light)[0] == doctest::Approx(0.2158605));
    CHECK(of("white", light) == Numbers{1, 1, 1});
}

TEST_CASE("a colour of a grey image is its luma, and a grey stays what it is") {
    CHECK(of("#7b7b7b", image(1, Pixel::u8)) == Numbers{123});
    CHECK(of("red", image(1, Pixel::u16)) == Numbers{0.2126 * 65535});
    ImageFormat with_alpha = image(2, Pixel::u8);
    with_alpha.grey_alpha = true;
    CHECK(of("#7b7b7b00", with_alpha) == Numbers{123, 0});
}

TEST_CASE("code values stay, percentages are parts of white") {
    CHECK(Colour(Numbers{7, 8, 9}).in(image(3, Pixel::u16)) == Numbers{7, 8, 9});
    CHECK(of("50%,0%,20", image(3, Pixel::u16)) == Numbers{32767.5, 0, 20});
    CHECK(CodeValues(Value(std::string("10%,200"))).in(1000) == Numbers{100, 200});
    CHECK(CodeValue(Value(std::string("-50%"))).in(255) == -127.5);
    CHECK(CodeValue(3).in(255) == 3);
}

TEST_CASE("what an image has no room for is refused") {
    const Colour faint{Value(std::string("#ff000080"))};
    CHECK(faint.fault(image(4, Pixel::u8)).empty());
    CHECK(faint.fault(image(3, Pixel::u8)) == "color '#ff000080' is not opaque, and 1x1 u8 x3 has no alpha");
    ImageFormat lab = image(3, Pixel::f32);
    lab.model = Model::lab;
    CHECK_FALSE(Colour(Value(std::string("white"))).fault(lab).empty());
    CHECK(Colour(Numbers{1}).fault(lab).empty());
}
