// What only trying tells. Included only inside this floor.
#pragma once

#include "pipeline/core/device_facts.hpp"
#include "pipeline/device/clhpp.hpp"

namespace sluice {

// What inline PTX the compiler takes; tries to build some. Other vendors' devices are not asked.
struct InlinePtx {
    bool at_all = false;         // with fence.acq_rel.gpu: since compute capability 7.0
    bool packed_minmax = false;  // min.u16x2: since compute capability 9.0
    bool dot_bytes = false;      // dp4a: since 6.1
};
InlinePtx inline_ptx(const cl::Context& context, const cl::Device& device, const DeviceFacts& facts);

}  // namespace sluice
