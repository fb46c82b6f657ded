// An application with its own OpenCL context, queue and memory. sluice works in them, between two commands of
// the queue, and copies no pixels.
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

// The application's rows: any pitch, and three channels in the order B G R.
constexpr std::size_t width = 640, height = 480, pitch = 2048;

sluice::DeviceImage image_of(const sluice::Device& device, cl_mem memory, const sluice::ImageFormat& format) {
    return {format, sluice::Storage::rows, pitch, sluice::adopt_memory(device, memory), {}};
}

}  // namespace

int main() try {
    // The application's own context, here on the device that sluice would choose.
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

    const std::uint8_t dark = 40;  // stands for a kernel of the application that draws the image
    expect(clEnqueueFillBuffer(queue, src, &dark, 1, 0, pitch * height, 0, nullptr, nullptr), "fill");
    sluice::DeviceImage image = image_of(device, src, format), result = image_of(device, dst, format);
    image.ready = sluice::end_of(device, queue);  // sluice starts once these commands are done
    sluice::Frame frame = session.submit({{"input", image}}, {{"output", result}});
    sluice::after(queue, frame.image().ready);  // the application's next commands wait for sluice

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
