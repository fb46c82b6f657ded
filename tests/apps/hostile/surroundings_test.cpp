// Pipes without an other end, links that somebody planted, a machine without room: an error that says so, at
// once.
#include "tests/apps/batch/disk.hpp"
#include "tests/apps/program.hpp"
#include "tests/sanitized.hpp"
#include "tests/skip.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include <sys/stat.h>
#include <unistd.h>

namespace {

namespace fs = std::filesystem;

std::string pipe_in(const Scratch& folder, const std::string& name) {
    const std::string path = folder / name;
    REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
    return path;
}

std::string from_to(const std::string& input, const std::string& output) {
    return "load '" + input + "' | save '" + output + "' overwrite=always";
}

}  // namespace

TEST_CASE("a pipe as an input of run is an error and nobody waits for its writer; batch and stdin read one") {
    const Scratch folder;
    const std::string pipe = pipe_in(folder, "pipe.png"), out = folder / "out.png";
    const std::string picture = bytes_of(folder.put("a.png", ramp(30, 20, 3, 10, 90)));
    const Outcome named = sluice_program({"run", from_to(pipe, out)});
    CHECK(named.code == 1);
    CHECK(contains(
        named.err,
        pipe + ": it is a pipe, which can be read only once; to read it through stdin, write 'load -'"));
    const auto write = [&] { std::ofstream(pipe, std::ios::binary) << picture; };
    {
        const std::jthread writer(write);
        CHECK(sluice_program({"run", from_to("-", out)}, {.in = pipe}).code == 0);
    }
    const std::jthread writer(write);
    CHECK(sluice_program({"batch", pipe, "-o", folder / "out"}).code == 0);
}

TEST_CASE("a pipe as an output is an error where nobody reads it, and else is written to") {
    const Scratch folder;
    const std::string pipe = pipe_in(folder, "pipe.png"), in = folder.put("a.png", ramp(30, 20, 3, 10, 90));
    const Outcome unread = sluice_program({"run", from_to(in, pipe)});
    CHECK(unread.code == 1);
    CHECK(contains(unread.err, "it is a pipe that nobody reads; start its reader first"));
    std::string read;
    {
        const std::jthread reader([&] { read = bytes_of(pipe); });
        CHECK(sluice_program({"run", from_to(in, pipe)}).code == 0);
    }
    CHECK(read.starts_with("\x89PNG"));
}

TEST_CASE("root follows no link in the folder of the results, unless it is told to") {
    if (::geteuid() != 0) return report_skip("only root is told");
    const Scratch folder;
    folder.put("in/sub/a.png", ramp(30, 20, 3, 10, 90));
    folder.put("theirs/a.png", "theirs");
    fs::create_directories(folder / "real/sub");
    fs::create_directory_symlink("real", folder / "out");  // which the user named
    fs::create_symlink("../../theirs/a.png", folder / "real/sub/a.png");
    const std::vector<std::string> words{"batch",       folder / "in", "-o",    folder / "out/",
                                         "--recursive", "--overwrite", "always"};
    const Outcome refused = sluice_program(words);
    CHECK(refused.code == 2);
    CHECK(contains(refused.err, "/sub/a.png' is a link to '../../theirs/a.png'; root does not follow links"));
    CHECK(bytes_of(folder / "theirs/a.png") == "theirs");

    fs::remove(folder / "real/sub/a.png");
    fs::remove(folder / "real/sub");
    fs::create_directory_symlink("../theirs", folder / "real/sub");
    CHECK(contains(sluice_program(words).err, "/sub' is a link to '../theirs'"));
    std::vector<std::string> follow = words;
    follow.emplace_back("--follow");
    CHECK(sluice_program(follow).code == 0);
    CHECK(bytes_of(folder / "theirs/a.png").starts_with("\x89PNG"));
}

TEST_CASE("a shell that allows too few addresses for a driver is told so") {
    if (!counts_memory) return report_skip("a sanitizer takes addresses of its own");
    const Scratch folder;
    const std::string in = folder.put("a.png", ramp(30, 20, 3, 10, 90));
    const Outcome outcome =
        sluice_program({"run", from_to(in, folder / "b.png")}, {.most_addresses = 500'000'000});
    CHECK(outcome.code == 3);
    CHECK(contains(outcome.err,
                   "this shell allows 476.8 MiB of address space (ulimit -v), but OpenCL drivers need"));
}

TEST_CASE("a disk without room for PoCL's kernels is an error that names the folder") {
    const Scratch folder;
    const std::string in = folder.put("a.png", ramp(30, 20, 3, 10, 90));
    fs::create_directories(folder / "cache");
    const Disk disk(folder / "cache", 65536);
    if (!disk.missing().empty()) return report_skip(disk.missing());
    const Outcome outcome = sluice_program({"run", "--device", "cpu", from_to(in, folder / "b.png")},
                                           {.environment = {"POCL_CACHE_DIR=" + folder / "cache"}});
    if (outcome.code == 0) return report_skip("the CPU is not PoCL's");
    CHECK(outcome.code == 3);
    CHECK(contains(outcome.err, "the disk of '" + folder / "cache" + "', where PoCL keeps compiled kernels"));
}
