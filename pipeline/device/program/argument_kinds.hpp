// What a kernel takes for each of its arguments. Included only inside this floor.
#pragma once

#include "pipeline/device/clhpp.hpp"

#include <vector>

namespace sluice {

enum class ArgumentKind { unknown, number, buffer, image };

// By index; all of them `unknown` where the driver does not tell. Needs a program that was built with
// -cl-kernel-arg-info. Never throws.
std::vector<ArgumentKind> argument_kinds(const cl::Kernel& kernel);

// "a buffer", "an image object", "a number".
const char* text_of(ArgumentKind kind);

}  // namespace sluice
