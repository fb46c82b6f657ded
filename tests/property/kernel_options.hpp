// Whether the kernels of a random graph are optimized.
#pragma once

#include "tests/property/graph_case.hpp"

namespace sluice::property {

// As long as it lives, kernels are compiled as the graph wants them; SLUICE_OPENCL_OPTIONS, where it is set,
// goes first. A kernel that is not optimized compiles in half of the time and rounds alike. Optimized are
// those of every fifteenth graph, which shows faults of the optimizer, and those that run for longer than
// they compile. Before any thread is started.
class KernelOptions {
public:
    explicit KernelOptions(const GraphCase& graph);
    ~KernelOptions();
    KernelOptions(const KernelOptions&) = delete;
    KernelOptions& operator=(const KernelOptions&) = delete;

private:
    bool set_ = false;
};

}  // namespace sluice::property
