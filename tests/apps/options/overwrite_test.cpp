// Files that exist: what run and batch replace, and what no command does.
#include "tests/apps/program.hpp"

#include "io/read.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

namespace fs = std::filesystem;

namespace {

const std::string exists =
    "exists; --overwrite skip keeps it and counts it as done, newer or always replaces it";

// `sluice run "load in | invert | save out"`, and more.
Outcome run(const std::string& in, const std::string& out, std::vector<std::string> more = {}) {
    more.insert(more.begin(), {"run", "load '" + in + "' | invert | save '" + out + "'"});
    return sluice_program(more);
}

}  // namespace

TEST_CASE("run replaces no file unless it is told to, and says what it saved") {
    const Scratch folder;
    const std::string input = folder.put("a.png", ramp(8, 6, 3, 0, 50)), output = folder / "b.png";
    const Outcome first = run(input, output);
    CHECK(first.code == 0);
    CHECK(contains(first.err, "saved " + output + ": PNG, 8x6 u8 x3, "));
    const std::string made = bytes_of(output);

    folder.put("b.png", "mine");
    for (const std::vector<std::string>& more : {std::vector<std::string>{}, {"--overwrite", "never"}}) {
        const Outcome refused = run(input, output, more);
        CHECK(refused.code == 2);
        CHECK(contains(refused.err, output + ": " + exists));
    }
    const Outcome skipped = run(input, output, {"--overwrite", "skip"});
    CHECK(skipped.code == 0);
    CHECK(contains(skipped.err, "kept " + output + ": it exists"));
    CHECK(contains(run(input, output, {"--overwrite", "newer"}).err, "it is up to date"));
    CHECK(bytes_of(output) == "mine");

    fs::last_write_time(output, fs::last_write_time(input) - std::chrono::seconds(5));
    CHECK(contains(run(input, output, {"--overwrite", "newer"}).err, "saved " + output));
    CHECK(bytes_of(output) == made);
    folder.put("b.png", "mine");
    CHECK(run(input, output, {"--overwrite", "always", "-q"}).err.empty());
    CHECK(bytes_of(output) == made);
    // A pipeline may say so itself.
    CHECK(sluice_program({"run", "load " + input + " | save " + output + " overwrite=always"}).code == 0);
    CHECK(bytes_of(output) != made);
    CHECK(run(input, output, {"--overwrite", "alway"}).code == 2);
}

TEST_CASE("run never replaces a file that its pipeline reads, however it is spelled") {
    const Scratch folder;
    const std::string input = folder.put("in/a.png", ramp(8, 6, 3, 0, 50)), before = bytes_of(input);
    fs::create_symlink("a.png", folder / "in/link.png");
    fs::create_hard_link(input, folder / "in/hard.png");
    fs::create_directory_symlink("in", folder / "again");
    for (const std::string other :
         {"in/a.png", "in/../in/./a.png", "in/link.png", "in/hard.png", "again/a.png"}) {
        CAPTURE(other);
        for (const std::string when : {"never", "skip", "newer", "always"}) {
            const Outcome outcome = run(input, folder / other, {"--overwrite", when});
            CHECK(outcome.code == 2);
            CHECK(contains(outcome.err,
                           folder / other + ": the pipeline reads this file; save the result under "));
        }
        CHECK(run(folder / other, input, {"--overwrite", "always"}).code == 2);
    }
    const std::string pipeline =
        folder.put("p.yaml", "sluice: 1\nstages:\n  - load: {path: " + input +
                                 "}\n  - save: {path: " + folder / "p.yaml" + ", format: png}\n");
    CHECK(contains(sluice_program({"run", pipeline, "--overwrite", "always"}).err, "is the pipeline"));
    CHECK(contains(run(input, folder / "b.png", {"--trace", folder / "in/link.png"}).err,
                   "is a file of the pipeline, which it would replace"));
    CHECK(bytes_of(input) == before);
    CHECK(folder.files("in").size() == 3);
    CHECK_FALSE(fs::exists(folder / "b.png"));
}

TEST_CASE("of several results run makes those that are missing") {
    const Scratch folder;
    const std::string input = folder.put("a.png", ramp(8, 6, 3, 0, 50));
    folder.put("b.png", "mine");
    const Outcome outcome = sluice_program(
        {"run", "--overwrite", "skip",
         "load " + input + " | save " + folder / "b.png" + " ; invert from=load | save " + folder / "c.png"});
    CAPTURE(outcome.err);
    CHECK(outcome.code == 0);
    CHECK(contains(outcome.err, "kept " + folder / "b.png"));
    CHECK(contains(outcome.err, "saved " + folder / "c.png"));
    CHECK(bytes_of(folder / "b.png") == "mine");
}

TEST_CASE("devices and stdout are written to, whatever may be replaced") {
    const Scratch folder;
    const std::string input = folder.put("a.png", ramp(8, 6, 3, 0, 50));
    CHECK(sluice_program({"run", "load " + input + " | save /dev/null format=png"}).code == 0);
    CHECK(sluice_program({"run", "load " + input + " | save /dev/stdout format=png"},
                         {.out = folder.put("b.png", "")})
              .code == 0);
    CHECK(sluice::read(folder / "b.png").format().width == 8);
}

TEST_CASE("a second batch with --overwrite skip ends with 0 and adds to the manifest") {
    const Scratch folder;
    folder.put("in/a.png", ramp(8, 6, 3, 0, 50));
    folder.put("in/b.png", ramp(8, 6, 3, 0, 60));
    const std::vector<std::string> words = {"batch",       folder / "in",    "-o",         folder / "out",
                                            "--overwrite", "skip",           "--manifest", folder / "m.jsonl",
                                            "--report",    folder / "r.html"};
    CHECK(contains(sluice_program(words).err, "2 done in "));
    fs::remove(folder / "out/b.png");
    const Outcome again = sluice_program(words);
    CHECK(again.code == 0);
    CHECK(contains(again.err, "1 done, 1 skipped in "));
    CHECK(contains(again.err, "results that exist were left as they are and count as done"));
    const auto lines = json_lines(bytes_of(folder / "m.jsonl"));
    REQUIRE(lines.size() == 4);
    CHECK(lines[2].at("status") == "skipped");
    CHECK(lines[2].at("error") == "'" + folder / "out/a.png" + "' exists");
    CHECK(contains(bytes_of(folder / "r.html"), "exists</div>"));
}
