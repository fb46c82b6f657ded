// Several devices behind one list of files.
#include "pipeline/batch/steps.hpp"
#include "pipeline/core/error.hpp"
#include "tests/batch/collect.hpp"
#include "tests/batch/fake_steps.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace sluice;

namespace {

// Fakes open no files.
Decoded copy_of(const Decoded& decoded) {
    return {decoded.graph, decoded.images, decoded.frame_limit, decoded.compare, decoded.by_rows};
}

// Devices that all do the same. What `before` throws for ("start 1", file) is thrown on the second one.
std::vector<Start> several(Fake& fake, std::size_t count, std::vector<std::atomic<int>>& taken) {
    const Start one = fake.steps().devices.front();
    std::vector<Start> devices;
    for (std::size_t i = 0; i < count; ++i)
        devices.emplace_back([&, i, one](Decoded decoded, FileReport& report) -> Finish {
            ++taken[i];
            nap();
            try {
                fake.before("start " + std::to_string(i), report.file.input.string());
                const auto again = std::make_shared<Decoded>(copy_of(decoded));
                Finish finish = one(copy_of(decoded), report);
                return [&, i, finish, again](FileReport& done) {
                    try {
                        fake.before("finish " + std::to_string(i), done.file.input.string());
                    } catch (const Error& error) {
                        finish(done);  // counts
                        throw NotHere(error, std::move(*again), true);
                    }
                    return finish(done);
                };
            } catch (const Hopeless& error) {
                throw NotHere(error, std::move(decoded), true);
            } catch (const Error& error) {
                throw NotHere(error, std::move(decoded), false);
            }
        });
    return devices;
}

}  // namespace

TEST_CASE("several devices take files from one list") {
    Fake fake;
    std::vector<std::atomic<int>> taken(3);
    Steps steps = fake.steps();
    steps.devices = several(fake, 3, taken);
    Collect collect;
    const StepsOptions options{.workers = 4, .in_flight = 2};
    const Summary summary = run_steps(numbered(200), steps, options, collect);
    CHECK(summary.done == 200);
    CHECK(summary.lost.empty());
    CHECK(fake.device_threads.size() == 3);
    CHECK(fake.on_device.high() <= 6);
    CHECK(fake.held.high() <= static_cast<int>(options.slots(3)));
    for (const auto& count : taken) CHECK(count > 5);
}

TEST_CASE("a device that is lost gets no more files, and what it had is done by the others") {
    for (const std::string where : {"start 1", "finish 1"}) {
        CAPTURE(where);
        Fake fake;
        std::vector<std::atomic<int>> taken(2);
        std::atomic<int> on_second = 0;
        fake.before = [&](const std::string& at, const std::string&) {
            if (at == where && ++on_second > 3) throw Hopeless(Error::Kind::device, "", "it is gone");
        };
        Steps steps = fake.steps();
        steps.devices = several(fake, 2, taken);
        Collect collect;
        const Summary summary = run_steps(numbered(100), steps, {.workers = 2}, collect);
        CHECK(summary.done == 100);
        CHECK(summary.failed == 0);
        CHECK(summary.lost == std::vector<std::string>{"it is gone"});
        CHECK(taken[1] <= 6);
        CHECK(fake.held.now() == 0);
        CHECK(fake.on_device.now() == 0);
    }
}

TEST_CASE("a file that a device could not do is done by whichever takes it next") {
    Fake fake;
    std::vector<std::atomic<int>> taken(2);
    std::atomic<bool> once = false;
    fake.before = [&](const std::string& at, const std::string& file) {
        if (at.starts_with("start ") && file == "7" && !once.exchange(true))
            throw Error(Error::Kind::device, "", "stumbled");
    };
    Steps steps = fake.steps();
    steps.devices = several(fake, 2, taken);
    Collect collect;
    const Summary summary = run_steps(numbered(20), steps, {.workers = 2}, collect);
    CHECK(summary.done == 20);
    CHECK(summary.lost.empty());
    CHECK(taken[0] + taken[1] == 21);
}

TEST_CASE("when the last device is lost the run ends") {
    Fake fake;
    std::vector<std::atomic<int>> taken(2);
    fake.before = [&](const std::string& at, const std::string&) {
        if (at.starts_with("start ") && taken[0] + taken[1] > 20)
            throw Hopeless(Error::Kind::device, "", at + " is gone");
    };
    Steps steps = fake.steps();
    steps.devices = several(fake, 2, taken);
    Collect collect;
    const Summary summary = run_steps(numbered(200), steps, {.workers = 2}, collect);
    CHECK(summary.lost.size() == 1);
    CHECK(summary.failed > 0);
    CHECK(summary.left > 100);
    CHECK(summary.done + summary.failed + summary.left == 200);
    CHECK(fake.on_device.now() == 0);
}

TEST_CASE("whoever can try again is left the files of a lost device, and told which it was at") {
    class Losing : public Collect {
    public:
        void lost(const std::vector<BatchFile>& files, const std::string& reason) override {
            for (const BatchFile& file : files) on_device.push_back(file.input.string());
            why += reason;
        }
        std::vector<std::string> on_device;
        std::string why;
    };
    for (const std::string where : {"start 0", "finish 0"}) {
        CAPTURE(where);
        Fake fake;
        std::vector<std::atomic<int>> taken(1);
        std::atomic<bool> gone = false;
        fake.before = [&](const std::string& at, const std::string& file) {
            if (at == where && file == "9") gone = true;
            if (gone && at.ends_with(" 0")) throw Hopeless(Error::Kind::device, "", "it is gone");
        };
        Steps steps = fake.steps();
        steps.devices = several(fake, 1, taken);
        Losing observer;
        const Summary summary = run_steps(numbered(100), steps, {.workers = 2, .leave_lost = true}, observer);
        CHECK(summary.failed == 0);
        CHECK(summary.done == observer.reports.size());
        CHECK(summary.done + summary.left == 100);
        CHECK(summary.left > 80);
        CHECK(observer.why == "it is gone");
        CHECK(!observer.on_device.empty());
        CHECK(observer.on_device.size() <= 3);
        CHECK(std::count(observer.on_device.begin(), observer.on_device.end(), "9") == 1);
        for (const FileReport& report : observer.reports) CHECK(report.status == FileStatus::done);
        CHECK(fake.on_device.now() == 0);
    }
}
