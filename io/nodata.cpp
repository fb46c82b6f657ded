#include "io/nodata.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

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

}  // namespace

bool holds_nodata(Pixel pixel) { return pixel == Pixel::f32 || pixel == Pixel::f64; }

Pixel holding_nodata(Pixel pixel) {
    if (holds_nodata(pixel)) return pixel;
    return pixel == Pixel::i32 ? Pixel::f64 : Pixel::f32;
}

namespace {

template <class From, class To>
void copy_numbers(const HostImage& src, HostImage& dst) {
    const std::size_t samples = src.format().width * static_cast<std::size_t>(src.format().channels);
    for (std::size_t y = 0; y < src.format().rows(); ++y) {
        const From* from = src.as<From>(y);
        To* to = dst.as<To>(y);
        for (std::size_t i = 0; i < samples; ++i)
            to[i] = std::is_same_v<From, std::uint16_t> && src.format().pixel == Pixel::f16
                        ? static_cast<To>(half_to_float(static_cast<std::uint16_t>(from[i])))
                        : static_cast<To>(from[i]);
    }
}

}  // namespace

HostImage with_nodata(const HostImage& src, double nodata, const Destination& destination) {
    ImageFormat format = src.format();
    format.pixel = holding_nodata(format.pixel);
    format.space = Space::data;
    format.white = 0;
    HostImage dst(format, destination);
    switch (src.format().pixel) {
        case Pixel::u8: copy_numbers<std::uint8_t, float>(src, dst); break;
        case Pixel::i8: copy_numbers<std::int8_t, float>(src, dst); break;
        case Pixel::f16:
        case Pixel::u16: copy_numbers<std::uint16_t, float>(src, dst); break;
        case Pixel::i16: copy_numbers<std::int16_t, float>(src, dst); break;
        case Pixel::i32: copy_numbers<std::int32_t, double>(src, dst); break;
        case Pixel::f32: copy_numbers<float, float>(src, dst); break;
        case Pixel::f64: copy_numbers<double, double>(src, dst); break;
    }
    take_nodata(dst.view(), nodata);
    dst.metadata = src.metadata;
    dst.metadata.nodata = nodata;
    return dst;
}

std::optional<double> nodata_of(const Nodata& asked, const std::optional<double>& found) {
    return asked.of_file ? found : asked.value;
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
