// Pages about stages, made from their declarations and from nothing else. All texts end with a newline.
#pragma once

#include "pipeline/graph/registry.hpp"

#include <string>
#include <vector>

namespace sluice {

std::string stages_list(const Registry& registry);  // name and summary, in two columns
// Plain text for a terminal that is so many columns wide.
std::string stage_help(const StageDef& stage, std::size_t columns = 100);
// The parameters alone, as that page has them.
std::string params_help(const std::vector<ParamDecl>& params, std::size_t columns);
std::string stage_markdown(const StageDef& stage);  // one page

// Every fact of every declaration: {"sluice": 1, "stages": [...]}.
std::string stages_json(const Registry& registry);
// A JSON Schema (2020-12) of pipeline files, for editors and other programs. Paths are not required
// by it, since batch fills them.
std::string pipeline_schema(const Registry& registry);

// sluice/stages.pyi: the functions of sluice.stages with the types of their parameters.
std::string stages_stub(const Registry& registry);
// Parameters as a TypedDict of that name, for the keywords of a function. Begins with an empty line.
std::string params_stub(const std::string& name, const std::vector<ParamDecl>& params);
// The stage as a struct of C++ (pipeline/sluice/stage_call.hpp).
std::string stage_struct(const StageDef& stage);
// The header that has those of all: what <sluice/stages.hpp> is made of.
std::string stage_structs(const Registry& registry);

}  // namespace sluice
