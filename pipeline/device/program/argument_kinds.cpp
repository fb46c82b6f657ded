#include "pipeline/device/program/argument_kinds.hpp"

#include "pipeline/device/watch.hpp"

#include <string>

namespace sluice {
namespace {

ArgumentKind kind_of(const cl::Kernel& kernel, cl_uint index) {
    cl_kernel_arg_address_qualifier place = 0;
    if (clGetKernelArgInfo(kernel(), index, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof place, &place, nullptr) !=
        CL_SUCCESS)
        return ArgumentKind::unknown;
    char name[256] = {};
    if (clGetKernelArgInfo(kernel(), index, CL_KERNEL_ARG_TYPE_NAME, sizeof name, name, nullptr) !=
        CL_SUCCESS)
        return ArgumentKind::unknown;
    const std::string type = name;
    if (type.rfind("image", 0) == 0) return ArgumentKind::image;
    if (place == CL_KERNEL_ARG_ADDRESS_PRIVATE) return ArgumentKind::number;
    if (place == CL_KERNEL_ARG_ADDRESS_LOCAL) return ArgumentKind::unknown;
    return ArgumentKind::buffer;
}

}  // namespace

std::vector<ArgumentKind> argument_kinds(const cl::Kernel& kernel) {
    const WatchedCall call("", "clGetKernelArgInfo", "");
    cl_uint count = 0;
    if (clGetKernelInfo(kernel(), CL_KERNEL_NUM_ARGS, sizeof count, &count, nullptr) != CL_SUCCESS) return {};
    std::vector<ArgumentKind> kinds;
    for (cl_uint i = 0; i < count; ++i) kinds.push_back(kind_of(kernel, i));
    return kinds;
}

const char* text_of(ArgumentKind kind) {
    switch (kind) {
        case ArgumentKind::number: return "a number";
        case ArgumentKind::buffer: return "a buffer";
        case ArgumentKind::image: return "an image object";
        case ArgumentKind::unknown: break;
    }
    return "something unknown";
}

}  // namespace sluice
