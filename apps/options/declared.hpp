// Options that are declared as parameters, as words of the command line: those of a batch, which other
// commands share (--in-flight 2 is in_flight), those that set parameters of `load` and `save`, and those that
// the program has beside them.
#pragma once

#include "apps/command.hpp"
#include "pipeline/core/declared.hpp"
#include "pipeline/sluice/batch.hpp"

#include <optional>
#include <string>
#include <vector>

namespace sluice::apps {

void add_options(po::options_description& options, const std::vector<ParamDecl>& declared);
// Options of a batch: those of these names, in this order; none named: all.
void add_batch_options(po::options_description& options, const std::vector<std::string>& names = {});
// Those of a stage's parameters that name an option.
void add_stage_options(po::options_description& options, const std::string& stage);

// These of the values that were given, converted. `of`: what stands before their names in messages, "load.".
// Throws wrong_arguments.
Values converted(const Caller& caller, const std::vector<ParamDecl>& declared, const Values& given,
                 const std::string& of = "");
// What was given of these, converted. Throws wrong_arguments.
Values given_values(const Arguments& arguments, const std::vector<ParamDecl>& declared);
template <class P>
P given(const Arguments& arguments, const Declared<P>& declared, P into = {}) {
    return declared.filled(given_values(arguments, declared.params()), std::move(into));
}
// What was given of the options of a batch; the others are those of `into`.
BatchOptions given_options(const Arguments& arguments, BatchOptions into = {});
// What the options of a stage's parameters were given, by the names of these, as it was written.
Values given_to_stage(const Arguments& arguments, const std::string& stage);

}  // namespace sluice::apps
