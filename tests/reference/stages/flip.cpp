#include "tests/reference/moved.hpp"
#include "tests/reference/params.hpp"
#include "tests/reference/stage.hpp"

namespace sluice::reference::stages {

StageReference flip() {
    return {.image = [](const StageCall& call) -> StageResult {
        const std::size_t width = call.image().format().width, height = call.image().format().height;
        const std::string axis = word_of(call.values, "axis");
        return {moved(
            call.image(), width, height,
            [&](std::int64_t x, std::int64_t y) -> Place {
                return {axis == "y" ? x : static_cast<std::int64_t>(width) - 1 - x,
                        axis == "x" ? y : static_cast<std::int64_t>(height) - 1 - y};
            },
            nothing_beside(call.image().format()))};
    }};
}

}  // namespace sluice::reference::stages
