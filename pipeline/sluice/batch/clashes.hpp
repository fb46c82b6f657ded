// Results that would replace an input, or each other.
#pragma once

#include "io/folder.hpp"
#include "pipeline/batch/batch_files.hpp"
#include "pipeline/core/error.hpp"
#include "pipeline/sluice/batch/real_names.hpp"

#include <functional>
#include <string>
#include <vector>

namespace sluice {

// files[i] is of inputs[i]. Errors: two inputs with one output, an output that is an input (by another
// spelling, a link, a hard link, upper and lower case), an output in the place of another output's folder.
// Warning: outputs that differ in upper and lower case only. `better_name`: what would tell them apart.
void find_clashes(const std::vector<InputFile>& inputs, const BatchFiles& files,
                  const std::function<Wording()>& better_name, const RealName& real, Diagnostics& faults);

}  // namespace sluice
