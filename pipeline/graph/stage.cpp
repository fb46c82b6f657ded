#include "pipeline/graph/stage.hpp"

#include <algorithm>

namespace sluice {

const ParamDecl* StageDef::param(const std::string& name) const {
    const auto at =
        std::find_if(params.begin(), params.end(), [&](const ParamDecl& p) { return p.name == name; });
    return at == params.end() ? nullptr : &*at;
}

}  // namespace sluice
