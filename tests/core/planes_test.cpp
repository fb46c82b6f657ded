#include "pipeline/core/planes.hpp"
#include "tests/error_of.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

using namespace sluice;

namespace {

// Sample c of pixel (x, y) is 100 c + 10 y + x; a plane has two bytes behind each row and three behind all.
std::vector<std::uint8_t> planes_of(int channels) {
    std::vector<std::uint8_t> bytes(static_cast<std::size_t>(channels) * 13, 255);
    for (int c = 0; c < channels; ++c)
        for (int y = 0; y < 2; ++y)
            for (int x = 0; x < 3; ++x)
                bytes[static_cast<std::size_t>(13 * c + 5 * y + x)] =
                    static_cast<std::uint8_t>(50 * c + 10 * y + x);
    return bytes;
}

}  // namespace

TEST_CASE("planes become pixels and pixels planes, in either order, and what lies between rows stays") {
    for (const int channels : {1, 2, 3, 4})
        for (const Order order : {Order::rgb, Order::bgr}) {
            CAPTURE(channels);
            CAPTURE(name(order));
            const std::vector<std::uint8_t> bytes = planes_of(channels);
            const ImageFormat format{3, 2, channels};
            ImageFormat other = format;
            other.order = order;
            HostImage image(other);
            interleave({format, bytes.data(), 5, 13}, image.view());
            for (std::size_t y = 0; y < 2; ++y)
                for (std::size_t x = 0; x < 3; ++x)
                    for (int c = 0; c < channels; ++c) {
                        const bool swaps = order == Order::bgr && channels > 2 && c < 3;
                        CHECK(sample(image.view(), x, y, c) == 50.0 * (swaps ? 2 - c : c) +
                                                                   10.0 * static_cast<double>(y) +
                                                                   static_cast<double>(x));
                    }
            std::vector<std::uint8_t> back(bytes.size(), 255);
            separate(image.view(), {format, back.data(), 5, 13});
            CHECK(back == bytes);
        }
}

TEST_CASE("planes that cannot be what is said are refused") {
    const ImageFormat format{3, 2, 3};
    std::vector<std::uint8_t> bytes = planes_of(3);
    HostImage image(format);
    const auto refusal = [&](const ConstPlanes& planes) {
        return error_of([&] { interleave(planes, image.view()); });
    };
    CHECK(refusal({format, nullptr, 5, 13}) == "planes: their data is a null pointer");
    CHECK(refusal({format, bytes.data(), 2, 13}) ==
          "planes: a pitch of 2 bytes is less than their rows of 3");
    CHECK(refusal({format, bytes.data(), 5, 7}) == "planes: they are 7 bytes apart, but each has 8 bytes");
    CHECK(refusal({{3, 2, 1}, bytes.data(), 5, 13}) == "planes: they are 3x2 u8 x1, the image is 3x2 u8 x3");
    CHECK(error_of([&] {
              separate({format, nullptr, 9}, {format, bytes.data(), 5, 13});
          }) == "planes: of the image: its data is a null pointer");
}
