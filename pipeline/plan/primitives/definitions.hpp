// What the texts of kernels define: planning asks for it again and again.
#pragma once

#include "pipeline/graph/opencl/signature.hpp"

#include <memory>
#include <string>

namespace sluice {

struct KernelDefinitions {
    Definitions defined;
    // Of the text; and a function whose name belongs to another file: of those whose stem a name starts with,
    // it is the one with the longest.
    Diagnostics faults;
};

// Of kernels/<file>, or of the text that a stage brings along. nullptr: there is no such text. Texts are
// parsed once, as long as they do not change. Any thread.
std::shared_ptr<const KernelDefinitions> kernel_definitions(
    const std::string& file, const std::shared_ptr<const std::string>& own = nullptr);

}  // namespace sluice
