#include "tests/reference/moved.hpp"
#include "tests/reference/params.hpp"
#include "tests/reference/stage.hpp"

namespace sluice::reference::stages {

StageReference letterbox() {
    return {.image = [](const StageCall& call) -> StageResult {
        const Value &width = call.values.at("width"), &given = call.values.at("height");
        const Value& height = std::holds_alternative<std::int64_t>(given) ? given : width;
        const Bounded fitted = expected_within(
            "resize",
            {{"width", width}, {"height", height}, {"fit", "inside"}, {"filter", call.values.at("filter")}},
            call.image());
        ImageFormat dst = fitted.format();
        dst.width = static_cast<std::size_t>(std::get<std::int64_t>(width));
        dst.height = static_cast<std::size_t>(std::get<std::int64_t>(height));
        const Place begin =
            begin_of(word_of(call.values, "gravity"), dst, static_cast<std::int64_t>(fitted.format().width),
                     static_cast<std::int64_t>(fitted.format().height));
        return {moved(
            fitted, dst.width, dst.height,
            [&](std::int64_t x, std::int64_t y) -> Place {
                return {x - begin.x, y - begin.y};
            },
            beside_of(call.values, dst))};
    }};
}

}  // namespace sluice::reference::stages
