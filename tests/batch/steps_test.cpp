// The engine with steps that touch neither files nor devices.
#include "pipeline/batch/steps.hpp"
#include "pipeline/core/error.hpp"
#include "tests/batch/collect.hpp"
#include "tests/batch/fake_steps.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <map>
#include <new>
#include <set>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

using namespace sluice;

TEST_CASE("every file goes through all steps, whatever the number of threads") {
    for (const std::size_t workers : {1, 2, 5}) {
        for (const std::size_t in_flight : {1, 3}) {
            CAPTURE(workers);
            CAPTURE(in_flight);
            Fake fake;
            Collect collect;
            const StepsOptions options{.workers = workers, .in_flight = in_flight};
            const Summary summary = run_steps(numbered(60), fake.steps(), options, collect);
            CHECK(summary.done == 60);
            CHECK(summary.failed == 0);
            CHECK(summary.left == 0);
            CHECK_FALSE(summary.interrupted);
            CHECK(collect.reports.size() == 60);
            CHECK(std::set<std::string>(collect.started_files.begin(), collect.started_files.end()).size() ==
                  60);
            // Bounded memory: no more files at once than slots, no more on the device than asked for.
            CHECK(fake.held.high() <= static_cast<int>(options.slots()));
            CHECK(fake.held.now() == 0);
            CHECK(fake.on_device.high() <= static_cast<int>(in_flight));
            CHECK(fake.coding.high() <= static_cast<int>(workers));
            CHECK(fake.device_threads.size() == 1);
            CHECK(fake.code_threads.size() <= workers);
            CHECK(fake.code_threads.count(*fake.device_threads.begin()) == 0);
            // What observers hear of the queues: before each other event, and never more than there can be.
            CHECK(collect.fills.size() == 120);
            std::size_t most = 0;
            for (const QueueFill& fill : collect.fills) {
                CHECK(fill.decoding + fill.encoding <= workers);
                CHECK(fill.on_device <= in_flight);
                most = std::max(
                    most, fill.decoding + fill.decoded + fill.on_device + fill.processed + fill.encoding);
            }
            CHECK(most > 0);
            CHECK(most <= options.slots());
            CHECK(collect.fills.back() == QueueFill{});
        }
    }
}

TEST_CASE("files are taken in their order") {
    Fake fake;
    Collect collect;
    run_steps(numbered(20), fake.steps(), {.workers = 1}, collect);
    for (std::size_t i = 0; i < 20; ++i) CHECK(collect.started_files[i] == std::to_string(i));
}

TEST_CASE("no files are no work") {
    Fake fake;
    Collect collect;
    const Summary summary = run_steps({}, fake.steps(), {}, collect);
    CHECK(summary.done == 0);
    CHECK(collect.reports.empty());
}

TEST_CASE("a file that fails in any step is reported with its reason, and the others go on") {
    for (const std::string step : {"decode", "start", "finish", "encode"}) {
        CAPTURE(step);
        Fake fake;
        fake.before = [&](const std::string& at, const std::string& file) {
            if (at != step) return;
            if (file == "3") throw Error(Error::Kind::input, "3", "is broken");
            if (file == "4") throw Error(Error::Kind::input, "out/4", "cannot be written");
            if (file == "5") throw std::bad_alloc();
            if (file == "6") throw std::runtime_error("something else");
            if (file == "7") throw 7;
        };
        Collect collect;
        const Summary summary = run_steps(numbered(20), fake.steps(), {.workers = 2}, collect);
        CHECK(summary.done == 15);
        CHECK(summary.failed == 5);
        CHECK(summary.failures.size() == 5);
        CHECK(collect.reports.size() == 20);
        const auto error = [&](const std::string& file) { return collect.of(file)->error; };
        for (const auto& report : collect.reports)
            CHECK((report.status == FileStatus::failed) == (report.error != ""));
        std::map<std::string, std::string> reasons;
        for (const auto& failure : summary.failures) reasons[failure.input.string()] = failure.reason;
        CHECK(reasons["3"] == "is broken");
        CHECK(reasons["4"] == "out/4: cannot be written");
        CHECK(reasons["5"] == "needs more memory than there is");
        CHECK(reasons["6"] == "something else");
        CHECK(reasons["7"] == "failed for an unknown reason");
        CHECK(error("3") == "is broken");
        if (step != "encode") CHECK(fake.held.now() == 0);
    }
}

TEST_CASE("a file whose fault is known before is not decoded") {
    Fake fake;
    fake.before = [](const std::string&, const std::string& file) {
        if (file == "1") throw std::logic_error("was decoded");
    };
    std::vector<BatchFile> files = numbered(3);
    files[1].fault = "is a folder that cannot be read";
    Collect collect;
    const Summary summary = run_steps(files, fake.steps(), {}, collect);
    CHECK(summary.done == 2);
    REQUIRE(summary.failures.size() == 1);
    CHECK(summary.failures[0].reason == "is a folder that cannot be read");
}

TEST_CASE("a file that decode skips is no failure") {
    Fake fake;
    Steps steps = fake.steps();
    steps.decode = [decode = steps.decode](FileReport& report, Header* header) -> std::optional<Decoded> {
        if (report.file.input != "1") return decode(report, header);
        report.error = "is up to date";
        return std::nullopt;
    };
    Collect collect;
    const Summary summary = run_steps(numbered(3), steps, {.most_failures = 0}, collect);
    CHECK(summary.done == 2);
    CHECK(summary.skipped == 1);
    CHECK(summary.failed == 0);
    CHECK(collect.of("1")->status == FileStatus::skipped);
    CHECK(collect.of("1")->error == "is up to date");
}

TEST_CASE("where none may fail, no file is taken after one has failed, and those begun are finished") {
    Fake fake;
    fake.before = [](const std::string& at, const std::string& file) {
        if (at == "decode" && file == "5") throw std::runtime_error("bad");
    };
    Collect collect;
    const Summary summary =
        run_steps(numbered(200), fake.steps(), {.workers = 2, .most_failures = 0}, collect);
    CHECK(summary.failed == 1);
    CHECK(summary.left > 150);
    CHECK_FALSE(summary.interrupted);
    CHECK(summary.done + summary.failed + summary.left == 200);
    CHECK(collect.reports.size() == collect.started_files.size());
    CHECK(fake.held.now() == 0);
}

TEST_CASE("an interrupted run takes no new file, finishes those begun and says what is left") {
    for (const std::string step : {"decode", "start", "finish", "encode"}) {
        for (const std::size_t workers : {1, 4}) {
            CAPTURE(step);
            Fake fake;
            std::stop_source stop;
            fake.before = [&](const std::string& at, const std::string& file) {
                if (at == step && file == "10") stop.request_stop();
            };
            Collect collect;
            const Summary summary = run_steps(numbered(200), fake.steps(),
                                              {.workers = workers, .stop = stop.get_token()}, collect);
            CHECK(summary.interrupted);
            CHECK(summary.failed == 0);
            CHECK(summary.done == collect.started_files.size());
            CHECK(summary.done >= 11);
            CHECK(summary.done + summary.left == 200);
            CHECK(fake.held.now() == 0);
        }
    }
}

TEST_CASE("a run that was stopped before it began does nothing; one stopped at its last file is complete") {
    Fake fake;
    Collect collect;
    std::stop_source stop;
    stop.request_stop();
    const Summary nothing = run_steps(numbered(5), fake.steps(), {.stop = stop.get_token()}, collect);
    CHECK(nothing.left == 5);
    CHECK(nothing.interrupted);
    CHECK(collect.started_files.empty());

    std::stop_source late;
    fake.before = [&](const std::string& at, const std::string& file) {
        if (at == "encode" && file == "4") late.request_stop();
    };
    const Summary all = run_steps(numbered(5), fake.steps(), {.stop = late.get_token()}, collect);
    CHECK(all.done == 5);
    CHECK_FALSE(all.interrupted);
}

TEST_CASE("what an observer throws ends the run and comes out of it") {
    Collect collect;
    SUBCASE("at the beginning of a file") {
        collect.on_started = [](const BatchFile& file) {
            if (file.input == "5") throw std::runtime_error("observer");
        };
    }
    SUBCASE("at the end of a file") {
        collect.on_finished = [](const FileReport& report) {
            if (report.file.input == "5") throw std::runtime_error("observer");
        };
    }
    Fake fake;
    CHECK_THROWS_WITH_AS(run_steps(numbered(200), fake.steps(), {.workers = 2}, collect), "observer",
                         std::runtime_error);
    CHECK(collect.started_files.size() < 50);
    CHECK(fake.held.now() == 0);
}

TEST_CASE("events come one at a time") {
    Fake fake;
    Collect collect;
    Gauge inside;
    const auto event = [&](const auto&) {
        inside.up();
        nap();
        inside.down();
    };
    collect.on_started = event;
    collect.on_finished = event;
    run_steps(numbered(40), fake.steps(), {.workers = 4}, collect);
    CHECK(inside.high() == 1);
}

TEST_CASE("times are told by phase") {
    Fake fake;
    fake.before = [](const std::string& step, const std::string&) {
        if (step == "decode" || step == "finish") std::this_thread::sleep_for(std::chrono::milliseconds(20));
    };
    Collect collect;
    const Summary summary = run_steps(numbered(1), fake.steps(), {}, collect);
    const FileReport::Seconds& seconds = collect.reports.at(0).seconds;
    CHECK(seconds.decode >= 0.02);
    CHECK(seconds.device >= 0.02);
    CHECK(seconds.encode > 0);
    CHECK(seconds.total >= seconds.decode + seconds.device + seconds.encode);
    CHECK(summary.seconds >= seconds.total);
}
