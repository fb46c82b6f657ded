// Ctrl-C at the worst moment: nothing half done stays behind.
#include "tests/apps/program.hpp"

#include "io/read.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace {

// Returns as soon as `done` holds or the program is over.
template <class Condition>
void wait_until(Program& program, Condition done) {
    while (!program.over() && !done()) std::this_thread::sleep_for(std::chrono::microseconds(100));
}

void wait_for_a_write(Program& program, const Scratch& folder) {
    wait_until(program, [&] {
        const std::vector<std::string> names = folder.files("out");
        return std::any_of(names.begin(), names.end(), is_temporary);
    });
}

// Until a file is open in the program.
void wait_until_it_has(Program& program, const std::string& path) {
    wait_until(program, [&] {
        std::error_code gone;
        for (const auto& file :
             std::filesystem::directory_iterator("/proc/" + std::to_string(program.id()) + "/fd", gone))
            if (std::filesystem::read_symlink(file, gone) == path) return true;
        return false;
    });
}

// Large, so that writing it takes a while.
std::string large(const Scratch& folder) { return folder.put("in/large.ppm", ramp(5000, 4000, 3, 20, 100)); }

constexpr int attempts = 20;  // the moment between creating and renaming a file may be missed

}  // namespace

TEST_CASE("Ctrl-C while run writes leaves no file at all") {
    const Scratch folder;
    const std::string input = large(folder);
    folder.put("out/other.png", "");
    const std::string pipeline = "load " + input + " | save " + folder / "out/large.bmp";
    bool caught = false;
    for (int i = 0; i < attempts && !caught; ++i) {
        Program program({"run", pipeline});
        wait_for_a_write(program, folder);
        program.signal(SIGINT);
        const int code = program.wait().code;
        const std::vector<std::string> left = folder.files("out");
        caught = code == 130 && left == std::vector<std::string>{"other.png"};
        if (caught) continue;
        CHECK((code == 0 || code == 130));  // it was faster
        CHECK(left == std::vector<std::string>{"large.bmp", "other.png"});
        std::filesystem::remove(folder / "out/large.bmp");
    }
    CHECK(caught);
}

TEST_CASE("a second Ctrl-C ends batch at once, and complete pictures only are left") {
    const Scratch folder;
    const std::string picture = bytes_of(large(folder));
    for (int i = 0; i < 3; ++i) folder.put("in/" + std::to_string(i) + ".ppm", picture);
    bool caught = false;
    for (int i = 0; i < attempts && !caught; ++i) {
        Program program({"batch", "-q", folder / "in", "-o", folder / "out", "--format", "bmp", "--overwrite",
                         "always", "--jobs", "1"});
        wait_for_a_write(program, folder);
        program.signal(SIGINT);
        program.signal(SIGTERM);  // two of one kind might arrive as one
        const int code = program.wait().code;
        CHECK((code == 0 || code == 130));
        caught = code == 130;
        for (const std::string& name : folder.files("out")) {
            CAPTURE(name);
            CHECK_FALSE(is_temporary(name));
            CHECK(sluice::read(folder / "out/" + name).format().width == 5000);
        }
    }
    CHECK(caught);
}

TEST_CASE("an interrupted batch ends the files at hand and exits with 130") {
    const Scratch folder;
    const std::string picture = bytes_of(folder.put("a.png", ramp(256, 256, 3, 0, 50)));
    for (int i = 0; i < 200; ++i) folder.put("in/" + std::to_string(i) + ".png", picture);
    const std::string manifest = folder / "m.jsonl";
    Program program({"batch", "-q", folder / "in", "-o", folder / "out", "--manifest", manifest});
    wait_until(program, [&] { return !bytes_of(manifest).empty(); });
    program.signal(SIGINT);
    CHECK(program.wait().code == 130);

    const std::string lines = bytes_of(manifest);
    const auto done = static_cast<std::size_t>(std::count(lines.begin(), lines.end(), '\n'));
    CHECK(done >= 1);
    CHECK(done < 200);
    const std::vector<std::string> results = folder.files("out");
    CHECK(results.size() == done);
    for (const std::string& name : results)
        CHECK(bytes_of(folder / "out/" + name) == bytes_of(folder / "out/" + results[0]));
}

TEST_CASE(
    "the first Ctrl-C says what a second one does, and a pipe without a writer is waited for no longer") {
    const Scratch folder;
    const std::string pipe = folder / "pipe";
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    const std::vector<std::vector<std::string>> commands{
        {"batch", pipe, "-o", folder / "out"}, {"stats", pipe}, {"batch", "-q", pipe, "-o", folder / "out"}};
    for (const auto& words : commands) {
        Program program(words);
        wait_until_it_has(program, pipe);
        program.signal(SIGINT);
        const Outcome outcome = program.wait();  // nobody ever writes
        CAPTURE(outcome.err);
        CHECK(outcome.code == 130);
        CHECK(contains(outcome.err, "press Ctrl-C again to end at once") == (words[1] != "-q"));
        if (words[0] == "batch")
            CHECK(contains(outcome.err, "the run was interrupted while waiting for the pipe"));
    }
}

TEST_CASE("a second Ctrl-C ends stats at once, and the first one run") {
    const Scratch folder;
    const std::string pipe = folder / "pipe";
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    {
        Program program({"stats", pipe});
        wait_until_it_has(program, pipe);
        program.signal(SIGINT);
        program.signal(SIGTERM);
        const auto begun = std::chrono::steady_clock::now();
        CHECK(program.wait().code == 130);
        CHECK(std::chrono::steady_clock::now() - begun < std::chrono::milliseconds(900));  // else it waited
    }
    Program program({"run", "load - | save " + folder / "a.png"}, {.in = pipe});
    const int end = ::open(pipe.c_str(), O_WRONLY);
    REQUIRE(end >= 0);
    REQUIRE(::write(end, "P6", 2) == 2);
    wait_until(program, [&] {
        int left = 0;
        return ::ioctl(end, FIONREAD, &left) == 0 && left == 0;  // it has begun to read
    });
    program.signal(SIGINT);
    CHECK(program.wait().code == 130);
    ::close(end);
}

TEST_CASE("Ctrl-C ends stats with 130 after the file at hand, and no report") {
    const Scratch folder;
    const std::string pipe = folder / "pipe";
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    Program program({"stats", pipe, "--json", folder / "out"});
    // Opens as soon as the program reads the file, which is when it listens for Ctrl-C.
    const int end = ::open(pipe.c_str(), O_WRONLY);
    REQUIRE(end >= 0);
    program.signal(SIGINT);
    ::close(end);
    CHECK(program.wait().code == 130);
    CHECK_FALSE(std::filesystem::exists(folder / "out"));
}
