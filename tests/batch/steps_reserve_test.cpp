// Devices that are opened when they are needed.
#include "pipeline/batch/steps.hpp"
#include "pipeline/core/error.hpp"
#include "tests/batch/collect.hpp"
#include "tests/batch/fake_steps.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <condition_variable>
#include <limits>
#include <mutex>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

using namespace sluice;

namespace {

constexpr double endless = std::numeric_limits<double>::infinity();

// Opens only once; until then whoever waits for it waits.
class Gate {
public:
    void open() {
        const std::lock_guard lock(mutex_);
        open_ = true;
        change_.notify_all();
    }
    void pass() {
        std::unique_lock lock(mutex_);
        change_.wait(lock, [this] { return open_; });
    }

private:
    std::mutex mutex_;
    std::condition_variable change_;
    bool open_ = false;
};

// One device that is open and others that are not.
struct Devices {
    Fake fake;
    std::vector<std::atomic<int>> opened, taken;
    // Called for each file of a device; what it throws is thrown by the device as NotHere.
    std::function<void(std::size_t)> before = [](std::size_t) {};
    std::function<void(std::size_t)> before_opening = [](std::size_t) {};

    explicit Devices(std::size_t count) : opened(count), taken(count) {}

    Steps steps() {
        Steps steps = fake.steps();
        const Start one = steps.devices.front();
        for (std::size_t i = 1; i < opened.size(); ++i)
            steps.closed.emplace_back([this, i, one] {
                ++opened[i];
                before_opening(i);
                return start(i, one);
            });
        steps.devices = {start(0, one)};
        return steps;
    }

private:
    Start start(std::size_t i, const Start& one) {
        return [this, i, one](Decoded decoded, FileReport& report) -> Finish {
            ++taken[i];
            try {
                before(i);
            } catch (const Error& error) {
                throw NotHere(error, std::move(decoded), true);
            }
            return one(std::move(decoded), report);
        };
    }
};

Error gone() { return {Error::Kind::device, "", "it is gone"}; }

}  // namespace

TEST_CASE("a further device is not opened while the others keep up") {
    Devices devices(3);
    Collect collect;
    // One file at a time: the list is empty as soon as a device looks at it.
    const Summary summary =
        run_steps(numbered(50), devices.steps(), {.workers = 1, .patience = 3600}, collect);
    CHECK(summary.done == 50);
    CHECK(devices.taken[0] == 50);
    CHECK(devices.opened[1] + devices.opened[2] == 0);
}

TEST_CASE("a further device is opened when files wait, and takes some") {
    Devices devices(2);
    Gate helped;
    // The first does not come back before the second has had a file.
    devices.before = [&](std::size_t device) {
        if (device == 1) helped.open();
        if (device == 0 && devices.taken[0] > 1) helped.pass();
    };
    Collect collect;
    const StepsOptions options{.workers = 2, .in_flight = 2, .patience = 0};
    const Summary summary = run_steps(numbered(100), devices.steps(), options, collect);
    CHECK(summary.done == 100);
    CHECK(summary.lost.empty());
    CHECK(devices.opened[1] == 1);
    CHECK(devices.taken[1] > 0);
    CHECK(devices.taken[0] + devices.taken[1] == 100);
    CHECK(devices.fake.held.high() <= static_cast<int>(options.slots(2)));
    CHECK(devices.fake.device_threads.size() == 2);
}

TEST_CASE("memory for files is that of the devices that are open") {
    Devices devices(4);
    devices.before = [](std::size_t) { nap(); };
    Collect collect;
    const StepsOptions options{.workers = 4, .in_flight = 1, .patience = endless};
    CHECK(run_steps(numbered(100), devices.steps(), options, collect).done == 100);
    CHECK(devices.fake.held.high() <= static_cast<int>(options.slots(1)));
    CHECK(devices.taken[0] == 100);
}

TEST_CASE("another device is opened when the one at work is lost, however patient the run is") {
    Devices devices(3);
    devices.before = [&](std::size_t device) {
        if (device == 0 && devices.taken[0] > 3) throw gone();
    };
    Collect collect;
    const Summary summary =
        run_steps(numbered(50), devices.steps(), {.workers = 2, .patience = endless}, collect);
    CHECK(summary.done == 50);
    CHECK(summary.lost == std::vector<std::string>{"it is gone"});
    CHECK(devices.opened[1] + devices.opened[2] == 1);
    CHECK(devices.fake.held.now() == 0);
}

TEST_CASE("a run whose first device is lost with the last file still does it") {
    Devices devices(2);
    devices.before = [&](std::size_t device) {
        if (device == 0) throw gone();
    };
    Collect collect;
    const Summary summary = run_steps(numbered(1), devices.steps(), {.patience = endless}, collect);
    CHECK(summary.done == 1);
    CHECK(devices.taken[1] == 1);
}

TEST_CASE("a device that cannot be opened is lost, and the others go on") {
    Devices devices(2);
    Gate tried;
    devices.before = [&](std::size_t) {
        if (devices.taken[0] > 1) tried.pass();
    };
    devices.before_opening = [&](std::size_t) {
        tried.open();
        throw Error(Error::Kind::device, "", "it cannot be opened");
    };
    Collect collect;
    const Summary summary = run_steps(numbered(50), devices.steps(), {.workers = 2, .patience = 0}, collect);
    CHECK(summary.done == 50);
    CHECK(summary.lost == std::vector<std::string>{"it cannot be opened"});
    CHECK(devices.opened[1] == 1);
}

TEST_CASE("when the last hope cannot be opened the run ends and says why") {
    Devices devices(3);
    devices.before = [&](std::size_t) {
        if (devices.taken[0] > 3) throw gone();
    };
    devices.before_opening = [&](std::size_t i) {
        // What is no Error of this program too.
        if (i == 1) throw Error(Error::Kind::device, "", "it cannot be opened");
        throw std::runtime_error("it cannot be opened");
    };
    Collect collect;
    const Summary summary =
        run_steps(numbered(200), devices.steps(), {.workers = 2, .patience = endless}, collect);
    CHECK(devices.opened[1] == 1);
    CHECK(devices.opened[2] == 1);
    CHECK(summary.lost == std::vector<std::string>{"it is gone", "it cannot be opened"});
    CHECK(summary.done == 3);
    REQUIRE(summary.failed > 0);
    CHECK(summary.failures.front().reason == "it cannot be opened");
    CHECK(summary.left > 100);
    CHECK(summary.done + summary.failed + summary.left == 200);
}

TEST_CASE("no device is opened for a run that is stopped") {
    Devices devices(2);
    std::stop_source stop;
    devices.before = [&](std::size_t) { stop.request_stop(); };
    Collect collect;
    const Summary summary = run_steps(numbered(50), devices.steps(),
                                      {.workers = 4, .patience = 0, .stop = stop.get_token()}, collect);
    CHECK(summary.interrupted);
    CHECK(devices.opened[1] == 0);
}

TEST_CASE("a run that ends while a device is being opened is over when that is done") {
    Devices devices(2);
    Gate opening, over;
    devices.before = [&](std::size_t) {
        if (devices.taken[0] > 1) opening.pass();
    };
    devices.before_opening = [&](std::size_t) {
        opening.open();
        over.pass();
    };
    Collect collect;
    std::atomic<int> finished = 0;
    collect.on_finished = [&](const FileReport&) {
        if (++finished == 20) over.open();
    };
    const Summary summary = run_steps(numbered(20), devices.steps(), {.workers = 2, .patience = 0}, collect);
    CHECK(summary.done == 20);
    CHECK(summary.lost.empty());
    CHECK(devices.taken[0] == 20);
    CHECK(devices.opened[1] == 1);
}
