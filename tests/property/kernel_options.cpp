#include "tests/property/kernel_options.hpp"

#include "tests/all.hpp"
#include "tests/property/work.hpp"

#include <cstdint>
#include <cstdlib>

namespace sluice::property {
namespace {

constexpr const char* variable = "SLUICE_OPENCL_OPTIONS";
constexpr std::uint64_t much_work = 6'000'000;

// 15 and not 16, by which variants are chosen: each of them is optimized now and then.
bool optimized(const GraphCase& graph) {
    return test::takes_all() || graph.seed % 15 == 0 || work(graph) > much_work;
}

}  // namespace

KernelOptions::KernelOptions(const GraphCase& graph)
    : set_(std::getenv(variable) == nullptr && !optimized(graph)) {
    if (set_) ::setenv(variable, "-cl-opt-disable", 0);
}

KernelOptions::~KernelOptions() {
    if (set_) ::unsetenv(variable);
}

}  // namespace sluice::property
