#include "pipeline/graph/complete_values.hpp"

#include "pipeline/graph/throw_fault.hpp"

namespace sluice {

Values complete_values(const StageDef& stage, const Values& given, const std::string& id,
                       const Place& place) {
    const auto fail = [&](const std::string& subject, const std::string& what) {
        throw_fault(place, subject, what);
    };
    Values values;
    for (const auto& [name, value] : given) {
        const ParamDecl* decl = stage.param(name);
        if (decl == nullptr) fail(id, "stage " + stage.name + " has no parameter " + name);
        std::string fault;
        const auto converted = convert(*decl, value, fault);
        if (!converted) fail(id + "." + name, fault);
        values[name] = *converted;
    }
    for (const ParamDecl& decl : stage.params) {
        if (values.count(decl.name) != 0) continue;
        if (decl.required) fail(id + "." + decl.name, "is required");
        values[decl.name] = decl.standard;
    }
    for (const auto& [name, value] : given) {
        const std::string fault = misplaced(*stage.param(name), values);
        if (!fault.empty()) fail(id + "." + name, fault);
    }
    const std::string fault = stage.check ? stage.check(values) : "";
    if (!fault.empty()) fail(id, fault);
    return values;
}

}  // namespace sluice
