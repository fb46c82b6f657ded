// Options of the library as those of the command line.
#pragma once

#include "pipeline/core/value.hpp"
#include "pipeline/core/wording.hpp"

#include <string>

namespace sluice::apps {

// What the option for such a parameter is called: "in-flight" for "in_flight".
std::string option_name(std::string parameter);
// The name that it declares, else the same.
std::string option_name(const ParamDecl& decl);

// The variable of a pipeline file whose value a Remedy is ("radius" of "vars.radius"), or "".
std::string variable_of(const Remedy& remedy);

// A Spelling: "--overwrite newer"; "--limit-seconds 5" of load.max_seconds; "sluice stats --dataset".
std::string on_command_line(const Remedy& remedy, bool again);

}  // namespace sluice::apps
