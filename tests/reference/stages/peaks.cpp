// Every pixel is compared with all others of its square. NaN is less than any number.
#include "tests/reference/stage.hpp"

#include <string>
#include <vector>

namespace sluice::reference::stages {
namespace {

struct Maximum {
    std::size_t x, y;
    double value;
};

std::vector<Maximum> maxima(const HostImage& image, std::int64_t distance, double above) {
    const auto width = static_cast<std::int64_t>(image.format().width);
    const auto height = static_cast<std::int64_t>(image.format().height);
    std::vector<Maximum> found;
    for (std::int64_t y = 0; y < height; ++y)
        for (std::int64_t x = 0; x < width; ++x) {
            const auto at = [&](std::int64_t u, std::int64_t v) {
                return value(image.view(), static_cast<std::size_t>(u), static_cast<std::size_t>(v), 0);
            };
            bool greatest = at(x, y) > above;
            for (std::int64_t v = y - distance; v <= y + distance; ++v)
                for (std::int64_t u = x - distance; u <= x + distance; ++u) {
                    if (u < 0 || v < 0 || u >= width || v >= height || (u == x && v == y)) continue;
                    const bool before = v < y || (v == y && u < x);
                    greatest = greatest && !(before ? at(u, v) >= at(x, y) : at(u, v) > at(x, y));
                }
            if (greatest)
                found.push_back({static_cast<std::size_t>(x), static_cast<std::size_t>(y), at(x, y)});
        }
    return found;
}

std::string wrong_peaks(const StageCall& call, const Table& table) {
    const Bounded& image = call.image();
    if (!image.exact) return "";
    const double above = static_cast<double>(call.real(call.number("above") * image.format().white_value()));
    const std::vector<Maximum> expected =
        maxima(image.expected, static_cast<std::int64_t>(call.number("distance")), above);
    if (table.found() != expected.size())
        return "found " + std::to_string(table.found()) + ", expected " + std::to_string(expected.size());
    for (std::size_t row = 0; row < table.rows(); ++row)
        if (table.real("x", 0, row) != static_cast<double>(expected[row].x) ||
            table.real("y", 0, row) != static_cast<double>(expected[row].y) ||
            table.real("value", 0, row) != expected[row].value)
            return "entry " + std::to_string(row + 1);
    return "";
}

}  // namespace

StageReference peaks() { return {.wrong_table = wrong_peaks}; }

}  // namespace sluice::reference::stages
