#include "pipeline/device/inspect.hpp"
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

const std::string text =
    "kernel void first(global uint *a) { a[0] = N; }\nkernel void second(global uint *a) { a[1] = N; }\n";

// Programs of its own.
Device fresh() { return with_facts(device(), device().facts()); }

}  // namespace

TEST_CASE("a program is built once for its text and options, whatever is taken from it") {
    const Device on = fresh();
    const Kernel first(on, "p", text, "-DN=1", "first", "a");
    CHECK(builds_of(on) == 1);
    const Kernel again(on, "another name", text, "-DN=1", "first", "b");
    const Kernel second(on, "p", text, "-DN=1", "second", "b");
    CHECK(builds_of(on) == 1);
    const Kernel other_options(on, "p", text, "-DN=2", "first", "a");
    CHECK(builds_of(on) == 2);
    const Kernel other_text(on, "p", text + "\n", "-DN=1", "first", "a");
    CHECK(builds_of(on) == 3);
}

TEST_CASE("kernels of one program have arguments of their own") {
    const Device on = fresh();
    Queue queue(on);
    const Memory one = Memory::buffer(on, 8, "t"), two = Memory::buffer(on, 8, "t");
    queue.fill_zero(one, 8, "t");
    queue.fill_zero(two, 8, "t");
    Kernel a(on, "p", text, "-DN=7", "first", "t"), b(on, "p", text, "-DN=7", "first", "t");
    a.set(0, one);
    b.set(0, two);
    queue.launch(a, 1, 1, "t");
    std::uint32_t values[4];
    queue.read(values, 8, one, 8, 8, 1, "t");
    queue.wait(queue.read(values + 2, 8, two, 8, 8, 1, "t"), "t");
    CHECK(values[0] == 7);
    CHECK(values[2] == 0);
}

TEST_CASE("a program that did not build is tried again") {
    const Device on = fresh();
    for (std::size_t round = 1; round <= 2; ++round) {
        const std::string failure = error_of([&] { Kernel(on, "p", "kernel void k( {", "", "k", "a"); });
        CHECK(starts_with(failure, "a: p:1:"));
        CHECK(builds_of(on) == round);
    }
}

TEST_CASE("threads that want one program at once build it once, and each gets it or its error") {
    const Device on = fresh();
    std::atomic<int> good{0}, bad{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&on, &good, &bad, i] {
            const std::string stage = "stage " + std::to_string(i);
            try {
                const Kernel kernel(on, "p", text, "-DN=3", "first", stage);
                ++good;
                const Kernel wrong(on, "p", "#error no", "", "k", stage);
            } catch (const Error& error) {
                if (error.where() == stage) ++bad;
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK(good == 4);
    CHECK(bad == 4);
    CHECK(builds_of(on) >= 2);
    CHECK(builds_of(on) <= 5);  // one good; a bad one is built again by who comes after it failed
}

TEST_CASE("of too many programs those are let go that nobody asked for longest; their kernels stay") {
    constexpr std::size_t most = 256;
    const Device on = fresh();
    const auto kernel = [&](std::size_t n) {
        return Kernel(on, "p", text, "-DN=" + std::to_string(n), "first", "a");
    };
    Kernel kept = kernel(0);
    for (std::size_t n = 1; n < most; ++n) kernel(n);
    kernel(1);
    CHECK(builds_of(on) == most);
    kernel(most);      // in the place of 0
    kernel(most + 1);  // in that of 2
    CHECK(builds_of(on) == most + 2);
    kernel(1);
    kernel(3);
    kernel(most);
    CHECK(builds_of(on) == most + 2);
    kernel(0);
    kernel(2);
    CHECK(builds_of(on) == most + 4);

    Queue queue(on);
    const Memory numbers = Memory::buffer(on, 8, "a");
    queue.wait(queue.fill_zero(numbers, 8, "a"), "a");
    kept.set(0, numbers);
    queue.wait(queue.launch(kept, 1, 1, "a"), "a");
    std::uint32_t result[2] = {7, 7};
    queue.wait(queue.read(result, 8, numbers, 8, 8, 1, "a"), "a");
    CHECK(result[0] == 0);
}
