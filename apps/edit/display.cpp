#include "apps/edit/display.hpp"

#include "pipeline/core/half.hpp"
#include "pipeline/core/transfer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

namespace sluice::apps {
namespace {

using Byte = std::uint8_t;

Byte to_byte(double unit) { return static_cast<Byte>(std::lround(std::clamp(unit, 0.0, 1.0) * 255)); }

struct Levels {
    double low, high;
};

// Of linear light, in steps that are finer than those of 8 bits everywhere.
class Encoded {
public:
    Encoded() {
        for (std::size_t i = 0; i < table_.size(); ++i) {
            const double root = static_cast<double>(i) / (table_.size() - 1);
            table_[i] = to_byte(transferred(root * root, Space::encoded));
        }
    }
    Byte operator()(double unit) const {
        const double root = std::sqrt(std::clamp(unit, 0.0, 1.0));
        return table_[static_cast<std::size_t>(std::lround(root * (table_.size() - 1)))];
    }

private:
    std::array<Byte, 8192> table_{};
};

template <class T>
double number(T v) {
    if constexpr (std::is_same_v<T, Half>)
        return static_cast<double>(static_cast<float>(v));
    else
        return static_cast<double>(v);
}

Byte shown(double v, const Levels& range, bool linear) {
    static const Encoded encoded;
    if (std::isnan(v)) return 0;
    const double unit = (v - range.low) / (range.high - range.low);
    return linear ? encoded(unit) : to_byte(unit);
}

// A byte for each value of a small integer type, by its bits.
template <class T>
std::vector<Byte> table_of(const Levels& range, bool linear) {
    using Bits = std::make_unsigned_t<T>;
    std::vector<Byte> table(std::size_t{1} << (8 * sizeof(T)));
    for (std::size_t i = 0; i < table.size(); ++i)
        table[i] = shown(static_cast<double>(static_cast<T>(static_cast<Bits>(i))), range, linear);
    return table;
}

template <class T, class ToByte>
void fill(const ConstHostView& image, const ToByte& colour, const ToByte& alpha, Byte* to) {
    const ImageFormat& format = image.format;
    const std::size_t step = image.step();
    const bool grey = format.colors() < 3;
    const bool swap = format.order == Order::bgr && format.channels >= 3;
    const std::size_t red = swap ? 2 : 0, green = grey ? 0 : 1, blue = grey || swap ? 0 : 2;
    const bool has_alpha = format.has_alpha();
    const std::size_t at_alpha = static_cast<std::size_t>(format.channels) - 1;
    for (std::size_t y = 0; y < format.height; ++y) {
        const auto* from = reinterpret_cast<const T*>(image.row(y));
        for (std::size_t x = 0; x < format.width; ++x, from += step, to += 4) {
            to[0] = colour(from[red]);
            to[1] = colour(from[green]);
            to[2] = colour(from[blue]);
            to[3] = has_alpha ? alpha(from[at_alpha]) : Byte{255};
        }
    }
}

// Where floats go beyond the range that they are meant to have, all that they have.
template <class T>
Levels range_of(const ConstHostView& image, bool& stretched) {
    const ImageFormat& format = image.format;
    Levels range{format.range_low(), format.range_high()};
    if (is_integer(format.pixel)) return range;
    Levels found{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
    const std::size_t step = image.step(), colors = static_cast<std::size_t>(format.colors());
    for (std::size_t y = 0; y < format.height; ++y) {
        const auto* from = reinterpret_cast<const T*>(image.row(y));
        for (std::size_t x = 0; x < format.width; ++x, from += step)
            for (std::size_t c = 0; c < colors; ++c)
                if (const double v = number(from[c]); std::isfinite(v))
                    found = {std::min(found.low, v), std::max(found.high, v)};
    }
    // A few rounded values beyond the range are no reason to show all others otherwise.
    const double slack = (range.high - range.low) / 50;
    if (found.low > found.high || (found.low >= range.low - slack && found.high <= range.high + slack))
        return range;
    stretched = true;
    return found.high > found.low ? found : Levels{found.low, found.low + 1};
}

template <class T>
void convert(const ConstHostView& image, Byte* to, bool& stretched) {
    const Levels range = range_of<T>(image, stretched);
    const bool linear = image.format.space == Space::linear && !stretched;
    const Levels opaque{0, image.format.white_value()};
    if constexpr (std::is_integral_v<T> && sizeof(T) <= 2) {
        const std::vector<Byte> colours = table_of<T>(range, linear), alphas = table_of<T>(opaque, false);
        const auto look_up = [](const std::vector<Byte>& table) {
            return [at = table.data()](T v) { return at[static_cast<std::make_unsigned_t<T>>(v)]; };
        };
        fill<T>(image, look_up(colours), look_up(alphas), to);
    } else {
        const auto compute = [](const Levels& of, bool light) {
            return [of, light](T v) { return shown(number(v), of, light); };
        };
        fill<T>(image, compute(range, linear), compute(opaque, false), to);
    }
}

}  // namespace

void to_rgba(const ConstHostView& image, std::string& rgba, bool& stretched) {
    stretched = false;
    rgba.resize(image.format.width * image.format.height * 4);
    auto* to = reinterpret_cast<Byte*>(rgba.data());
    switch (image.format.pixel) {
        case Pixel::u8: return convert<std::uint8_t>(image, to, stretched);
        case Pixel::i8: return convert<std::int8_t>(image, to, stretched);
        case Pixel::u16: return convert<std::uint16_t>(image, to, stretched);
        case Pixel::i16: return convert<std::int16_t>(image, to, stretched);
        case Pixel::i32: return convert<std::int32_t>(image, to, stretched);
        case Pixel::f16: return convert<Half>(image, to, stretched);
        case Pixel::f32: return convert<float>(image, to, stretched);
        case Pixel::f64: return convert<double>(image, to, stretched);
    }
}

}  // namespace sluice::apps
