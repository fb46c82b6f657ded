// batch --resume as a user meets it.
#include "tests/apps/program.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace fs = std::filesystem;

namespace {

using Words = std::vector<std::string>;

// `batch in -o out --manifest m.jsonl` of a folder, and more.
Outcome batch(const Scratch& folder, const Words& more) {
    Words words = {"batch", folder / "in", "-o", folder / "out", "--manifest", folder / "m.jsonl"};
    words.insert(words.end(), more.begin(), more.end());
    return sluice_program(words);
}

void pass_a_tick() { std::this_thread::sleep_for(std::chrono::milliseconds(20)); }  // of file systems

}  // namespace

TEST_CASE("a run is resumed: what changed is done, what did not is skipped, and the help says by what rule") {
    const Scratch folder;
    for (const char* name : {"in/a.png", "in/b.png", "in/c.jpg"}) folder.put(name, ramp(8, 8, 3, 0, 50));
    CHECK(contains(batch(folder, {"--resume"}).err, "3 done in "));
    pass_a_tick();
    folder.put("in/b.png", ramp(8, 8, 3, 0, 60));
    fs::remove(folder / "out/c.jpg");

    const Outcome preview = batch(folder, {"--resume", "--dry-run"});
    CHECK(contains(preview.out, folder / "in/a.png" + ": was processed in an earlier run\n"));
    CHECK(contains(preview.out, folder / "in/b.png" + " -> "));
    CHECK(json_lines(bytes_of(folder / "m.jsonl")).size() == 3);

    const Outcome resumed = batch(folder, {"--resume", "--jobs", "1", "--in-flight", "3", "--durable"});
    CHECK(resumed.code == 0);
    CHECK(contains(resumed.err, "2 done, 1 skipped in "));
    CHECK(contains(batch(folder, {"--resume"}).err, "0 done, 3 skipped in "));
    CHECK(json_lines(bytes_of(folder / "m.jsonl")).size() == 5);

    CHECK(contains(batch(folder, {"--resume", "--quality", "80"}).err, "3 done in "));
    CHECK(contains(batch(folder, {"--resume", "--quality", "80"}).err, "0 done, 3 skipped in "));
    CHECK(contains(batch(folder, {"--resume", "--set", "save.compression=3"}).err, "3 done in "));
    std::string help = sluice_program({"help", "batch"}).out;
    std::replace(help.begin(), help.end(), '\n', ' ');  // wherever the lines are broken
    CHECK(contains(help, "is treated as --overwrite says"));
}

TEST_CASE("what was in the place of a result before the first run is kept by --resume") {
    const Scratch folder;
    folder.put("in/a.png", ramp(8, 8, 3, 0, 50));
    folder.put("in/b.png", ramp(8, 8, 3, 0, 50));
    folder.put("out/a.png", "mine");
    pass_a_tick();
    for (int i = 0; i < 2; ++i) {
        const Outcome outcome = batch(folder, {"--resume"});
        CHECK(outcome.code == 1);
        CHECK(
            contains(outcome.err,
                     "exists; --overwrite skip keeps it and counts it as done, newer or always replaces it"));
        CHECK(bytes_of(folder / "out/a.png") == "mine");
    }
    CHECK(contains(batch(folder, {"--resume", "--overwrite", "always"}).err, "1 done, 1 skipped in "));
}

TEST_CASE("the manifest of an earlier run is not replaced unless results may be") {
    const Scratch folder;
    folder.put("in/a.png", ramp(8, 8, 3, 0, 50));
    CHECK(batch(folder, {}).code == 0);
    const std::string first = bytes_of(folder / "m.jsonl");
    const Outcome refused = batch(folder, {});
    CHECK(refused.code == 2);
    CHECK(contains(refused.err, "exists from an earlier run; --resume continues that run"));
    CHECK(bytes_of(folder / "m.jsonl") == first);
    CHECK(batch(folder, {"--overwrite", "always"}).code == 0);
    CHECK(bytes_of(folder / "m.jsonl") != first);
    CHECK(json_lines(bytes_of(folder / "m.jsonl")).size() == 1);
}

TEST_CASE("a run that SIGTERM ended is resumed to what an undisturbed run gives") {
    const Scratch folder;
    const std::string picture = bytes_of(folder.put("a.png", ramp(256, 256, 3, 0, 50)));
    for (int i = 0; i < 100; ++i) folder.put("in/" + std::to_string(i) + ".png", picture);
    {
        Program program({"batch", folder / "in", "-o", folder / "out", "--manifest", folder / "m.jsonl"});
        while (!program.over() && bytes_of(folder / "m.jsonl").empty())
            std::this_thread::sleep_for(std::chrono::microseconds(100));
        program.signal(SIGTERM);
        const Outcome outcome = program.wait();
        CHECK(outcome.code == 130);
        CHECK(contains(outcome.err, "interrupted: "));
        CHECK(contains(outcome.err, "--resume"));
    }
    const std::size_t first = folder.files("out").size();
    CHECK(first > 0);
    CHECK(first < 100);
    CHECK(contains(batch(folder, {"--resume"}).err, std::to_string(first) + " skipped in "));
    CHECK(sluice_program({"batch", "-q", folder / "a.png", "-o", folder / "expected"}).code == 0);
    const std::string expected = bytes_of(folder / "expected/a.png");
    const std::vector<std::string> names = folder.files("out");
    CHECK(names.size() == 100);
    for (const std::string& name : names) CHECK(bytes_of(folder / "out/" + name) == expected);
    std::set<std::string> lines;
    for (const nlohmann::json& line : json_lines(bytes_of(folder / "m.jsonl")))
        CHECK(lines.insert(line.at("path")).second);
    CHECK(lines.size() == 100);
}

TEST_CASE("a manifest that another run is writing is left alone") {
    const Scratch folder;
    const std::string picture = bytes_of(folder.put("a.png", ramp(256, 256, 3, 0, 50)));
    for (int i = 0; i < 300; ++i) folder.put("in/" + std::to_string(i) + ".png", picture);
    const Program program(
        {"batch", "-q", folder / "in", "-o", folder / "out", "--manifest", folder / "m.jsonl", "-j", "1"});
    while (bytes_of(folder / "m.jsonl").empty()) std::this_thread::sleep_for(std::chrono::microseconds(100));
    program.signal(SIGSTOP);
    const Outcome second = batch(folder, {"--resume"});
    CHECK(second.code == 75);
    CHECK(contains(second.err, "another run is writing this manifest"));
    program.signal(SIGCONT);
}
