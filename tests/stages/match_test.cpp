// normalize, mode match: the histogram of another image.
#include "tests/reference/match.hpp"
#include "tests/stages/all_at_once.hpp"
#include "tests/temporary_folder.hpp"

using namespace sluice;
using namespace sluice::test;

namespace {

const std::string to_b = "normalize match from=input,reference:b ";

Images random_pair(const ImageFormat& a, const ImageFormat& b, double transparent = 0) {
    Images images;
    images.emplace("input",
                   reference::random_image(a, {.seed = 3, .range = {{5, 90}}, .transparent = transparent}));
    images.emplace("b",
                   reference::random_image(b, {.seed = 4, .range = {{40, 200}}, .transparent = transparent}));
    return images;
}

std::string refused_match(const std::string& chain, const ImageFormat& a, const ImageFormat& b) {
    return test::refused("input id=b; input | " + chain, {{"input", a}, {"b", b}});
}

// What `sluice stats --histogram 256 --json` writes about a grey picture of 8 bit.
std::string histogram_file(const std::vector<std::pair<std::size_t, std::uint64_t>>& counts) {
    std::vector<std::uint64_t> bins(256);
    for (const auto& [level, count] : counts) bins[level] = count;
    std::string text =
        R"({"sluice": 1, "files": [{"path": "a.png", "pixel": "u8", "white": 255, "error": null,)"
        R"( "statistics": [{"name": "Y", "histogram": [)";
    for (std::size_t i = 0; i < bins.size(); ++i) text += (i == 0 ? "" : ",") + std::to_string(bins[i]);
    return text + "]}]}]}";
}

}  // namespace

TEST_CASE("match takes quantiles to those of the reference, on lines between its levels") {
    // Shares 1/4, 2/4, 1 of the image, and 1/5, 3/5, 1 of the reference, whose levels are 10, 20 and 100.
    const Images images =
        test::images(row_of(Pixel::u8, 1, {7, 8, 9, 9}), row_of(Pixel::u8, 1, {10, 20, 20, 100, 100}));
    check_each(images, {{to_b, {11, 18, 100, 100}}});  // 11.25, 17.5 to the even one
    check_each(test::images(row_of(Pixel::u8, 1, {50, 50}), row_of(Pixel::u8, 1, {3, 9, 9, 4})),
               {{to_b, {9, 9}}});  // the share of the only level is all
}

TEST_CASE(
    "match is what its reference says, of 8 and 16 bit, for each group, at any size of the other image") {
    const ImageFormat u8{53, 21, 4, Pixel::u8}, u16{37, 19, 3, Pixel::u16}, grey{40, 9, 1, Pixel::u8};
    check_neighbours("input id=b; input | " + to_b, random_pair(u8, {17, 30, 4, Pixel::u8}, 0.3), {4});
    check_neighbours("input id=b; input | " + to_b + "group=joint", random_pair(u16, {64, 3, 3, Pixel::u16}));
    check_neighbours("input id=b; input | " + to_b + "group=luma", random_pair(u8, {17, 30, 3, Pixel::u8}));
    check_neighbours("input id=b; input | " + to_b + "region=3,4,20,10", random_pair(u16, grey));
    check_neighbours("input id=b; input | " + to_b, random_pair(grey, u16));
    check_neighbours("input id=b; input | " + to_b, random_pair(grey, {5, 5, 1, Pixel::f32}));
}

TEST_CASE("match is the same as GPUs count it") {
    const Images images = random_pair({131, 77, 3, Pixel::u16}, {64, 65, 3, Pixel::u16});
    check_neighbours("input id=b; input | " + to_b, images, {}, {as_on_gpus()});
}

TEST_CASE("the histogram of a file does what that of its image does") {
    const TemporaryFolder folder;
    const std::string file =
        folder.put("histogram.json", histogram_file({{10, 1}, {20, 2}, {100, 2}})).string();
    check_each(test::images(row_of(Pixel::u8, 1, {7, 8, 9, 9})),
               {{"normalize match file=" + file, {11, 18, 100, 100}}});

    const auto refused = [&](const std::string& text, const ImageFormat& format) {
        folder.put("histogram.json", text);
        return test::refused("normalize match file=" + file, {{"input", format}});
    };
    const ImageFormat grey{4, 1, 1, Pixel::u8};
    CHECK(says(refused("[1, 2]", grey),
               "histogram.json: is not what 'sluice stats (json=FILE)' writes with histogram"));
    CHECK(says(refused(histogram_file({}), {4, 1, 1, Pixel::u16}), "counts values of u8 with white 255"));
    std::string two = histogram_file({{1, 1}});
    two.replace(two.find(R"("Y")"), 3, R"("R", "histogram": [1]}, {"name": "G")");
    CHECK(says(refused(two, grey), "different lengths"));
    CHECK(says(test::refused("normalize match file=" + (folder / "none.json").string(), {{"input", grey}}),
               "none.json: "));
}

TEST_CASE("match says what it is missing, and refuses what has no histogram in common") {
    const ImageFormat rgb{20, 10, 3, Pixel::u8}, real{20, 10, 3, Pixel::f32};
    ImageFormat linear = rgb;
    linear.space = Space::linear;
    CHECK(says(refused_match("normalize match; output from=b", rgb, rgb),
               "needs a reference (from=image,reference:other) or file="));
    CHECK(
        says(refused_match("normalize from=input,reference:b", rgb, rgb), "only mode=match has a reference"));
    CHECK(says(refused_match(to_b, real, rgb), "match needs u8 or u16"));
    CHECK(says(refused_match(to_b, rgb, linear), "convert space="));
    CHECK(says(refused_match(to_b + "alpha=include", rgb, rgb), "match never changes alpha"));
}

TEST_CASE("an image of which nothing is counted stays as it is, with a warning") {
    const HostImage image = row_of(Pixel::u8, 1, {7, 8, 9}), mask = row_of(Pixel::u8, 1, {0, 0, 0});
    const ConstHostView none = mask.view();
    const Result result =
        run("input id=mask; input | normalize match from=input,mask,input", image.view(), {}, &none);
    CHECK(result.warnings ==
          std::vector<std::string>{"normalize.lut: no pixel was counted; the image stays as it is"});
    CHECK(samples_of(result.image.view()) == Samples{7, 8, 9});
}
