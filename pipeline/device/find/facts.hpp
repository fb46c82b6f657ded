// Asking a device for its facts. Included only inside this floor.
#pragma once

#include "pipeline/core/device_facts.hpp"
#include "pipeline/device/clhpp.hpp"

#include <string>
#include <vector>

namespace sluice {

// All but packed_texels, natural_texels, inline_ptx, packed_minmax, dot_bytes and fast_subnormals, which take
// a context. A question that the driver fails to answer gets the value that promises least. Never throws.
DeviceFacts facts_of(cl_device_id device);

// Whether floats below 2^-126 are numbers, not 0.
bool keeps_subnormals(cl_device_id device);

// Why sluice cannot use the device, or "".
std::string missing_of(cl_device_id device);

// Of 2D image objects that kernels can read and write: "RGBA/UNSIGNED_INT8". Never throws.
std::vector<std::string> image_formats(cl_context context);

// The name of a format, as image_formats() has it, and back: for names that it has.
std::string texel_name(const cl_image_format& format);
cl_image_format texel_format(const std::string& name);

// Sets packed_texels and natural_texels of facts that facts_of() gave.
void set_texels(DeviceFacts& facts, const std::vector<std::string>& formats);

// The text that OpenCL answers, without blanks at its ends; "" when there is no answer.
std::string platform_text(cl_platform_id platform, cl_platform_info what);

}  // namespace sluice
