// An application that includes the C++ bindings of OpenCL with settings of its own: without exceptions, for
// an older version. Its functions and those of sluice are in one program, and each keeps to its settings.
#define CL_HPP_TARGET_OPENCL_VERSION 200
#define CL_HPP_MINIMUM_OPENCL_VERSION 110
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/opencl.hpp>

#include <sluice/opencl.hpp>
#include <sluice/sluice.hpp>
#include <sluice/stages.hpp>

#include <cstdio>
#include <limits>

namespace {

int faults = 0;

void want(bool right, const char* what) {
    if (right) return;
    std::fprintf(stderr, "wrong: %s\n", what);
    ++faults;
}

template <class Action>
bool throws(const Action& action) {
    try {
        action();
    } catch (const sluice::Error&) {
        return true;
    }
    return false;
}

}  // namespace

int main() {
    const sluice::Device picked = sluice::Device::pick();
    const cl::Context context(sluice::native(picked), true);
    cl_int code = CL_SUCCESS;
    const cl::Buffer buffer(context, CL_MEM_READ_WRITE, std::numeric_limits<std::size_t>::max() / 2, nullptr,
                            &code);
    want(code != CL_SUCCESS, "the application's bindings return an error");
    const cl::Kernel kernel(cl::Program(), "none", &code);
    want(code != CL_SUCCESS, "the application's bindings return an error of a kernel");

    const sluice::Device device = sluice::adopt_device(context());
    want(throws([&] { sluice::Kernel(device, "x.cl", "no kernel", "", "x", "x"); }),
         "sluice throws its errors");
    want(throws([&] { sluice::Kernel(device, "x.cl", "kernel void y() {}", "", "x", "x"); }),
         "sluice throws them all");

    sluice::HostImage image(sluice::ImageFormat{4, 2, 1});
    sluice::set_sample(image.view(), 1, 1, 0, 7);
    sluice::Session session(sluice::Plan(sluice::stages::invert{}, image.format(), device));
    want(sluice::sample(session.submit(image.view()).read().view(), 1, 1, 0) == 248, "invert gives 255 - 7");
    return faults;
}
