#include "tests/reference/random_image.hpp"

#include "tests/reference/pixels.hpp"

#include <cmath>
#include <cstring>
#include <limits>

namespace sluice::reference {
namespace {

constexpr std::byte pad{0xA5};

struct FloatFacts {
    double largest, smallest_normal;
};

FloatFacts facts(Pixel pixel) {
    if (pixel == Pixel::f16) return {65504, std::ldexp(1.0, -14)};
    if (pixel == Pixel::f32) return {std::numeric_limits<float>::max(), std::numeric_limits<float>::min()};
    return {std::numeric_limits<double>::max(), std::numeric_limits<double>::min()};
}

double random_sample(Random& random, Pixel pixel, double low, double high, const RandomOptions& options) {
    if (is_integer(pixel))
        return static_cast<double>(
            random.between(static_cast<std::int64_t>(low), static_cast<std::int64_t>(high)));
    const double sign = (random.bits() & 1) != 0 ? -1 : 1;
    const std::int64_t kind = random.between(0, 15);
    const double part = random.uniform();
    if (options.nan && kind == 0) return std::numeric_limits<double>::quiet_NaN();
    if (options.inf && kind == 1) return sign * std::numeric_limits<double>::infinity();
    if (options.denormal && kind == 2) return sign * part * facts(pixel).smallest_normal;
    if (options.denormal && kind == 3) return sign * 0.0;
    // Sums of doubles are doubles, which overflow in one order and not in another.
    const double largest = pixel == Pixel::f64 ? 0x1p1000 : facts(pixel).largest;
    if (options.huge && kind == 4) return sign * (0.5 + part / 2) * largest;
    return low + part * (high - low);
}

}  // namespace

std::uint64_t Random::bits() {
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

double Random::uniform() { return std::ldexp(static_cast<double>(bits() >> 11), -53); }

std::int64_t Random::between(std::int64_t low, std::int64_t high) {
    const auto levels = static_cast<std::uint64_t>(high - low) + 1;
    return low + static_cast<std::int64_t>(levels == 0 ? bits() : bits() % levels);
}

double Random::normal() {
    const std::uint64_t draw = bits();
    double sum = -2 * 65535.0;
    for (int part = 0; part < 4; ++part) sum += static_cast<double>((draw >> (16 * part)) & 0xFFFFu);
    return sum / std::sqrt((65536.0 * 65536.0 - 1) / 3);  // four times the variance of 0..65535
}

HostImage image_of(const ImageFormat& asked,
                   const std::function<double(std::size_t, std::size_t, int)>& function) {
    ImageFormat format = asked;
    format.grey_alpha = format.channels == 2;
    HostImage image(format);
    for (std::size_t row = 0; row < rows(format); ++row)
        for (std::size_t x = 0; x < format.width; ++x)
            for (int c = 0; c < format.channels; ++c) set_value(image.view(), x, row, c, function(x, row, c));
    return image;
}

HostImage random_image(const ImageFormat& asked, const RandomOptions& options) {
    ImageFormat format = asked;
    format.grey_alpha = format.channels == 2;
    Random random(options.seed);
    const double low = options.range              ? (*options.range)[0]
                       : is_integer(format.pixel) ? lowest(format.pixel)
                                                  : 0;
    const double high = options.range ? (*options.range)[1] : format.white_value();
    return image_of(format, [&](std::size_t, std::size_t, int c) {
        const double v = random_sample(random, format.pixel, low, high, options);
        const bool alpha = format.has_alpha() && c == format.colors();
        return alpha && random.uniform() < options.transparent ? 0 : v;
    });
}

HostImage random_mask(std::size_t width, std::size_t height, double share, std::uint64_t seed) {
    Random random(seed);
    return image_of({width, height, 1, Pixel::u8},
                    [&](std::size_t, std::size_t, int) { return random.uniform() < share ? 255 : 0; });
}

HostImage constant_image(const ImageFormat& format, double value) {
    return image_of(format, [value](std::size_t, std::size_t, int) { return value; });
}

HostImage ramp_image(const ImageFormat& format, double first, double step) {
    return image_of(format, [&](std::size_t x, std::size_t row, int c) {
        return first + step * static_cast<double>(row * format.width + x + static_cast<std::size_t>(c));
    });
}

HostImage one_hot_image(const ImageFormat& format, std::size_t x, std::size_t row, int channel,
                        double value) {
    HostImage image(format);
    set_value(image.view(), x, row, channel, value);
    return image;
}

PaddedImage::PaddedImage(const HostImage& image, std::size_t padding)
    : format_(image.format()),
      pitch_(image.pitch() + padding),
      padding_(padding),
      bytes_(pitch_ * rows(image.format()), pad) {
    for (std::size_t row = 0; row < rows(format_); ++row)
        std::memcpy(bytes_.data() + row * pitch_, image.row(row), image.pitch());
}

bool PaddedImage::padding_is_untouched() const {
    for (std::size_t row = 0; row < rows(format_); ++row)
        for (std::size_t i = pitch_ - padding_; i < pitch_; ++i)
            if (bytes_[row * pitch_ + i] != pad) return false;
    return true;
}

}  // namespace sluice::reference
