#include "pipeline/device/probe.hpp"

namespace sluice {

bool has_packed_minmax(const cl::Context& context, const cl::Device& device, const DeviceFacts& facts) {
    if (facts.vendor.rfind("NVIDIA", 0) != 0) return false;
    const char* source =
        "__kernel void least(__global uint *a) {\n"
        "    uint r;\n"
        "    asm(\"min.u16x2 %0, %1, %2;\" : \"=r\"(r) : \"r\"(a[0]), \"r\"(a[1]));\n"
        "    a[0] = r;\n"
        "}\n";
    try {
        const cl::Program program(context, source, false);
        const cl_device_id id = device();
        if (clBuildProgram(program(), 1, &id, "-cl-std=CL1.2", nullptr, nullptr) != CL_SUCCESS) return false;
        const cl::Kernel kernel(program, "least");  // some drivers assemble only now
        return true;
    } catch (const cl::Error&) {
        return false;
    }
}

}  // namespace sluice
