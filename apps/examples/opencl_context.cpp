// An application with an OpenCL context, a queue and memory of its own: sluice works there, between two
// commands of its queue, and no pixel is copied.
#include <sluice/opencl.hpp>
#include <sluice/sluice.hpp>

#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

namespace {

void expect(cl_int code, const char* what) {
    if (code != CL_SUCCESS)
        throw sluice::Error(sluice::Error::Kind::device, what, "failed with code " + std::to_string(code));
}

// Rows of the application's: a pitch that it likes, three channels as B G R.
constexpr std::size_t width = 640, height = 480, pitch = 2048;

sluice::DeviceImage image_of(const sluice::Device& device, cl_mem memory, const sluice::ImageFormat& format) {
    return {format, sluice::Storage::rows, pitch, sluice::adopt_memory(device, memory), {}};
}

}  // namespace

int main() try {
    // What the application has: here a context on the device that sluice would take.
    const sluice::Device picked = sluice::Device::pick();
    const cl_context context = sluice::native(picked);
    const sluice::Device device = sluice::adopt_device(context);
    cl_device_id id = nullptr;
    expect(clGetContextInfo(context, CL_CONTEXT_DEVICES, sizeof id, &id, nullptr), "clGetContextInfo");
    cl_int code = CL_SUCCESS;
    const cl_command_queue queue = clCreateCommandQueueWithProperties(context, id, nullptr, &code);
    expect(code, "clCreateCommandQueue");
    const cl_mem src = clCreateBuffer(context, CL_MEM_READ_WRITE, pitch * height, nullptr, &code);
    expect(code, "clCreateBuffer");
    const cl_mem dst = clCreateBuffer(context, CL_MEM_READ_WRITE, pitch * height, nullptr, &code);
    expect(code, "clCreateBuffer");

    const sluice::ImageFormat format{
        .width = width, .height = height, .channels = 3, .order = sluice::Order::bgr};
    const sluice::Plan plan(
        sluice::Graph::from_chain("invert"), format, device,
        {.storage_of = {{"input", sluice::StorageChoice::rows}, {"output", sluice::StorageChoice::rows}}});
    sluice::Session session(plan);

    const std::uint8_t dark = 40;  // a kernel of the application's makes the picture
    expect(clEnqueueFillBuffer(queue, src, &dark, 1, 0, pitch * height, 0, nullptr, nullptr), "fill");
    sluice::DeviceImage picture = image_of(device, src, format), result = image_of(device, dst, format);
    picture.ready = sluice::end_of(device, queue);  // sluice begins when that is done
    sluice::Frame frame = session.submit({{"input", picture}}, {{"output", result}});
    sluice::after(queue, frame.image().ready);  // and the application goes on when sluice is done

    std::vector<std::uint8_t> row(pitch);
    expect(clEnqueueReadBuffer(queue, dst, CL_TRUE, 0, pitch, row.data(), 0, nullptr, nullptr), "read");
    std::cout << "was " << int{dark} << ", is " << int{row[0]} << "\n";
    for (const sluice::Transfer& transfer : frame.transfers())
        std::cout << transfer.end << ": " << name(transfer.way) << " " << transfer.why << "\n";
    clReleaseMemObject(src);
    clReleaseMemObject(dst);
    clReleaseCommandQueue(queue);
} catch (const sluice::Error& error) {
    std::cerr << error.what() << "\n";
    return 1;
}
