#include "apps/report/glimpse.hpp"

#include "io/read.hpp"
#include "tests/batch/made.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

using namespace sluice;
using namespace sluice::apps;

namespace {

HostImage thumbnail(const Glimpse& glimpse) {
    return read({glimpse.jpeg.data(), glimpse.jpeg.size()}, "thumbnail");
}

std::size_t total(const Glimpse::Counts& counts) {
    return std::accumulate(counts.begin(), counts.end(), std::size_t{0});
}

HostImage filled(const ImageFormat& format, double value) {
    HostImage image(format);
    for (std::size_t y = 0; y < format.height; ++y)
        for (std::size_t x = 0; x < format.width; ++x)
            for (int c = 0; c < format.channels; ++c) set_sample(image.view(), x, y, c, value);
    return image;
}

}  // namespace

TEST_CASE("a thumbnail fits into its box and keeps the shape; smaller pictures stay as they are") {
    const auto size = [](std::size_t width, std::size_t height) {
        const Glimpse seen = glimpse(HostImage(ImageFormat{width, height, 3}).view());
        const HostImage image = thumbnail(seen);
        CHECK(image.format().width == seen.width);
        CHECK(image.format().height == seen.height);
        return std::pair(seen.width, seen.height);
    };
    CHECK(size(1920, 1080) == std::pair<std::size_t, std::size_t>(192, 108));
    CHECK(size(1080, 1920) == std::pair<std::size_t, std::size_t>(108, 192));
    CHECK(size(193, 192) == std::pair<std::size_t, std::size_t>(192, 191));
    CHECK(size(20, 10) == std::pair<std::size_t, std::size_t>(20, 10));
    CHECK(size(1, 1) == std::pair<std::size_t, std::size_t>(1, 1));
    CHECK(size(5000, 1) == std::pair<std::size_t, std::size_t>(192, 1));
}

TEST_CASE("a histogram counts every pixel of a small picture, in the order R G B") {
    for (const Order order : {Order::rgb, Order::bgr}) {
        ImageFormat format{64, 4, 3};
        format.order = order;
        HostImage image(format);
        for (std::size_t y = 0; y < 4; ++y)
            for (std::size_t x = 0; x < 64; ++x) {
                set_sample(image.view(), x, y, order == Order::rgb ? 0 : 2, static_cast<double>(4 * x + y));
                set_sample(image.view(), x, y, 1, 255);
            }
        const Glimpse seen = glimpse(image.view());
        CHECK(seen.every_pixel);
        CHECK(seen.low == 0);
        CHECK(seen.high == 255);
        REQUIRE(seen.histogram.size() == 3);
        for (std::size_t bin = 0; bin < Glimpse::bins; ++bin) {
            // Levels 0 to 255 fall into 64 equal parts of the range.
            const auto first = static_cast<std::size_t>(std::ceil(static_cast<double>(bin) * 255 / 64));
            const auto last =
                bin + 1 < Glimpse::bins
                    ? static_cast<std::size_t>(std::ceil(static_cast<double>(bin + 1) * 255 / 64))
                    : 256;
            CHECK(seen.histogram[0][bin] == last - first);
        }
        CHECK(seen.histogram[1].back() == 256);
        CHECK(seen.histogram[2].front() == 256);
    }
}

TEST_CASE("every pixel type and layout is seen alike") {
    for (const Pixel pixel :
         {Pixel::u8, Pixel::i8, Pixel::u16, Pixel::i16, Pixel::i32, Pixel::f16, Pixel::f32, Pixel::f64}) {
        CAPTURE(name(pixel));
        const ImageFormat format{200, 150, 3, pixel};
        const double middle = (format.range_low() + format.range_high()) / 2;
        const HostImage image = filled(format, is_integer(pixel) ? std::floor(middle) : middle);
        const Glimpse seen = glimpse(image.view());
        CHECK(seen.low == format.range_low());
        CHECK(seen.high == format.range_high());
        for (const Glimpse::Counts& counts : seen.histogram) CHECK(counts[31] + counts[32] == total(counts));
        CHECK(std::abs(sample(thumbnail(seen).view(), 40, 40, 0) - 127.5) <= 2);

        HostImage lying(format, {Layout::device});
        for (std::size_t y = 0; y < 150; ++y)
            for (std::size_t x = 0; x < 200; ++x)
                for (int c = 0; c < 3; ++c) set_sample(lying.view(), x, y, c, sample(image.view(), x, y, c));
        CHECK(glimpse(lying.view()).jpeg == seen.jpeg);
    }
}

TEST_CASE("a thumbnail of a large picture is its mean, piece by piece") {
    const HostImage image = made::ramp({1920, 1080, 1}, 0, 255);
    const Glimpse seen = glimpse(image.view());
    CHECK_FALSE(seen.every_pixel);
    const HostImage small = thumbnail(seen);
    for (const std::size_t y : {std::size_t{0}, std::size_t{54}, std::size_t{107}})
        CHECK(std::abs(sample(small.view(), 96, y, 0) - 255.0 * (static_cast<double>(y) + 0.5) / 108) <= 4);
}

TEST_CASE("floats beyond their range are scaled by what they hold; what is no number is left out") {
    HostImage image = filled({4, 4, 1, Pixel::f32}, 2);
    set_sample(image.view(), 0, 0, 0, -3);
    set_sample(image.view(), 1, 0, 0, std::numeric_limits<double>::quiet_NaN());
    set_sample(image.view(), 2, 0, 0, std::numeric_limits<double>::infinity());
    const Glimpse seen = glimpse(image.view());
    CHECK(seen.low == -3);
    CHECK(seen.high == 2);
    CHECK(total(seen.histogram[0]) == 15);  // infinity lies at the end
    CHECK(seen.histogram[0].front() == 1);
    CHECK(glimpse(filled({2, 2, 1, Pixel::f32}, 7).view()).low == 7);
    // Ranges at the ends of what a float holds.
    for (const double value : {1e30, -1e30, 1e300}) {
        const Glimpse one = glimpse(filled({4, 4, 1, Pixel::f64}, value).view());
        CHECK(one.high > one.low);
        CHECK(total(one.histogram[0]) == 16);
    }
    HostImage far = filled({4, 4, 1, Pixel::f32}, -1e-45);
    CHECK(total(glimpse(far.view()).histogram[0]) == 16);
    set_sample(far.view(), 0, 0, 0, -3.4e38);
    set_sample(far.view(), 1, 0, 0, 3.4e38);
    const Glimpse wide = glimpse(far.view());
    CHECK(total(wide.histogram[0]) == 16);
    CHECK(wide.histogram[0].front() == 1);
    CHECK(glimpse(filled({2, 2, 1, Pixel::f32}, std::numeric_limits<double>::quiet_NaN()).view()).high == 1);
    // A white that no float reaches, and values that are infinite.
    ImageFormat beyond{4, 4, 1, Pixel::f32};
    beyond.white = 1e308;
    HostImage endless = filled(beyond, 0);
    set_sample(endless.view(), 0, 0, 0, std::numeric_limits<double>::infinity());
    set_sample(endless.view(), 1, 0, 0, -std::numeric_limits<double>::infinity());
    const Glimpse ends = glimpse(endless.view());
    CHECK(total(ends.histogram[0]) == 16);
    CHECK(ends.histogram[0].back() == 1);
    CHECK(ends.histogram[0].front() == 15);
}

TEST_CASE("light is shown as it looks, and transparency as squares") {
    ImageFormat linear{32, 32, 1, Pixel::f32};
    linear.space = Space::linear;
    CHECK(std::abs(sample(thumbnail(glimpse(filled(linear, 0.214).view())).view(), 9, 9, 0) - 127) <= 2);

    HostImage image = filled({64, 64, 4}, 255);
    for (std::size_t y = 0; y < 64; ++y)
        for (std::size_t x = 0; x < 64; ++x) set_sample(image.view(), x, y, 3, 0);
    const HostImage squares = thumbnail(glimpse(image.view()));
    CHECK(squares.format().channels == 3);
    CHECK(std::abs(sample(squares.view(), 4, 4, 0) - 204) <= 4);
    CHECK(std::abs(sample(squares.view(), 12, 4, 0) - 153) <= 4);
}
