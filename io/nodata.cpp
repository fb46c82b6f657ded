#include "io/nodata.hpp"

#include <cmath>
#include <limits>

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
