#include "tests/reference/moved.hpp"
#include "tests/reference/stage.hpp"

#include <algorithm>
#include <cmath>

namespace sluice::reference::stages {

StageReference own_half() {
    return {.image = [](const StageCall& call) -> StageResult {
        const ImageFormat& format = call.image().format();
        const double step = call.number("step");
        const auto side = [&](std::size_t all) {
            return static_cast<std::size_t>(
                std::max(1.0, std::round((static_cast<double>(all) - step / 2 + 0.1) / step)));
        };
        return {moved(
            call.image(), side(format.width), side(format.height),
            [&](std::int64_t x, std::int64_t y) -> Place {
                const auto by = static_cast<std::int64_t>(step);
                const auto within = [](std::int64_t i, std::size_t size) {
                    return std::clamp<std::int64_t>(i, 0, static_cast<std::int64_t>(size) - 1);
                };
                return {within(static_cast<std::int64_t>(format.width) - 1 - by * x, format.width),
                        within(by * y, format.height)};
            },
            nothing_beside(format))};
    }};
}

}  // namespace sluice::reference::stages
