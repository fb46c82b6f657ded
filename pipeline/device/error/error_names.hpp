// Names of OpenCL's error codes.
#pragma once

#include <string>

namespace sluice {

// "CL_OUT_OF_RESOURCES (-5)"; "error -12345" for a code that no header names.
std::string opencl_error_text(int code);

}  // namespace sluice
