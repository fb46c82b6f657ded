// A plugin that is made with sluice. It shows one C function.
#include <sluice/opencl.hpp>
#include <sluice/sluice.hpp>

#include <cstdio>

namespace {

// Whether sluice throws its own errors here, whatever the program's bindings of OpenCL do.
bool throws(const sluice::Device& device) {
    try {
        sluice::Kernel(device, "x.cl", "no kernel", "", "x", "x");
    } catch (const sluice::Error&) {
        return true;
    }
    return false;
}

}  // namespace

// Inverts one row of grey pixels on the first device of the context. 0: all is well.
extern "C" __attribute__((visibility("default"))) int invert_row(cl_context context, unsigned char* pixels,
                                                                 unsigned width) {
    try {
        const sluice::Device device = sluice::adopt_device(context);
        if (!throws(device)) return 2;
        const sluice::ImageFormat format{width, 1, 1};
        sluice::Session session(sluice::Plan(sluice::Graph::from_chain("invert"), format, device));
        const sluice::HostView row{format, pixels, width};
        session.submit(row).read(row);
        return 0;
    } catch (const sluice::Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
