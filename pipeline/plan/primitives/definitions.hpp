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

// nullptr: there is no such text. Embedded texts are parsed once. Any thread.
std::shared_ptr<const KernelDefinitions> kernel_definitions(const std::string& file);

}  // namespace sluice
