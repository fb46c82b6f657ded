// An application that brings its own context, queue, memory and events.
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS  // clCreateCommandQueue: the only one that all platforms have

#include "pipeline/device/opencl.hpp"
#include "pipeline/device/inspect.hpp"
#include "tests/device/support.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <thread>

using namespace sluice;
using namespace sluice::test;

namespace {

cl_mem image_of(cl_channel_type type) {
    const cl_image_format format{CL_RGBA, type};
    cl_image_desc desc{};
    desc.image_type = CL_MEM_OBJECT_IMAGE2D;
    desc.image_width = 6;
    desc.image_height = 5;
    cl_int code = CL_SUCCESS;
    const cl_mem image = clCreateImage(native(device()), CL_MEM_READ_WRITE, &format, &desc, nullptr, &code);
    REQUIRE(code == CL_SUCCESS);
    return image;
}

cl_uint references(cl_mem memory) {
    cl_uint count = 0;
    clGetMemObjectInfo(memory, CL_MEM_REFERENCE_COUNT, sizeof count, &count, nullptr);
    return count;
}

}  // namespace

TEST_CASE("a device is adopted from a context or a queue") {
    const Device adopted = adopt_device(native(device()));
    CHECK(adopted.facts().name == device().facts().name);
    CHECK(adopted.facts().packed_texels == device().facts().packed_texels);
    CHECK(native(adopted) == native(device()));

    cl_device_id id = nullptr;
    clGetContextInfo(native(device()), CL_CONTEXT_DEVICES, sizeof id, &id, nullptr);
    CHECK(adopt_device(native(device()), id).facts().name == device().facts().name);
    cl_int code = CL_SUCCESS;
    const cl_command_queue queue = clCreateCommandQueue(native(device()), id, 0, &code);
    REQUIRE(code == CL_SUCCESS);
    CHECK(native(adopt_device(queue)) == native(device()));
    clReleaseCommandQueue(queue);
}

TEST_CASE("memory of an application is used in place, and retained") {
    cl_int code = CL_SUCCESS;
    const cl_mem buffer = clCreateBuffer(native(device()), CL_MEM_READ_WRITE, 64, nullptr, &code);
    REQUIRE(code == CL_SUCCESS);
    const std::size_t held = held_bytes_of(device());
    {
        const Memory memory = adopt_memory(device(), buffer);
        CHECK(references(buffer) == 2);
        CHECK(memory.bytes() == 64);
        CHECK(native(memory) == buffer);
        CHECK(held_bytes_of(device()) == held);
        Queue queue(device());
        const auto host = noise(64, 8);
        std::vector<std::uint8_t> back(64);
        queue.write(memory, 64, host.data(), 64, 64, 1, "test");
        const Event done = queue.read(back.data(), 64, memory, 64, 64, 1, "test");
        const cl_event event = native(done);
        CHECK(clWaitForEvents(1, &event) == CL_SUCCESS);
        CHECK(back == host);
    }
    // PoCL lets go of a command's memory a moment after it said that the command is done.
    for (int wait = 0; wait < 1000 && references(buffer) > 1; ++wait)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    CHECK(references(buffer) == 1);
    CHECK(held_bytes_of(device()) == held);
    clReleaseMemObject(buffer);
}

TEST_CASE("an image object of an application is of packed texels, or has a pixel in each") {
    const cl_mem packed = image_of(CL_UNSIGNED_INT32);
    CHECK(adopt_memory(device(), packed).bytes() == 6 * 5 * 16);
    CHECK(adopt_memory(device(), packed).texel() == "RGBA/UNSIGNED_INT32");
    clReleaseMemObject(packed);
    const cl_mem natural = image_of(CL_UNSIGNED_INT8);
    const Memory memory = adopt_memory(device(), natural);
    CHECK(memory.bytes() == 6 * 5 * 4);
    CHECK(memory.texel() == "RGBA/UNSIGNED_INT8");
    CHECK(memory.texels() == 6);
    CHECK(memory.rows() == 5);
    clReleaseMemObject(natural);
    const cl_mem normalized = image_of(CL_UNORM_INT8);
    CHECK(adopt_memory(device(), normalized).texel() == "RGBA/UNORM_INT8");
    clReleaseMemObject(normalized);
    const cl_mem other = image_of(CL_SNORM_INT8);
    CHECK(starts_with(error_of([&] { adopt_memory(device(), other); }),
                      "adopt_memory: an image object of RGBA/SNORM_INT8; it must have packed texels, "
                      "RGBA/UNSIGNED_INT32, or one pixel in each texel, R/UNSIGNED_INT8, "));
    clReleaseMemObject(other);
}

TEST_CASE("pixels of an application's image object come and go as they lie in a row") {
    const cl_mem image = image_of(CL_SIGNED_INT16);
    const Memory memory = adopt_memory(device(), image);
    Queue queue(device());
    const auto host = noise(5 * 6 * 8, 11);
    std::vector<std::uint8_t> back(host.size());
    queue.write(memory, 0, host.data(), 6 * 8, 6 * 8, 5, "test");
    queue.wait(queue.read(back.data(), 6 * 8, memory, 0, 6 * 8, 5, "test"), "test");
    CHECK(back == host);
    clReleaseMemObject(image);
}

TEST_CASE("nothing is adopted from null, and nothing native is in empty handles") {
    CHECK(contains(error_of([] { adopt_device(static_cast<cl_context>(nullptr)); }), "the context is null"));
    CHECK(contains(error_of([] { adopt_device(static_cast<cl_command_queue>(nullptr)); }), "queue is null"));
    CHECK(contains(error_of([] { adopt_memory(device(), nullptr); }), "the memory is null"));
    CHECK(contains(error_of([] { adopt_event(device(), nullptr); }), "the event is null"));
    CHECK(native(Memory()) == nullptr);
    CHECK(native(Event()) == nullptr);
}
