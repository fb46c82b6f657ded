// The kernels of sluice-bench: this folder, embedded by the build.
#pragma once

#include <functional>
#include <map>
#include <string>

namespace sluice {

// Name -> text (pipeline/embed.cmake writes the definition).
const std::map<std::string, std::string, std::less<>>& embedded_bench_kernels();

namespace apps {

// A text by its path in this folder, under its #line. A file of that path in the folder that
// SLUICE_KERNEL_DIR names stands in for it, as it does for others.
std::string bench_kernel(const std::string& file);

}  // namespace apps
}  // namespace sluice
