#include "io/halved_rows.hpp"

#include "pipeline/core/ceil_div.hpp"
#include "pipeline/core/half.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <cstdint>

namespace sluice {
namespace {

template <class T>
T mean(const std::array<double, 4>& values, const std::array<double, 4>& weights) {
    double sum = 0, weight = 0;
    for (std::size_t i = 0; i < 4; ++i) sum += values[i] * weights[i], weight += weights[i];
    if constexpr (std::floating_point<T>)
        return static_cast<T>(sum / weight);
    else
        return static_cast<T>(std::floor(sum / weight + 0.5));
}

template <class T>
T halved_sum(const T* a, const T* b, std::size_t left, std::size_t right) {
    if constexpr (std::floating_point<T>)
        return static_cast<T>((double{a[left]} + double{a[right]} + double{b[left]} + double{b[right]}) / 4);
    else
        return static_cast<T>((std::int64_t{a[left]} + a[right] + b[left] + b[right] + 2) >> 2);
}

template <class T>
void halve(const ImageFormat& whole, const T* above, const T* below, T* dst, std::size_t width) {
    const auto channels = static_cast<std::size_t>(whole.channels);
    const auto colours = static_cast<std::size_t>(whole.colors());
    constexpr std::array<double, 4> alike{1, 1, 1, 1};
    for (std::size_t x = 0; x < width; ++x, dst += channels) {
        const std::size_t left = 2 * x * channels;
        const std::size_t right = 2 * x + 1 < whole.width ? left + channels : left;
        for (std::size_t c = 0; c < channels; ++c) dst[c] = halved_sum(above, below, left + c, right + c);
        if (!whole.has_alpha()) continue;
        const auto four = [&](std::size_t c) {
            return std::array<double, 4>{double(above[left + c]), double(above[right + c]),
                                         double(below[left + c]), double(below[right + c])};
        };
        const std::array<double, 4> alpha = four(colours);
        const bool none = alpha[0] + alpha[1] + alpha[2] + alpha[3] <= 0;
        for (std::size_t c = 0; c < colours; ++c) dst[c] = mean<T>(four(c), none ? alike : alpha);
    }
}

void halve_halves(const ImageFormat& whole, const std::uint16_t* above, const std::uint16_t* below,
                  std::uint16_t* dst, std::size_t width) {
    const std::size_t count = whole.width * static_cast<std::size_t>(whole.channels);
    std::vector<float> a(count), b(count), half(width * static_cast<std::size_t>(whole.channels));
    for (std::size_t i = 0; i < count; ++i) a[i] = half_to_float(above[i]), b[i] = half_to_float(below[i]);
    halve(whole, a.data(), b.data(), half.data(), width);
    for (std::size_t i = 0; i < half.size(); ++i) dst[i] = float_to_half(half[i]);
}

template <class T>
void halve_as(const ImageFormat& whole, const std::byte* above, const std::byte* below, std::byte* dst,
              std::size_t width) {
    halve(whole, reinterpret_cast<const T*>(above), reinterpret_cast<const T*>(below),
          reinterpret_cast<T*>(dst), width);
}

}  // namespace

HalvedRows::HalvedRows(const ImageFormat& whole) : whole_(whole), half_(whole) {
    half_.width = ceil_div(whole.width, std::size_t{2});
    half_.height = ceil_div(whole.height, std::size_t{2});
    half_.layers = whole_.layers = 1;
    above_.resize(whole_.host_bytes() / whole_.height);
    row_.resize(half_.host_bytes() / half_.height);
}

bool HalvedRows::add(const std::byte* row) {
    const bool upper = taken_++ % 2 == 0, last = taken_ == whole_.height;
    if (upper && !last) {
        std::copy(row, row + above_.size(), above_.begin());
        return false;
    }
    const std::byte* above = upper ? row : above_.data();
    const std::size_t width = half_.width;
    switch (whole_.pixel) {
        case Pixel::u8: halve_as<std::uint8_t>(whole_, above, row, row_.data(), width); break;
        case Pixel::i8: halve_as<std::int8_t>(whole_, above, row, row_.data(), width); break;
        case Pixel::u16: halve_as<std::uint16_t>(whole_, above, row, row_.data(), width); break;
        case Pixel::i16: halve_as<std::int16_t>(whole_, above, row, row_.data(), width); break;
        case Pixel::i32: halve_as<std::int32_t>(whole_, above, row, row_.data(), width); break;
        case Pixel::f32: halve_as<float>(whole_, above, row, row_.data(), width); break;
        case Pixel::f64: halve_as<double>(whole_, above, row, row_.data(), width); break;
        case Pixel::f16:
            halve_halves(whole_, reinterpret_cast<const std::uint16_t*>(above),
                         reinterpret_cast<const std::uint16_t*>(row),
                         reinterpret_cast<std::uint16_t*>(row_.data()), width);
            break;
    }
    return true;
}

}  // namespace sluice
