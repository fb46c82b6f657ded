// The part that moves whole pixels, against loops that put each pixel where it is wanted.
#include "tests/reference/samples.hpp"
#include "tests/stages/neighbours.hpp"

using namespace sluice;
using namespace sluice::test;

namespace {

struct Placing {
    bool transposed, mirror_x, mirror_y;
    std::size_t width, height;  // of the canvas
    std::int64_t x, y;

    std::string text() const {
        const auto truth = [](bool b) { return std::string(b ? "true" : "false"); };
        return "placed transposed=" + truth(transposed) + " mirror_x=" + truth(mirror_x) +
               " mirror_y=" + truth(mirror_y) + " width=" + std::to_string(width) +
               " height=" + std::to_string(height) + " x=" + std::to_string(x) + " y=" + std::to_string(y);
    }
};

// `beside`: of each channel.
HostImage placed(const HostImage& src, const Placing& p, const std::vector<double>& beside) {
    ImageFormat format = src.format();
    format.width = p.width;
    format.height = p.height;
    HostImage dst = reference::image_of(
        format, [&](std::size_t, std::size_t, int c) { return beside.at(static_cast<std::size_t>(c)); });
    const auto own = [](std::size_t n) { return static_cast<std::int64_t>(n); };
    const std::int64_t width = own(p.transposed ? src.format().height : src.format().width);
    const std::int64_t height = own(p.transposed ? src.format().width : src.format().height);
    for (std::size_t row = 0; row < src.format().rows(); ++row)
        for (std::size_t column = 0; column < src.format().width; ++column) {
            const std::size_t layer = row / src.format().height;
            std::int64_t x = own(column), y = own(row % src.format().height);
            if (p.transposed) std::swap(x, y);
            if (p.mirror_x) x = width - 1 - x;
            if (p.mirror_y) y = height - 1 - y;
            x += p.x, y += p.y;
            if (x < 0 || y < 0 || x >= own(p.width) || y >= own(p.height)) continue;
            for (int c = 0; c < format.channels; ++c)
                reference::set_value(dst.view(), static_cast<std::size_t>(x),
                                     layer * p.height + static_cast<std::size_t>(y), c,
                                     reference::value(src.view(), column, row, c));
        }
    return dst;
}

void check_placed(const HostImage& src, const Placing& placing, const std::string& params,
                  const std::vector<double>& beside, const std::vector<Way>& ways = {}) {
    const std::string chain = placing.text() + params;
    CAPTURE(chain);
    CAPTURE(src.format().text());
    Images images;
    images.emplace("input", src);
    const HostImage expected = placed(src, placing, beside);
    const auto check = [&](const PlanOptions& options) {
        CHECK(bit_difference(found(chain, images, options).images.at("output"), expected) == "");
    };
    check({});
    for (const Way& way : ways) {
        CAPTURE(way.name);
        check(way.options);
    }
    for (const std::size_t rows : {1, 5})
        if (const auto cut = in_strips_of(rows, chain, images, {})) check(*cut);
}

}  // namespace

TEST_CASE("pixels go where transposing, mirroring and a place put them, whole and in strips") {
    const HostImage src = reference::random_image({23, 11, 4, Pixel::u8});
    for (int turn = 0; turn < 8; ++turn) {
        const bool transposed = turn & 1, mirror_x = turn & 2, mirror_y = turn & 4;
        const std::size_t width = transposed ? 11 : 23, height = transposed ? 23 : 11;
        check_placed(src, {transposed, mirror_x, mirror_y, width, height, 0, 0}, "", {0, 0, 0, 0},
                     turn == 0 || turn == 5 ? all_kernels() : std::vector<Way>());
        check_placed(src, {transposed, mirror_x, mirror_y, 31, 29, 5, 2}, "", {0, 0, 0, 0});
        check_placed(src, {transposed, mirror_x, mirror_y, 6, 7, -4, -3}, "", {0, 0, 0, 0});
        check_placed(src, {transposed, mirror_x, mirror_y, 4, 3, 400, -300}, "", {0, 0, 0, 0});
    }
}

TEST_CASE("each layer is moved for itself") {
    ImageFormat format{7, 5, 3, Pixel::u8};
    format.layers = 3;
    check_placed(reference::random_image(format), {true, true, false, 9, 11, 2, 1}, "", {0, 0, 0});
    check_placed(reference::random_image(format), {false, false, true, 9, 4, -2, -1}, "", {0, 0, 0});
}

TEST_CASE("a colour is beside the image, in every channel its own") {
    for (const auto& [channels, beside] : std::vector<std::pair<int, std::vector<double>>>{
             {1, {7}}, {2, {7, 200}}, {3, {7, 8, 9}}, {4, {7, 8, 9, 200}}}) {
        const std::string color = channels < 3 ? " color=7,7,7,200" : " color=7,8,9,200";
        ImageFormat format{9, 5, channels, Pixel::u16};
        format.grey_alpha = channels == 2;
        check_placed(reference::random_image(format), {false, true, false, 17, 12, 3, -1}, color, beside,
                     {as_on_gpus()});
    }
}

TEST_CASE("what is in front of a quarter turn and behind it is done in one pass") {
    const Images images = image({37, 21, 3, Pixel::u8}, {});
    const Found whole =
        found("invert | placed transposed=true mirror_y=true width=21 height=37 | invert", images, {});
    Images plain = image({37, 21, 3, Pixel::u8}, {});
    check_same(whole, found("placed transposed=true mirror_y=true width=21 height=37", plain, {}));
    const Plan plan(Graph::from_chain("invert | placed transposed=true width=21 height=37 | invert"),
                    {{"input", {37, 21, 3, Pixel::u8}}}, device());
    CHECK(plan.execution->passes() == 1);
}
