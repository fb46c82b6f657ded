#include "tests/reference/random_image.hpp"

#include "tests/reference/compare.hpp"
#include "tests/reference/statistics.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <utility>

using namespace sluice;
using namespace sluice::reference;

TEST_CASE("random numbers are those of splitmix64 on every machine") {
    Random random(0);
    CHECK(random.bits() == 0xE220A8397B1DCDAFu);
    CHECK(random.bits() == 0x6E789E6AA1B965F4u);
}

TEST_CASE("the same seed gives the same image, another seed another one") {
    const ImageFormat format{8, 8, 3, Pixel::f32};
    CHECK(compare(random_image(format).view(), random_image(format).view()).none());
    CHECK_FALSE(compare(random_image(format).view(), random_image(format, {.seed = 2}).view()).none());
}

TEST_CASE("random integers reach both ends of their range and no further") {
    const HostImage all = random_image({64, 64, 1, Pixel::i8});
    CHECK(statistics(all.view())[0].min == -128);
    CHECK(statistics(all.view())[0].max == 127);
    const HostImage some = random_image({64, 64, 1, Pixel::u16}, {.range = {{100, 110}}});
    CHECK(statistics(some.view())[0].min == 100);
    CHECK(statistics(some.view())[0].max == 110);
    ImageFormat ten_bits{64, 64, 1, Pixel::u16};
    ten_bits.white = 1023;
    CHECK(statistics(random_image(ten_bits).view())[0].max <= 1023);
}

TEST_CASE("special floats appear where asked for, in every float type") {
    for (const Pixel pixel : {Pixel::f16, Pixel::f32, Pixel::f64}) {
        const HostImage plain = random_image({64, 64, 1, pixel});
        CHECK(statistics(plain.view())[0].count == 64 * 64);
        const HostImage special =
            random_image({64, 64, 1, pixel}, {.nan = true, .inf = true, .denormal = true, .huge = true});
        const Statistics s = statistics(special.view())[0];
        CHECK(s.nan > 150);
        CHECK(s.inf > 150);
        CHECK(s.nonzero < s.count);
        CHECK(s.max > (pixel == Pixel::f16 ? 3e4L : 1e38L));
        CHECK(s.min < 0);
    }
}

TEST_CASE("a share of pixels is transparent where asked for") {
    const HostImage image = random_image({64, 64, 4, Pixel::u8}, {.transparent = 0.5});
    const Statistics alpha = statistics(image.view(), {.counted = {.alpha = AlphaRule::report}})[3];
    CHECK(alpha.nonzero > 1800);
    CHECK(alpha.nonzero < 2300);
}

TEST_CASE("normal numbers have mean 0 and deviation 1") {
    Random random(9);
    const HostImage image =
        image_of({200, 200, 1, Pixel::f64}, [&](std::size_t, std::size_t, int) { return random.normal(); });
    const Statistics s = statistics(image.view())[0];
    CHECK(std::fabs(static_cast<double>(s.mean)) < 0.02);
    CHECK(std::fabs(static_cast<double>(s.std) - 1) < 0.02);
}

TEST_CASE("padded rows keep the pixels and know when padding was written") {
    const HostImage image = random_image({5, 4, 3, Pixel::u16});
    PaddedImage padded(image, 6);
    CHECK(padded.view().pitch == 36);
    CHECK(compare(std::as_const(padded).view(), image.view()).none());
    CHECK(padded.padding_is_untouched());
    padded.view().row(2)[30] = std::byte{0};
    CHECK_FALSE(padded.padding_is_untouched());
}

TEST_CASE("ramps and one-hot images are what they say") {
    const HostImage ramp = ramp_image({3, 2, 1, Pixel::u16}, 6000, 10);
    CHECK(sample(ramp.view(), 0, 0, 0) == 6000);
    CHECK(sample(ramp.view(), 2, 1, 0) == 6050);
    const HostImage hot = one_hot_image({3, 2, 3, Pixel::u8}, 1, 1, 2, 9);
    CHECK(statistics(hot.view())[2].nonzero == 1);
    CHECK(sample(hot.view(), 1, 1, 2) == 9);
}
