#include "pipeline/device/queue.hpp"
#include "pipeline/device/kernel.hpp"
#include "pipeline/device/memory.hpp"
#include "pipeline/device/opencl.hpp"
#include "tests/device/support.hpp"

#include <doctest/doctest.h>

using namespace sluice;
using namespace sluice::test;

namespace {

constexpr std::size_t items = 4096;

// Adds 1 to each of `items` words, slowly.
Kernel counting_up(const Memory& memory) {
    Kernel kernel(device(), "up",
                  "kernel void up(global uint *a, uint rounds) {\n"
                  "    uint v = a[get_global_id(0)];\n"
                  "    uint noise = v;\n"
                  "    for (uint i = 0; i < rounds; ++i) noise = noise * 1664525u + 1013904223u;\n"
                  "    a[get_global_id(0)] = v + (noise == 0x12345678u ? 2u : 1u);\n"
                  "}\n",
                  "", "up", "test");
    kernel.set(0, memory);
    kernel.set(1, std::uint32_t{100});
    return kernel;
}

std::vector<std::uint32_t> read(Queue& queue, const Memory& memory) {
    std::vector<std::uint32_t> values(items);
    const std::size_t bytes = items * 4;
    queue.wait(queue.read(values.data(), bytes, memory, bytes, bytes, 1, "test"), "test");
    return values;
}

}  // namespace

TEST_CASE("commands of a queue run one after the other, and profiling tells when") {
    Queue queue(device(), true);
    const Memory memory = Memory::buffer(device(), items * 4, "test");
    const Kernel kernel = counting_up(memory);
    std::vector<Event> events = {queue.fill_zero(memory, memory.bytes(), "test")};
    for (int i = 0; i < 5; ++i) events.push_back(queue.launch(kernel, items / 64, 64, "test"));
    CHECK(read(queue, memory) == std::vector<std::uint32_t>(items, 5));
    std::uint64_t before = 0;
    for (const Event& event : events) {
        CHECK(event.start() > 0);
        CHECK(event.end() >= event.start());
        CHECK(event.start() >= before);
        before = event.end();
    }
}

TEST_CASE("a queue that does not profile tells no times") {
    Queue queue(device());
    const Memory memory = Memory::buffer(device(), 64, "test");
    const Event event = queue.fill_zero(memory, 64, "test");
    queue.wait(event, "test");
    CHECK(event.start() == 0);
    CHECK(event.end() == 0);
}

TEST_CASE("an empty event is done") {
    Queue queue(device(), true);
    queue.wait(Event(), "test");
    queue.after(Event(), "test");
    CHECK(Event().start() == 0);
    CHECK(Event().end() == 0);
}

TEST_CASE("after() orders the commands of two queues") {
    Queue one(device()), two(device());
    const Memory memory = Memory::buffer(device(), items * 4, "test");
    const Kernel kernel = counting_up(memory);
    Event last = one.fill_zero(memory, memory.bytes(), "test");
    for (int i = 0; i < 50; ++i) {
        Queue& queue = i % 2 == 0 ? two : one;
        queue.after(last, "test");  // neither queue is flushed by hand
        last = queue.launch(kernel, items / 64, 64, "test");
    }
    one.after(last, "test");
    CHECK(read(one, memory) == std::vector<std::uint32_t>(items, 50));
}

TEST_CASE("a queue that goes finishes what is on it") {
    const Memory memory = Memory::buffer(device(), items * 4, "test");
    const Kernel kernel = counting_up(memory);
    Event last;
    {
        Queue queue(device());
        queue.fill_zero(memory, memory.bytes(), "test");
        for (int i = 0; i < 10; ++i) last = queue.launch(kernel, items / 64, 64, "test");
    }
    Queue other(device());
    CHECK(read(other, memory) == std::vector<std::uint32_t>(items, 10));
    other.wait(last, "test");
}

TEST_CASE("a command that failed is an error of wait() with the call and the stage") {
    // A user event stands in for it: no kernel fails in the same way on all devices.
    cl_int code = CL_SUCCESS;
    const cl_event failed = clCreateUserEvent(native(device()), &code);
    REQUIRE(code == CL_SUCCESS);
    REQUIRE(clSetUserEventStatus(failed, CL_OUT_OF_RESOURCES) == CL_SUCCESS);
    Queue queue(device());
    CHECK(starts_with(error_of([&] { queue.wait(adopt_event(device(), failed), "save"); }),
                      "save: a command of the application failed: CL_OUT_OF_RESOURCES (-5); sluice holds "));
    clReleaseEvent(failed);
}

TEST_CASE("commands wait for an event of the application") {
    cl_int code = CL_SUCCESS;
    const cl_event gate = clCreateUserEvent(native(device()), &code);
    REQUIRE(code == CL_SUCCESS);
    Queue queue(device());
    const Memory memory = Memory::buffer(device(), items * 4, "test");
    queue.fill_zero(memory, memory.bytes(), "test");
    queue.after(adopt_event(device(), gate), "test");
    const Event event = queue.launch(counting_up(memory), items / 64, 64, "test");
    queue.flush();
    cl_int status = CL_COMPLETE;
    clGetEventInfo(native(event), CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
    CHECK(status > CL_COMPLETE);
    REQUIRE(clSetUserEventStatus(gate, CL_COMPLETE) == CL_SUCCESS);
    queue.wait(event, "test");
    CHECK(read(queue, memory) == std::vector<std::uint32_t>(items, 1));
    clReleaseEvent(gate);
}
