#include "pipeline/graph/stage.hpp"

#include <algorithm>
#include <type_traits>

namespace sluice {

Kind StageDef::kind() const {
    return std::visit([](const auto& def) { return std::decay_t<decltype(def)>::kind; }, of_kind);
}

const KernelCall* StageDef::call() const {
    return std::visit(
        [](const auto& def) -> const KernelCall* {
            if constexpr (requires { def.call; })
                return &def.call;
            else
                return nullptr;
        },
        of_kind);
}

std::string StageDef::called() const {
    if (read_from == nullptr) return name;
    const bool from_file = !read_from->file.empty();
    return "kernel " + (from_file ? "" : std::string("text=")) +
           text(Value(from_file ? read_from->file : read_from->text));
}

const ParamDecl* StageDef::param(const std::string& name) const {
    const auto at =
        std::find_if(params.begin(), params.end(), [&](const ParamDecl& p) { return p.name == name; });
    return at == params.end() ? nullptr : &*at;
}

}  // namespace sluice
