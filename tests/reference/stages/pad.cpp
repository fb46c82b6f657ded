#include "tests/reference/moved.hpp"
#include "tests/reference/params.hpp"
#include "tests/reference/stage.hpp"

namespace sluice::reference::stages {

StageReference pad() {
    return {.image = [](const StageCall& call) -> StageResult {
        const Bounded& src = call.image();
        ImageFormat dst = src.format();
        const auto pixels = [&](const char* side) { return static_cast<std::size_t>(call.number(side)); };
        dst.width += pixels("left") + pixels("right");
        dst.height += pixels("top") + pixels("bottom");
        Place begin{static_cast<std::int64_t>(pixels("left")), static_cast<std::int64_t>(pixels("top"))};
        if (const auto size = numbers_of(call.values, "size")) {
            dst.width = static_cast<std::size_t>(size->front());
            dst.height = static_cast<std::size_t>(size->back());
            begin =
                begin_of(word_of(call.values, "gravity"), dst, static_cast<std::int64_t>(src.format().width),
                         static_cast<std::int64_t>(src.format().height));
        }
        return {moved(
            src, dst.width, dst.height,
            [&](std::int64_t x, std::int64_t y) -> Place {
                return {x - begin.x, y - begin.y};
            },
            beside_of(call.values, dst))};
    }};
}

}  // namespace sluice::reference::stages
