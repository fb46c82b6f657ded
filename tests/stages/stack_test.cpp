// stack: one image of several.
#include "tests/stages/all_at_once.hpp"

#include <limits>

using namespace sluice;
using namespace sluice::test;

namespace {

// `input`, `b`, `c` ...: a row each.
Images rows(Pixel pixel, int channels, const std::vector<Samples>& rows) {
    Images images;
    for (std::size_t i = 0; i < rows.size(); ++i)
        images.emplace(i == 0 ? std::string("input") : std::string(1, static_cast<char>('a' + i)),
                       row_of(pixel, channels, rows[i]));
    return images;
}

const char* const five = "stack from=input,b,c,d,e ";

}  // namespace

TEST_CASE("a stack is the mean, the median or the clipped mean of what lies at one place, rounded once") {
    const Images images =
        rows(Pixel::u8, 1, {{10, 0, 100}, {11, 1, 100}, {12, 2, 100}, {13, 2, 100}, {255, 1, 255}});
    check_each(images,
               {
                   {std::string(five) + "mean", {60, 1, 131}},  // 60.2, 1.2
                   {"stack from=input,b,c,d", {12, 1, 100}},    // 11.5 and 1.25
                   {"stack from=input,b", {10, 0, 100}},        // 10.5 and 0.5 to the even one
                   {std::string(five) + "median", {12, 1, 100}},
                   {"stack from=e,d,c,b median", {12, 2, 100}},            // 12.5 and 1.5 to the even one
                   {std::string(five) + "sigma kappa=1.5", {12, 2, 100}},  // without 255, and 1.5 without 0
                   {std::string(five) + "sigma", {60, 1, 131}},            // none is 3 deviations away
               });
}

TEST_CASE("clipping goes on with what is left, as often as it is told") {
    const Images images = rows(Pixel::u16, 1, {{10}, {10}, {12}, {12}, {11}, {200}, {60000}});
    check_each(images, {{"stack from=input,b,c,d,e,f,g sigma kappa=2", {42}},  // 42.5, without 60000
                        {"stack from=input,b,c,d,e,f,g sigma kappa=2 iterations=2", {11}}});
}

TEST_CASE("a value that is just kappa deviations away stays") {
    std::vector<Samples> equal(9, Samples{65000, 7});
    equal.push_back({65001, 107});
    const Images images = rows(Pixel::u16, 1, equal);
    check_each(images, {{"stack from=input,b,c,d,e,f,g,h,i,j sigma", {65000, 17}},
                        {"stack from=input,b,c,d,e,f,g,h,i,j sigma kappa=2.99", {65000, 7}}});
}

TEST_CASE("what is not finite is left out of a stack") {
    constexpr double inf = std::numeric_limits<double>::infinity(),
                     nan = std::numeric_limits<double>::quiet_NaN(), huge = 3e38;
    const Images images = rows(
        Pixel::f32, 1, {{1, nan, huge, nan}, {nan, -inf, huge, inf}, {3, 5, huge, nan}, {5, 7, huge, nan}});
    const std::string four = "stack from=input,b,c,d ";
    const std::vector<HostImage> found = images_of({four, four + "median", four + "sigma"}, images);
    for (const HostImage& image : found) {
        const Samples samples = samples_of(image.view());
        CHECK(samples[0] == 3);
        CHECK(samples[1] == 6);
        CHECK(samples[2] == static_cast<float>(huge));
        CHECK(std::isnan(samples[3]));
    }
}

TEST_CASE("the images behind the first come in its white and its colours; alpha is that of the first") {
    Images images;
    images.emplace("input", row_of(Pixel::u8, 4, {10, 20, 30, 40}));
    images.emplace("b", row_of(Pixel::u16, 1, {257 * 40}));
    images.emplace("c", row_of(Pixel::f32, 3, {1, 0, 0.2}));
    check_each(images, {{"stack from=input,b,c", {102, 20, 40, 40}},  // 101.67, 20, 40.33
                        {"stack from=input,b,c median", {40, 20, 40, 40}}});
}

TEST_CASE("thirty-two images are stacked, in any order") {
    std::string chain = "stack from=input";
    Images images;
    for (int i = 0; i < 32; ++i) {
        const std::string id = i == 0 ? "input" : "image" + std::to_string(i);
        if (i > 0) chain += "," + id;
        images.emplace(id, row_of(Pixel::u8, 1, {static_cast<double>(i * 37 % 32), i == 17 ? 255.0 : 9.0}));
    }
    check_each(images, {{chain + " median", {16, 9}},  // 15.5
                        {chain, {16, 17}},             // 16.6875
                        {chain + " sigma", {16, 9}}});
}

TEST_CASE("a stack refuses images that do not go together, and more than there are ports") {
    const ImageFormat u8{20, 10, 3, Pixel::u8}, small{19, 10, 3, Pixel::u8};
    CHECK(says(refused("input id=b; input | stack from=input,input,b", {{"input", u8}, {"b", small}}),
               "resize or crop one of them"));
    std::string many = "input | stack from=input";
    for (int i = 0; i < 32; ++i) many += ",input";
    CHECK(says(refused(many, {{"input", u8}}), "'from' names too many nodes; the inputs are: image_1"));
}
