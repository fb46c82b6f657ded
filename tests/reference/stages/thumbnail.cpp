#include "tests/reference/params.hpp"
#include "tests/reference/stage.hpp"

namespace sluice::reference::stages {

StageReference thumbnail() {
    return {.image = [](const StageCall& call) -> StageResult {
        const std::vector<double> size = numbers_of(call.values, "size").value();
        const Values fit{{"width", static_cast<std::int64_t>(size.front())},
                         {"height", static_cast<std::int64_t>(size.back())},
                         {"filter", call.values.at("filter")},
                         {"fit", "inside"},
                         {"when", "shrink"}};
        return {expected_within("resize", fit, call.image())};
    }};
}

}  // namespace sluice::reference::stages
