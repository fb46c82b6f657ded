// The box that has those of all layers.
#include "tests/reference/background.hpp"
#include "tests/reference/moved.hpp"

#include <algorithm>

namespace sluice::reference::stages {

StageReference trim() {
    return {.image = [](const StageCall& call) -> StageResult {
        const ImageFormat& format = call.image().format();
        std::size_t left = format.width, top = format.height, right = 0, bottom = 0;
        for (std::size_t layer = 0; layer < format.layers; ++layer) {
            const Box box = box_of(call, layer);
            if (box.width == 0) continue;
            left = std::min(left, box.x), right = std::max(right, box.x + box.width);
            top = std::min(top, box.y), bottom = std::max(bottom, box.y + box.height);
        }
        if (right == 0) return {call.image(), true};
        return {moved(
                    call.image(), right - left, bottom - top,
                    [&](std::int64_t x, std::int64_t y) -> Place {
                        return {x + static_cast<std::int64_t>(left), y + static_cast<std::int64_t>(top)};
                    },
                    nothing_beside(format)),
                false};
    }};
}

}  // namespace sluice::reference::stages
