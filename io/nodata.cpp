#include "io/nodata.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>

namespace sluice {
namespace {

template <class Work>
void for_each_row(const HostView& rows, Work work) {
    const std::size_t samples = rows.format.width * rows.step();
    for (std::size_t y = 0; y < rows.format.rows(); ++y) {
        if (rows.format.pixel == Pixel::f32) work(reinterpret_cast<float*>(rows.row(y)), samples);
        if (rows.format.pixel == Pixel::f64) work(reinterpret_cast<double*>(rows.row(y)), samples);
    }
}

// In lanes that no channel has: 0.
template <class From, class To, class Number>
void copy_numbers(const HostImage& src, HostImage& dst, Number number) {
    const std::size_t channels = static_cast<std::size_t>(src.format().channels);
    const std::size_t from_step = src.view().step(), to_step = dst.view().step();
    for (std::size_t y = 0; y < src.format().rows(); ++y) {
        const auto* from = reinterpret_cast<const From*>(src.view().row(y));
        auto* to = reinterpret_cast<To*>(dst.view().row(y));
        for (std::size_t x = 0; x < src.format().width; ++x, from += from_step, to += to_step)
            for (std::size_t c = 0; c < to_step; ++c)
                to[c] = c < channels ? static_cast<To>(number(from[c])) : To{0};
    }
}

}  // namespace

bool holds_nodata(Pixel pixel) { return pixel == Pixel::f32 || pixel == Pixel::f64; }

std::optional<double> nodata_of(const Nodata& asked, const std::optional<double>& found) {
    return asked.of_file ? found : asked.value;
}

ImageFormat with_nodata(ImageFormat format) {
    if (is_integer(format.pixel)) format.space = Space::data, format.white = 0;
    format.pixel = real_of(format.pixel);
    return format;
}

HostImage with_nodata(const HostImage& src, double nodata, const Destination& destination) {
    HostImage dst(with_nodata(src.format()), destination);
    const auto itself = [](auto number) { return number; };
    switch (src.format().pixel) {
        case Pixel::u8: copy_numbers<std::uint8_t, float>(src, dst, itself); break;
        case Pixel::i8: copy_numbers<std::int8_t, float>(src, dst, itself); break;
        case Pixel::u16: copy_numbers<std::uint16_t, float>(src, dst, itself); break;
        case Pixel::i16: copy_numbers<std::int16_t, float>(src, dst, itself); break;
        case Pixel::i32: copy_numbers<std::int32_t, double>(src, dst, itself); break;
        case Pixel::f16: copy_numbers<std::uint16_t, float>(src, dst, half_to_float); break;
        case Pixel::f32:
        case Pixel::f64: throw std::logic_error("floats hold it");
    }
    const bool half = src.format().pixel == Pixel::f16;
    take_nodata(dst.view(), half ? half_to_float(float_to_half(static_cast<float>(nodata))) : nodata);
    dst.metadata = src.metadata;
    dst.metadata.nodata = nodata;
    dst.metadata.altered = true;  // the file itself says something else
    return dst;
}

void take_nodata(const HostView& rows, double nodata) {
    for_each_row(rows, [nodata]<class T>(T* row, std::size_t samples) {
        const auto value = static_cast<T>(nodata);  // the text of a file may have more digits
        for (std::size_t i = 0; i < samples; ++i)
            if (row[i] == value) row[i] = std::numeric_limits<T>::quiet_NaN();
    });
}

void give_nodata(const HostView& rows, double nodata) {
    for_each_row(rows, [nodata]<class T>(T* row, std::size_t samples) {
        for (std::size_t i = 0; i < samples; ++i)
            if (std::isnan(row[i])) row[i] = static_cast<T>(nodata);
    });
}

}  // namespace sluice
