#include "tests/reference/moved.hpp"
#include "tests/reference/params.hpp"
#include "tests/reference/stage.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace sluice::reference::stages {
namespace {

// Width over height of "3:2" or "1.5"; 0 of a keyword.
double aspect_of(const std::string& text) {
    if (text.empty() || text == "none") return 0;
    const std::size_t colon = text.find(':');
    return std::stod(text) / (colon == std::string::npos ? 1 : std::stod(text.substr(colon + 1)));
}

}  // namespace

StageReference crop() {
    return {.image = [](const StageCall& call) -> StageResult {
        const Bounded& src = call.image();
        const ImageFormat& format = src.format();
        const auto x = number_of(call.values, "x"), y = number_of(call.values, "y");
        const auto size = numbers_of(call.values, "size");
        const double most_width = static_cast<double>(format.width) - x.value_or(0);
        const double most_height = static_cast<double>(format.height) - y.value_or(0);
        double width = number_of(call.values, "width").value_or(size ? size->front() : most_width);
        double height = number_of(call.values, "height").value_or(size ? size->back() : most_height);
        if (const double aspect = aspect_of(word_of(call.values, "aspect")); aspect > 0) {
            width = std::clamp(std::floor(most_height * aspect + 0.5), 1.0, most_width);
            height = std::clamp(std::floor(most_width / aspect + 0.5), 1.0, most_height);
        }
        Place begin = begin_of(word_of(call.values, "gravity"), format, static_cast<std::int64_t>(width),
                               static_cast<std::int64_t>(height));
        if (x || y)
            begin = {static_cast<std::int64_t>(x.value_or(0)), static_cast<std::int64_t>(y.value_or(0))};
        return {moved(
            src, static_cast<std::size_t>(width), static_cast<std::size_t>(height),
            [&](std::int64_t column, std::int64_t row) -> Place {
                return {begin.x + column, begin.y + row};
            },
            nothing_beside(format))};
    }};
}

}  // namespace sluice::reference::stages
