// A short header of OpenCL's built-in functions. Included only inside this floor.
//
// PoCL's compiler reads a header of 15 000 declarations for every program, which takes as long as the rest of
// a small kernel. Where its guard is defined that header is left out, and a program needs only the functions
// that it names. What is declared here is what the header declares: the kernels are the same.
#pragma once

#include "pipeline/core/device_facts.hpp"

#include <string>

namespace sluice {

// Whether the device's compiler can do without its own header.
bool takes_short_header(const DeviceFacts& device);

// The option that leaves the driver's header out.
inline constexpr const char* short_header_option = " -D _OPENCL_H_";

// Whether a source calls no built-in function that the short header lacks: the compiler would complain of it
// on stderr.
bool short_header_will_do(const std::string& source);

// Declarations of the built-in functions that a source, or an option (-D READ=read_imagef), names, to stand
// before it. A function that is not known here is not declared.
std::string short_header(const std::string& source, const std::string& options = "");

}  // namespace sluice
