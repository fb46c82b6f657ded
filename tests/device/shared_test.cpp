// Memory that host and device share, for devices with unified memory and, by pretending, for those without.
#include "pipeline/device/inspect.hpp"
#include "pipeline/device/kernel.hpp"
#include "pipeline/device/memory.hpp"
#include "pipeline/device/queue.hpp"
#include "tests/device/support.hpp"

#include <doctest/doctest.h>

#include <cstring>

using namespace sluice;
using namespace sluice::test;

namespace {

constexpr std::size_t row_bytes = 96, rows = 11, pitch = 128, bytes = pitch * rows;

// The device of the tests with unified memory or without.
Device device_with(bool unified) {
    DeviceFacts facts = device().facts();
    facts.unified_memory = unified;
    return with_facts(device(), facts);
}

std::uint8_t* mapped(Queue& queue, const Memory& memory, bool for_writing) {
    void* pointer = nullptr;
    queue.wait(queue.map(memory, for_writing, &pointer, "test"), "test");
    return static_cast<std::uint8_t*>(pointer);
}

}  // namespace

TEST_CASE("what the host puts into shared memory goes to the device and back") {
    const auto host = noise(bytes, 5);
    for (const bool unified : {device().facts().unified_memory, false}) {
        for (const bool image : {false, true}) {
            CAPTURE(unified);
            CAPTURE(image);
            const Device on = device_with(unified);
            Queue queue(on);
            const Memory up = Memory::shared(on, bytes, "test");
            const Memory down = Memory::shared(on, bytes, "test");
            const Memory middle =
                image ? Memory::image(on, row_bytes / 16, rows, "test") : Memory::buffer(on, bytes, "test");

            std::memcpy(mapped(queue, up, true), host.data(), bytes);
            queue.unmap(up, "test");
            queue.copy(middle, pitch, up, pitch, row_bytes, rows, "test");
            queue.copy(down, pitch, middle, pitch, row_bytes, rows, "test");
            const std::uint8_t* result = mapped(queue, down, false);
            for (std::size_t y = 0; y < rows; ++y)
                CHECK(std::memcmp(result + y * pitch, host.data() + y * pitch, row_bytes) == 0);
            queue.wait(queue.unmap(down, "test"), "test");
        }
    }
}

TEST_CASE("shared memory may go while a copy from it, or its mapping, is on the way") {
    const auto host = noise(bytes, 6);
    for (const bool unified : {device().facts().unified_memory, false}) {
        CAPTURE(unified);
        const Device on = device_with(unified);
        Queue queue(on);
        const Memory middle = Memory::buffer(on, bytes, "test");
        {
            const Memory up = Memory::shared(on, bytes, "test");
            std::memcpy(mapped(queue, up, true), host.data(), bytes);
            queue.unmap(up, "test");
            queue.copy(middle, bytes, up, bytes, bytes, 1, "test");
        }
        {
            void* pointer = nullptr;
            const Memory left_mapped = Memory::shared(on, bytes, "test");
            queue.map(left_mapped, true, &pointer, "test");
        }
        std::vector<std::uint8_t> back(bytes);
        queue.wait(queue.read(back.data(), bytes, middle, bytes, bytes, 1, "test"), "test");
        CHECK(back == host);
    }
}

TEST_CASE("a kernel reads and writes shared memory in place where memory is unified") {
    if (!device().facts().unified_memory) {
        CHECK_FALSE(Device::pick().facts().unified_memory);
        return;
    }
    Queue queue(device());
    const Memory memory = Memory::shared(device(), 4 * 64, "test");
    Kernel twice(device(), "twice", "kernel void twice(global uint *a) { a[get_global_id(0)] *= 2; }", "",
                 "twice", "test");
    twice.set(0, memory);
    std::uint32_t values[64];
    for (std::uint32_t i = 0; i < 64; ++i) values[i] = i;
    std::memcpy(mapped(queue, memory, true), values, sizeof values);
    CHECK(
        contains(error_of([&] { queue.launch(twice, 1, 64, "test"); }), "memory that is mapped to the host"));
    queue.unmap(memory, "test");
    queue.launch(twice, 1, 64, "test");
    std::memcpy(values, mapped(queue, memory, false), sizeof values);
    for (std::uint32_t i = 0; i < 64; ++i) CHECK(values[i] == 2 * i);
}

TEST_CASE("what would use shared memory wrongly is refused, whatever the device") {
    for (const bool unified : {device().facts().unified_memory, false}) {
        CAPTURE(unified);
        const Device on = device_with(unified);
        Queue queue(on);
        const Memory shared = Memory::shared(on, 64, "test");
        const Memory buffer = Memory::buffer(on, 64, "test");
        std::uint8_t host[64] = {};
        void* pointer = nullptr;
        const auto refusal = [&](auto body) { return error_of(body); };
        CHECK(contains(refusal([&] { queue.map(buffer, true, &pointer, "t"); }),
                       "only shared memory can be mapped"));
        CHECK(contains(refusal([&] { queue.map(Memory(), true, &pointer, "t"); }), "only shared memory"));
        CHECK(contains(refusal([&] { queue.unmap(shared, "t"); }), "is not mapped"));
        CHECK(contains(refusal([&] { queue.write(shared, 64, host, 64, 64, 1, "t"); }), "use map()"));
        CHECK(contains(refusal([&] { queue.read(host, 64, shared, 64, 64, 1, "t"); }), "use map()"));
        mapped(queue, shared, true);
        CHECK(
            contains(refusal([&] { queue.map(shared, true, &pointer, "t"); }), "already mapped to the host"));
        CHECK(
            contains(refusal([&] { queue.copy(buffer, 64, shared, 64, 64, 1, "t"); }), "mapped to the host"));
        CHECK(contains(refusal([&] { queue.fill_zero(shared, 64, "t"); }),
                       unified ? "mapped" : "only buffers"));
    }
}

TEST_CASE("a kernel does not take memory of the host where memory is not unified") {
    const Device on = device_with(false);
    Kernel kernel(on, "k", "kernel void k(global uint *a) { a[0] = 1; }", "", "k", "test");
    CHECK(contains(error_of([&] { kernel.set(0, Memory::shared(on, 64, "test")); }),
                   "argument 0 of 'k' was given host memory"));
}
