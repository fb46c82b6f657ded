// Options that are declared as parameters, as words of the command line: those of a batch, which other
// commands share (--in-flight 2 is in_flight), and those that set parameters of `load` and `save`.
#pragma once

#include "apps/command.hpp"
#include "pipeline/sluice/batch.hpp"

#include <optional>
#include <string>
#include <vector>

namespace sluice::apps {

// Those of these names, in this order; none named: all.
void add_batch_options(po::options_description& options, const std::vector<std::string>& names = {});

// What was given of them. Throws wrong_arguments.
BatchOptions given_options(const Arguments& arguments);

// Those of a stage's parameters that name an option.
void add_stage_options(po::options_description& options, const std::string& stage);
bool is_flag(const ParamDecl& decl);
// What the option of a parameter was given, converted; nothing where it was not. Throws wrong_arguments.
std::optional<Value> given_value(const Arguments& arguments, const ParamDecl& decl);

}  // namespace sluice::apps
