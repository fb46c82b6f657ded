// Ctrl-C at the worst moment: nothing half done stays behind.
#include "tests/apps/program.hpp"

#include "io/read.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
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
