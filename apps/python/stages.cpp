// What the declarations of the stages say, for sluice.stages.
#include "apps/python/bindings.hpp"

#include "pipeline/core/value.hpp"
#include "pipeline/graph/describe/describe.hpp"
#include "pipeline/graph/kernel_stage.hpp"
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
nb::dict parameters(const StageDef& stage) {
    nb::dict defaults;
    for (const ParamDecl& param : stage.params)
        defaults[param.name.c_str()] = param.required ? nb::none() : nb::cast(param.standard);
    return defaults;
}

// The name, the parameters and the help of a kernel's stage.
nb::tuple kernel(const std::string& source, bool is_file) {
    const std::vector<StageDef> stages = is_file ? stages_of_file(source) : stages_of_text(source, "text");
    const StageDef& stage = stages.front();
    return nb::make_tuple(stage.name, parameters(stage), stage_help(stage, help_columns));
}

}  // namespace

void bind_stages(nb::module_& module) {
    module.def("stage_names", [] { return builtin_stages().names(); });
    module.def(
        "stage_parameters", [](const std::string& name) { return parameters(stage_named(name)); }, "name"_a);
    module.def("kernel", &kernel, "source"_a, "is_file"_a);
    module.def(
        "stage_help", [](const std::string& name) { return stage_help(stage_named(name), help_columns); },
        "name"_a);
    module.def("stages_stub", [] { return stages_stub(builtin_stages()); });
    module.def(
        "text", [](const Value& value) { return text(value); }, "value"_a);
}

}  // namespace sluice::python
