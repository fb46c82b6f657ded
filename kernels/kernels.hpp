// The texts of the kernels: every .cl and .clh file below kernels/, by its path there: "gamma.cl",
// "reduce/finish.clh". They are embedded at build. Where the environment variable SLUICE_KERNEL_DIR
// names a folder they are read from it at each call instead, so that a kernel can be edited without
// building. Any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

// nullopt when there is no such file, or SLUICE_KERNEL_DIR holds none that can be read.
std::optional<std::string> kernel_text(std::string_view name);

// Whether they are as they were built. Else SLUICE_KERNEL_DIR holds them, and each may change at any time.
bool kernels_are_embedded();

// All of them, sorted.
std::vector<std::string> kernel_names();

}  // namespace sluice
