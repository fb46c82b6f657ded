#include "pipeline/core/format_fault.hpp"

#include "pipeline/core/host_image.hpp"
#include "tests/error_of.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

using namespace sluice;

namespace {

constexpr std::size_t huge = std::size_t{1} << 40;

ImageFormat with(const std::function<void(ImageFormat&)>& change) {
    ImageFormat format{4, 3, 3, Pixel::u8};
    change(format);
    return format;
}

}  // namespace

TEST_CASE("an image of more bytes than there are addresses is refused, however it is too large") {
    const auto refusal = [](const ImageFormat& format, Layout layout) {
        return error_of([&] { const HostImage image(format, Destination{.layout = layout}); });
    };
    for (const Layout layout : {Layout::packed, Layout::device}) {
        CHECK(refusal({.width = huge, .height = huge, .channels = 3}, layout) ==
              "image: an image with more bytes than can be addressed: 1099511627776x1099511627776 u8 x3");
        CHECK(refusal({.width = SIZE_MAX, .height = 1, .channels = 1}, layout).find("can be addressed") !=
              std::string::npos);
        CHECK(refusal({.width = SIZE_MAX / 8, .height = 1, .channels = 4, .pixel = Pixel::f64}, layout)
                  .find("can be addressed") != std::string::npos);
        CHECK(refusal({.width = 1, .height = huge, .channels = 4, .layers = huge}, layout)
                  .find("1099511627776 layers") != std::string::npos);
        // 2^64 bytes and a few are a few bytes for who multiplies.
        CHECK(refusal({.width = std::size_t{1} << 32, .height = std::size_t{1} << 32, .channels = 1}, layout)
                  .find("can be addressed") != std::string::npos);
    }
    CHECK(error_of([] { const HostImage image(ImageFormat{}); }).empty());  // it has no pixels
    CHECK(error_of([] { const HostImage image({.width = 1, .height = 1, .channels = -1}); }) ==
          "image: an image has 1 to 4 channels, not -1");
}

TEST_CASE("views and planes whose rows end beyond all addresses cannot be used") {
    std::uint8_t pixel[16] = {};
    const ImageFormat two{2, 2, 1, Pixel::u8};
    CHECK(unusable({two, pixel, 8}).empty());
    CHECK(unusable({two, pixel, SIZE_MAX}).find("more bytes than can be addressed") != std::string::npos);
    CHECK(unusable({{.width = huge, .height = huge, .channels = 1}, pixel, huge}).find("can be addressed") !=
          std::string::npos);
    const auto refusal = [&](std::size_t pitch, std::size_t plane, int lanes = 0) {
        return unusable({{2, 2, 2, Pixel::u8}, pixel, pitch, lanes, plane});
    };
    CHECK(refusal(2, 4).empty());
    CHECK(refusal(2, SIZE_MAX).find("more bytes than can be addressed") != std::string::npos);
    CHECK(refusal(SIZE_MAX, 4).find("more bytes than can be addressed") != std::string::npos);
    CHECK(refusal(2, 3) == "planes that are 3 bytes apart overlap: each has 4");
    CHECK(refusal(1, 4) == "a pitch of 1 bytes is less than its rows of 2");
    CHECK(refusal(2, 4, 2) == "a view of planes has `lanes` 0, not 2");
}

TEST_CASE("an enumerator that there is not is refused by its number, before anything is looked up by it") {
    using Format = ImageFormat;
    const std::vector<std::pair<Format, std::string>> wrong{
        {with([](Format& f) { f.pixel = static_cast<Pixel>(77); }),
         "pixel is 77, not one of u8, i8, u16, i16, i32, f16, f32, f64"},
        {with([](Format& f) { f.pixel = static_cast<Pixel>(-1); }), "pixel is -1, not one of u8"},
        {with([](Format& f) { f.space = static_cast<Space>(3); }),
         "space is 3, not one of encoded, linear, data"},
        {with([](Format& f) { f.order = static_cast<Order>(2); }), "order is 2, not one of rgb, bgr"},
        {with([](Format& f) { f.model = static_cast<Model>(1000); }), "model is 1000, not one of rgb"},
    };
    std::uint8_t pixels[64] = {};
    for (const auto& [format, words] : wrong) {
        CHECK(format_fault(format).find(words) == 0);
        CHECK(unusable({format, pixels, 12}).find(words) == 0);
        CHECK(error_of([&, &of = format] { const HostImage image(of); }).find("image: " + words) == 0);
    }
    CHECK(format_fault(with([](Format&) {})).empty());
}

TEST_CASE("the order bgr is of red, green and blue alone") {
    const ImageFormat lab{.width = 1, .height = 1, .channels = 3, .order = Order::bgr, .model = Model::lab};
    CHECK(
        format_fault(lab) ==
        "order=bgr is only for red, green and blue; the channels of lab keep their own order: use order=rgb");
}
