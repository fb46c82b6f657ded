#include "pipeline/device/kernel.hpp"
#include "pipeline/device/memory.hpp"
#include "pipeline/device/queue.hpp"
#include "tests/device/support.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <thread>

using namespace sluice;
using namespace sluice::test;

namespace {

// Builds programs of its own and of all, and runs them on a queue of its own.
bool work(std::uint32_t thread) {
    Queue queue(device(), true);
    for (std::uint32_t round = 0; round < 10; ++round) {
        const std::uint32_t step = round % 2 == 0 ? 1000 : thread;
        const Memory memory = Memory::buffer(device(), 4 * 256, "test");
        Kernel kernel(device(), "add",
                      "kernel void add(global uint *a, uint b) { a[get_global_id(0)] += b + STEP; }",
                      "-DSTEP=" + std::to_string(step), "add", "test");
        kernel.set(0, memory);
        kernel.set(1, round);
        queue.fill_zero(memory, memory.bytes(), "test");
        const Event event = queue.launch(kernel, 4, 64, "test");
        std::vector<std::uint32_t> values(256);
        queue.wait(queue.read(values.data(), 1024, memory, 1024, 1024, 1, "test"), "test");
        if (values != std::vector<std::uint32_t>(256, round + step) || event.end() < event.start())
            return false;
    }
    return true;
}

}  // namespace

TEST_CASE("threads build, launch and read on queues of their own at once") {
    std::atomic<int> good{0};
    std::vector<std::thread> threads;
    for (std::uint32_t i = 0; i < 4; ++i) {
        threads.emplace_back([&good, i] {
            try {
                if (work(i)) ++good;
            } catch (const Error&) {  // counts as not good
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK(good == 4);
}
