// batch --isolate: what a decoder does costs its file, and no process stays behind.
#include "tests/apps/program.hpp"
#include "tests/places.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace {

namespace fs = std::filesystem;

const std::string damaged = SLUICE_SOURCE_DIR "/tests/data/hostile";

// A run that has done a.png and decodes b.png, a pipe that gives nothing.
class WaitingRun {
public:
    WaitingRun() {
        scratch_.put("in/a.png", ramp(32, 16, 3, 0, 200));
        REQUIRE(::mkfifo((scratch_ / "in/b.png").c_str(), 0600) == 0);
        program_.emplace(std::vector<std::string>{"batch", scratch_ / "in/a.png", scratch_ / "in/b.png", "-o",
                                                  scratch_ / "out", "--isolate", "--jobs", "2"});
        REQUIRE(within_seconds(60, [&] { return fs::exists(scratch_ / "out/a.png"); }));
        // Both ends are open when its decoder has it.
        REQUIRE(within_seconds(60, [&] {
            writer_ = ::open((scratch_ / "in/b.png").c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
            return writer_ >= 0;
        }));
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        REQUIRE(!workers().empty());
    }
    ~WaitingRun() { ::close(writer_); }
    WaitingRun(const WaitingRun&) = delete;
    WaitingRun& operator=(const WaitingRun&) = delete;

    Program& program() { return *program_; }
    std::vector<pid_t> workers() { return children_of(program_->id()); }
    bool has_left_any(const std::vector<pid_t>& workers) {
        return !within_seconds(10, [&] {
            return std::none_of(workers.begin(), workers.end(), [](pid_t id) { return ::kill(id, 0) == 0; });
        });
    }

private:
    Scratch scratch_;
    std::optional<Program> program_;
    int writer_ = -1;
};

}  // namespace

TEST_CASE("with --isolate a batch does and says what it does without") {
    const Scratch scratch;
    scratch.put("in/a.png", ramp(32, 16, 3, 0, 200));
    scratch.put("in/b.bmp", ramp(20, 30, 3, 50, 100));
    scratch.put("in/c.png", "no picture");
    const auto run = [&](const std::string& out, const std::vector<std::string>& more) {
        std::vector<std::string> words{"batch",       scratch / "in", damaged, "-o",
                                       scratch / out, "-r",           "-j",    "1"};  // failures in one order
        words.insert(words.end(), more.begin(), more.end());
        Outcome outcome = sluice_program(words);
        CHECK(outcome.code == 1);
        return outcome.err.substr(outcome.err.find("failed: "));
    };
    CHECK(run("threads", {}) == run("processes", {"--isolate"}));
    CHECK(run("rows", {"--isolate", "--limit-memory", "900M", "--limit-seconds", "20"}).find("SIG") ==
          std::string::npos);
    const std::vector<std::string> all = scratch.files("threads");
    CHECK(all.size() == 2);
    CHECK(scratch.files("processes") == all);
    for (const std::string& name : all)
        CHECK(bytes_of(scratch / ("threads/" + name)) == bytes_of(scratch / ("processes/" + name)));
}

TEST_CASE("a decoder that crashes fails its file, and leaves no process") {
    WaitingRun run;
    for (const pid_t worker : run.workers()) ::kill(worker, SIGABRT);  // sanitizers take SIGSEGV
    const pid_t program = run.program().id();
    const Outcome outcome = run.program().wait();
    CHECK(outcome.code == 1);
    CHECK(contains(outcome.err, "b.png: its decoder ended with SIGABRT, in a separate process"));
    CHECK(contains(outcome.err, "1 done, 1 failed"));
    CHECK(children_of(program).empty());
}

TEST_CASE("an interrupt ends a decoder that waits for a pipe") {
    WaitingRun run;
    const std::vector<pid_t> workers = run.workers();
    run.program().signal(SIGINT);
    const Outcome outcome = run.program().wait();
    CHECK(outcome.code == 130);
    CHECK(contains(outcome.err, "the run was interrupted while waiting for the pipe"));
    CHECK(!run.has_left_any(workers));
}

TEST_CASE("workers of a program that is killed end") {
    WaitingRun run;
    const std::vector<pid_t> workers = run.workers();
    run.program().signal(SIGKILL);
    CHECK(run.program().wait().code == -SIGKILL);
    CHECK(!run.has_left_any(workers));
}

TEST_CASE("a picture from stdin is decoded in a process too") {
    const Scratch scratch;
    const std::string picture = scratch.put("in.png", ramp(32, 16, 3, 0, 200));
    const std::vector<std::string> words{"batch", "-", "-o", scratch / "out.png", "--normalize", "minmax"};
    std::vector<std::string> isolated = words;
    isolated[3] = scratch / "isolated.png";
    isolated.emplace_back("--isolate");
    CHECK(sluice_program(words, {.in = picture}).code == 0);
    CHECK(sluice_program(isolated, {.in = picture}).code == 0);
    CHECK(bytes_of(scratch / "out.png") == bytes_of(scratch / "isolated.png"));
}

TEST_CASE("run and stats decode in processes too") {
    const Scratch scratch;
    const std::string picture = scratch.put("in/a.png", ramp(32, 16, 3, 0, 200));
    const auto both_say = [](std::vector<std::string> words) {
        const Outcome threads = sluice_program(words);
        words.emplace_back("--isolate");
        const Outcome processes = sluice_program(words);
        CHECK(threads.code == processes.code);
        CHECK(threads.out == processes.out);
        CHECK(threads.err == processes.err);
        return processes.code;
    };
    CHECK(both_say({"stats", scratch / "in", damaged + "/jbig-aborts.tif", "--percentiles", "1,99"}) == 1);
    CHECK(both_say({"stats", picture, "--page", "2"}) == 1);
    CHECK(both_say({"run", "load " + picture + " | normalize | reduce sum", "-q"}) == 0);
    CHECK(both_say({"run", "load " + damaged + "/20-samples.tif | normalize | reduce sum"}) == 1);
}
