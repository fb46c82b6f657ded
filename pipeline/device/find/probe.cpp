#include "pipeline/device/find/probe.hpp"

#include <string>

namespace sluice {
namespace {

bool builds(const cl::Context& context, const cl::Device& device, const std::string& statement) {
    const std::string source =
        "__kernel void probe(__global uint *a) {\n    uint r = 0;\n    " + statement + "\n    a[0] = r;\n}\n";
    try {
        const cl::Program program(context, source, false);
        const cl_device_id id = device();
        if (clBuildProgram(program(), 1, &id, "-cl-std=CL1.2", nullptr, nullptr) != CL_SUCCESS) return false;
        const cl::Kernel kernel(program, "probe");  // some drivers assemble only now
        return true;
    } catch (const cl::Error&) {
        return false;
    }
}

}  // namespace

InlinePtx inline_ptx(const cl::Context& context, const cl::Device& device, const DeviceFacts& facts) {
    if (facts.vendor.rfind("NVIDIA", 0) != 0) return {};
    return {builds(context, device, "asm volatile(\"fence.acq_rel.gpu;\" ::: \"memory\");"),
            builds(context, device, "asm(\"min.u16x2 %0, %1, %2;\" : \"=r\"(r) : \"r\"(a[0]), \"r\"(a[1]));"),
            builds(context, device,
                   "asm(\"dp4a.u32.u32 %0, %1, %2, %0;\" : \"+r\"(r) : \"r\"(a[0]), \"r\"(a[1]));")};
}

}  // namespace sluice
