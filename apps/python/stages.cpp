// What the declarations of the stages say, for sluice.stages.
#include "apps/python/bindings.hpp"

#include "pipeline/core/value.hpp"
#include "pipeline/graph/describe/describe.hpp"
#include "pipeline/sluice/plan.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <vector>

namespace nb = nanobind;
using namespace nb::literals;

namespace sluice::python {
namespace {

const StageDef& stage_named(const std::string& name) { return *builtin_stages().find(name); }

// The names of its parameters, with their defaults; None where there is none.
nb::dict parameters(const std::string& name) {
    nb::dict defaults;
    for (const ParamDecl& param : stage_named(name).params)
        defaults[param.name.c_str()] = param.required ? nb::none() : nb::cast(param.standard);
    return defaults;
}

}  // namespace

void bind_stages(nb::module_& module) {
    module.def("stage_names", [] { return builtin_stages().names(); });
    module.def("stage_parameters", &parameters, "name"_a);
    module.def(
        "stage_help", [](const std::string& name) { return stage_help(stage_named(name), help_columns); },
        "name"_a);
    module.def("stages_stub", [] { return stages_stub(builtin_stages()); });
    module.def(
        "text", [](const Value& value) { return text(value); }, "value"_a);
}

}  // namespace sluice::python
