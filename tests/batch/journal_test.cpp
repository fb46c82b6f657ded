// Which picture ended a run.
#include "pipeline/batch/journal.hpp"

#include "pipeline/batch/job.hpp"
#include "tests/batch/collect.hpp"
#include "tests/batch/made.hpp"
#include "tests/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>

#include <sys/wait.h>
#include <unistd.h>

using namespace sluice;
namespace fs = std::filesystem;

namespace {

Job job_of(const TemporaryFolder& folder, Journal& journal) {
    Job job{made::pipeline("normalize"), made::folder_to_folder(folder / "in", folder / "out"), {}, {}, {}};
    job.journal = &journal;
    return job;
}

// The work of a process that ends in it, or comes to its end.
template <class Work>
int in_a_process(Work work) {
    const pid_t id = ::fork();
    REQUIRE(id >= 0);
    if (id == 0) {
        for (const int signal : {SIGABRT, SIGSEGV})
            std::signal(signal, [](int number) {
                Journal::blame_picture_of_thread(number);
                ::_exit(100 + number);
            });
        work();
        ::_exit(0);
    }
    int status = 0;
    REQUIRE(::waitpid(id, &status, 0) == id);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

BatchFile file_in(const TemporaryFolder& folder, const std::string& name, const std::string& bytes) {
    return {folder.put("in/" + name, bytes), folder / ("out/" + name), bytes.size()};
}

}  // namespace

TEST_CASE("the picture that ended a run is left out by the next one, which says so, until it changes") {
    const TemporaryFolder folder;
    for (const char* name : {"a.png", "b.png", "c.png"})
        folder.put("in/" + std::string(name), made::file("png", made::ramp({8, 6, 1}, 10, 90)));
    folder.put("in/bad.png", made::file("png", made::ramp({7, 6, 1}, 10, 90)));
    const auto ends = [](const ImageFormat& picture) {
        if (picture.width == 7) std::abort();
    };
    const int code = in_a_process([&] {
        Journal journal(folder / "m.begun", Journal::Begin::anew);
        Job job = job_of(folder, journal);
        job.steps.workers = 3;
        job.expect = ends;
        Collect collect;
        run_batch(job, made::unchanged, collect);
    });
    CHECK(code == 100 + SIGABRT);

    const auto again = [&] {
        Journal journal(folder / "m.begun", Journal::Begin::go_on);
        Job job = job_of(folder, journal);
        job.overwrite = Overwrite::always;
        Collect collect;
        return run_batch(job, made::unchanged, collect);
    };
    for (int i = 0; i < 2; ++i) {
        const Summary summary = again();
        CHECK(summary.done == 3);
        REQUIRE(summary.failures.size() == 1);
        CHECK(summary.failures[0].input.filename() == "bad.png");
        CHECK(summary.failures[0].reason ==
              "it was being read when an earlier run was ended by signal 6, so it is left out; without "
              "m.begun it is tried again");
    }
    folder.put("in/bad.png", made::file("png", made::ramp({9, 9, 1}, 10, 90)));
    CHECK(again().done == 4);
}

TEST_CASE(
    "where the system has killed for lack of memory, what was being decoded is left out; else nothing is") {
    const TemporaryFolder folder;
    const BatchFile one = file_in(folder, "one", "1"), two = file_in(folder, "two\nlines", "22");
    const fs::path vmstat = folder.put("vmstat", "pgfault 17\noom_kill 3\n");
    const auto killed = [&] {
        in_a_process([&] {
            Journal journal(folder / "m.begun", Journal::Begin::anew, vmstat);
            { const Journal::Decoding done(&journal, one); }
            const Journal::Decoding now(&journal, two);
            ::_exit(1);  // as by SIGKILL: nothing is cleared up
        });
    };
    killed();
    {
        const Journal journal(folder / "m.begun", Journal::Begin::go_on, vmstat);
        CHECK(journal.blames(two).empty());
    }
    CHECK_FALSE(fs::exists(folder / "m.begun"));  // it came to its end
    killed();
    folder.put("vmstat", "pgfault 18\noom_kill 4\n");
    for (int i = 0; i < 2; ++i) {
        const Journal journal(folder / "m.begun", Journal::Begin::go_on, vmstat);
        CHECK(journal.blames(one).empty());
        CHECK(journal.blames(two).find("ended by lack of memory") != std::string::npos);
    }
}

TEST_CASE("a journal that is cut off or changed blames nobody else") {
    const TemporaryFolder folder;
    const BatchFile one = file_in(folder, "one", "1");
    for (const char* text : {"", "run", "blamed", "blamed 1", "blamed x y z\n", "begun 1 2 ???\nended\n"}) {
        folder.put("m.begun", text);
        const Journal journal(folder / "m.begun", Journal::Begin::go_on);
        CHECK(journal.blames(one).empty());
    }
}
