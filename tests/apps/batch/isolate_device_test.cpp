// batch --isolate-device: a kernel that hangs costs its file, and no process stays behind.
#include "tests/apps/program.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

namespace {

namespace fs = std::filesystem;

const char* const spin =
    "/*\nsluice: 1\nname: own_spin\nkind: stencil\nsummary: Never ends for images of one width.\nreach: "
    "0\n*/\n"
    "V own_spin(SRC src, REAL width) {\n"
    "    int i = 1;\n"
    "    while (width == 48 && i != 0) i = i * 3 + 2;\n"
    "    return AT(src, 0, 0) + (V)(i == 0 ? 1 : 0);\n"
    "}\n";

class Isolated {
public:
    Isolated() {
        kernel_ = scratch_.put("own_spin.cl", spin);
        for (const char* name : {"a.png", "c.png", "d.jpg", "e.png"})
            scratch_.put("in/" + std::string(name), ramp(30, 20, 3, 10, 90));
        const Outcome outcome = batch({"-o", scratch_ / "expected"});
        REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
    }

    std::vector<std::string> words(std::vector<std::string> more) const {
        more.insert(more.begin(),
                    {"batch", scratch_ / "in", "-p", "kernel " + kernel_ + " | normalize mode=minmax"});
        return more;
    }
    Outcome batch(std::vector<std::string> more) const { return sluice_program(words(std::move(more))); }
    std::vector<std::string> isolated(std::vector<std::string> more = {}) const {
        more.insert(more.begin(),
                    {"-o", scratch_ / "out", "--isolate-device", "--manifest", scratch_ / "m.jsonl"});
        return words(std::move(more));
    }
    void check_results(const std::vector<std::string>& names) const {
        CHECK(scratch_.files("out") == names);
        for (const std::string& name : names)
            CHECK(bytes_of(fs::path(scratch_ / ("out/" + name))) ==
                  bytes_of(fs::path(scratch_ / ("expected/" + name))));
    }

    const Scratch& scratch() const { return scratch_; }

private:
    Scratch scratch_;
    std::string kernel_;
};

}  // namespace

TEST_CASE("a kernel that hangs for one image costs that file") {
    const Isolated folder;
    folder.scratch().put("in/b.png", ramp(48, 20, 3, 10, 90));
    const Outcome outcome = sluice_program(folder.isolated({"--device-timeout", "4"}));
    CAPTURE(outcome.err);
    CHECK(outcome.code == 1);
    CHECK(contains(outcome.err, "4 done, 1 failed"));
    CHECK(contains(outcome.err, "/b.png: the device hangs: "));
    CHECK(contains(outcome.err, "(own_spin"));
    CHECK(contains(outcome.err, "has not returned for 4 s (--device-timeout)"));
    folder.check_results({"a.png", "c.png", "d.jpg", "e.png"});
    std::size_t failed = 0;
    const auto lines = json_lines(bytes_of(fs::path(folder.scratch() / "m.jsonl")));
    CHECK(lines.size() == 5);
    for (const auto& line : lines)
        if (line["status"] == "failed") {
            ++failed;
            CHECK(contains(line["path"], "b.png"));
            CHECK(contains(line["error"], "has not returned for 4 s"));
        }
    CHECK(failed == 1);

    folder.scratch().put("in/b.png", ramp(30, 20, 3, 10, 90));
    const Outcome rest = sluice_program(folder.isolated({"--resume"}));
    CAPTURE(rest.err);
    CHECK(rest.code == 0);
    CHECK(contains(rest.err, "1 done, 4 skipped"));
}

TEST_CASE("an interrupt finishes the files in progress, and a child ends with its program") {
    const Isolated folder;
    folder.scratch().put("in/b.png", ramp(48, 20, 3, 10, 90));
    for (const int signal : {SIGINT, SIGKILL}) {
        CAPTURE(signal);
        fs::remove_all(folder.scratch() / "out");
        fs::remove(folder.scratch() / "m.jsonl");
        Program program(folder.isolated());
        std::vector<pid_t> children;
        REQUIRE(within_seconds(60, [&] { return !(children = children_of(program.id())).empty(); }));
        std::this_thread::sleep_for(std::chrono::seconds(1));  // files are in flight by now
        program.signal(signal);
        if (signal == SIGINT) {  // the kernel hangs, so that files are never finished
            std::this_thread::sleep_for(std::chrono::milliseconds(500));
            CHECK(!program.over());
            program.signal(signal);
        }
        CHECK(program.wait().code == (signal == SIGINT ? 130 : -SIGKILL));
        for (const pid_t child : children) CHECK(within_seconds(60, [&] { return ::kill(child, 0) != 0; }));
        for (const std::string& name : folder.scratch().files("out")) CHECK(!is_temporary(name));
    }
}

TEST_CASE("the first interrupt reaches the child, and --resume does the rest") {
    const Scratch scratch;
    for (unsigned i = 0; i < 200; ++i) scratch.put("in/" + std::to_string(i) + ".png", noise(400, 300, 3, i));
    const std::vector<std::string> words{"batch",
                                         scratch / "in",
                                         "-o",
                                         scratch / "out",
                                         "--isolate-device",
                                         "--manifest",
                                         scratch / "m.jsonl",
                                         "-j",
                                         "1"};
    Program program(words);
    REQUIRE(within_seconds(60, [&] { return scratch.files("out").size() > 2; }));
    program.signal(SIGTERM);
    const Outcome stopped = program.wait();
    CAPTURE(stopped.err);
    CHECK(stopped.code == 130);
    const std::vector<std::string> results = scratch.files("out");
    CHECK(results.size() < 200);
    CHECK(json_lines(bytes_of(fs::path(scratch / "m.jsonl"))).size() == results.size());
    for (const std::string& name : results) CHECK(!is_temporary(name));
    std::vector<std::string> again = words;
    again.emplace_back("--resume");
    const Outcome rest = sluice_program(again);
    CHECK(rest.code == 0);
    CHECK(contains(rest.err, std::to_string(results.size()) + " skipped"));
    CHECK(scratch.files("out").size() == 200);
}

TEST_CASE("without a fault, a batch does and says the same as without --isolate-device") {
    const Isolated folder;
    const auto line = [](const Outcome& outcome) {
        CHECK_MESSAGE(outcome.code == 1, outcome.err);
        return outcome.err.substr(0, outcome.err.find(" in ")) +
               outcome.err.substr(outcome.err.find("failed: "));
    };
    folder.scratch().put("in/no.png", "no image");
    const std::string here = line(folder.batch({"-o", folder.scratch() / "out", "--overwrite", "always"}));
    fs::remove_all(folder.scratch() / "out");
    CHECK(line(sluice_program(folder.isolated({"--report", folder.scratch() / "page.html"}))) == here);
    folder.check_results({"a.png", "c.png", "d.jpg", "e.png"});
    CHECK(contains(bytes_of(fs::path(folder.scratch() / "page.html")), "a.png"));
}

TEST_CASE("--isolate and --isolate-device go together, and results may go to stdout") {
    const Isolated folder;
    const Outcome both = sluice_program(folder.isolated({"--isolate"}));
    CHECK_MESSAGE(both.code == 0, both.err);
    folder.check_results({"a.png", "c.png", "d.jpg", "e.png"});
    const Outcome piped = sluice_program({"batch", "-", "-o", "-", "--isolate-device", "--format", "png"},
                                         {.in = folder.scratch() / "in/a.png"});
    CHECK_MESSAGE(piped.code == 0, piped.err);
    CHECK(piped.out.starts_with("\x89PNG"));
    const Outcome run = sluice_program({"run", "load - | invert | save -", "--isolate-device"},
                                       {.in = folder.scratch() / "in/a.png"});
    CHECK_MESSAGE(run.code == 0, run.err);
    CHECK(run.out.starts_with("\x89PNG"));
}
