// Files that wait for memory.
#include "pipeline/batch/steps.hpp"
#include "pipeline/core/error.hpp"
#include "tests/batch/collect.hpp"
#include "tests/batch/fake_steps.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <stop_token>
#include <string>

using namespace sluice;

TEST_CASE("with a limit no more memory is held than that, and a file that needs more goes alone") {
    for (const std::size_t workers : {1, 4}) {
        CAPTURE(workers);
        Fake fake;
        std::atomic<int> held{0}, high{0}, with_large{0};
        std::atomic<bool> large{false};
        const auto bytes = [](const std::string& file) { return file == "20" ? 500 : 30; };
        fake.before = [&](const std::string& step, const std::string& file) {
            if (step == "decode") {
                held += bytes(file);
                if (file == "20") {
                    large = true;
                    with_large = held.load();
                }
                CHECK((!large || file == "20"));
                if (held > high && file != "20") high = held.load();
            } else if (step == "encode") {
                held -= bytes(file);
                if (file == "20") large = false;
            }
        };
        Steps steps = fake.steps();
        steps.need = [&](const BatchFile& file) {
            const auto all = static_cast<std::size_t>(bytes(file.input.string()));
            return MemoryNeed{all, all, all};
        };
        Collect collect;
        const Summary summary =
            run_steps(numbered(60), steps, {.workers = workers, .in_flight = 3, .memory = 100}, collect);
        CHECK(summary.done == 60);
        CHECK(high <= 100);
        CHECK(with_large == 500);
    }
}

TEST_CASE("memory that a step needs no more is given back before the file is done") {
    Fake fake;
    std::atomic<bool> second = false;
    fake.before = [&](const std::string& step, const std::string& file) {
        if (file == "1" && step == "decode") second = true;
        if (file == "0" && step == "encode")  // has left the device: there is room for both
            while (!second) nap();
    };
    Steps steps = fake.steps();
    steps.need = [](const BatchFile&) { return MemoryNeed{80, 90, 20}; };
    Collect collect;
    CHECK(run_steps(numbered(2), steps, {.workers = 2, .memory = 110}, collect).done == 2);
}

TEST_CASE("a file whose need cannot be told, or met, has failed; one that waits is left when the run ends") {
    Fake fake;
    Steps steps = fake.steps();
    steps.need = [](const BatchFile& file) {
        if (file.input == "3") throw Error(Error::Kind::input, "3", "needs too much");
        return MemoryNeed{10, 10, 10};
    };
    Collect collect;
    const Summary summary = run_steps(numbered(8), steps, {.workers = 2, .memory = 25}, collect);
    CHECK(summary.done == 7);
    REQUIRE(summary.failures.size() == 1);
    CHECK(summary.failures[0].reason == "needs too much");
    CHECK(collect.started_files.size() == 8);

    for (const std::size_t workers : {1, 3}) {
        Fake slow;
        std::stop_source stop;
        slow.before = [&](const std::string& step, const std::string& file) {
            if (step == "encode" && file == "5") stop.request_stop();
        };
        Steps waiting = slow.steps();
        waiting.need = [](const BatchFile&) { return MemoryNeed{10, 10, 10}; };
        Collect events;
        const Summary stopped = run_steps(
            numbered(100), waiting, {.workers = workers, .memory = 10, .stop = stop.get_token()}, events);
        CHECK(stopped.interrupted);
        CHECK(stopped.done == events.started_files.size());
        CHECK(stopped.done + stopped.left == 100);
        CHECK(slow.held.now() == 0);
    }
}
