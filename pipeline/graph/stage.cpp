#include "pipeline/graph/stage.hpp"

#include <algorithm>
#include <array>

namespace sluice {

std::string_view name(Kind kind) {
    constexpr std::array<std::string_view, 6> names{"source", "sink",  "point",
                                                    "reduce", "table", "composition"};
    return names[static_cast<std::size_t>(kind)];
}

const ParamDecl* StageDef::param(const std::string& name) const {
    const auto at =
        std::find_if(params.begin(), params.end(), [&](const ParamDecl& p) { return p.name == name; });
    return at == params.end() ? nullptr : &*at;
}

}  // namespace sluice
