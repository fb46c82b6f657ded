// A program with the C++ bindings of OpenCL, without their exceptions and for an older version, that loads a
// plugin made with sluice. Each keeps to its settings.
#define CL_HPP_TARGET_OPENCL_VERSION 200
#define CL_HPP_MINIMUM_OPENCL_VERSION 110
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/opencl.hpp>

#include <dlfcn.h>
#include <cstdio>
#include <cstdlib>

namespace {

void want(bool right, const char* what) {
    if (right) return;
    const char* reason = dlerror();
    std::fprintf(stderr, "wrong: %s%s%s\n", what, reason != nullptr ? ": " : "",
                 reason != nullptr ? reason : "");
    std::exit(1);
}

// What the program's own bindings say of a kernel that is not there: a code, and no exception.
cl_int code_of_nothing() {
    cl_int code = CL_SUCCESS;
    const cl::Kernel kernel(cl::Program(), "none", &code);
    return code;
}

}  // namespace

int main(int, char** argv) {
    cl_int code = CL_SUCCESS;
    const cl::Context context(CL_DEVICE_TYPE_ALL, nullptr, nullptr, nullptr, &code);
    want(code == CL_SUCCESS, "a context of all devices");
    want(code_of_nothing() != CL_SUCCESS, "the program's bindings return an error");

    void* plugin = dlopen(argv[1], RTLD_NOW | RTLD_GLOBAL);
    want(plugin != nullptr, "the plugin is loaded");
    const auto invert_row =
        reinterpret_cast<int (*)(cl_context, unsigned char*, unsigned)>(dlsym(plugin, "invert_row"));
    want(invert_row != nullptr, "the plugin has its function");
    unsigned char pixels[] = {0, 7, 255};
    want(invert_row(context(), pixels, 3) == 0, "the plugin does its work");
    want(pixels[0] == 255 && pixels[1] == 248 && pixels[2] == 0, "invert gives 255 - v");
    want(code_of_nothing() != CL_SUCCESS, "the program's bindings do what they did");
    return 0;
}
