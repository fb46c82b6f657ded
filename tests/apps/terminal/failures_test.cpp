#include "apps/terminal/failures.hpp"

#include "tests/apps/program.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

std::size_t lines_with(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
    return count;
}

}  // namespace

TEST_CASE("of hundreds of files that fail alike a few are named, and the others counted") {
    const Scratch folder;
    for (int i = 0; i < 9; ++i) {
        const std::string name = "in/" + std::to_string(i) + ".png";
        folder.put(name, ramp(4, 3, 1, i, 9));
        folder.put("bad/" + std::to_string(i) + ".png", std::string("no picture"));
    }
    folder.put("bad/empty.png", std::string());
    const std::string in = folder / "in", out = folder / "out", bad = folder / "bad";
    REQUIRE(sluice_program({"batch", in, "-o", out}).code == 0);

    const Outcome again = sluice_program({"batch", in, "-o", out});
    CHECK(again.code == 1);
    CHECK(lines_with(again.err, "exists; --overwrite") == 4);
    CHECK(contains(again.err, "failed: 6 more files: its output exists; --overwrite skip keeps it"));
    CHECK(lines_with(sluice_program({"batch", in, "-o", out, "-v"}).err, "\nfailed: ") == 9);

    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"batch", bad, "-o", folder / "bad-out"}, {"stats", bad}}) {
        const Outcome outcome = sluice_program(words);
        CHECK(outcome.code == 1);
        CHECK(lines_with(outcome.err, "is not an image") == 4);
        CHECK(contains(outcome.err, "6 more files: it is not an image"));
        CHECK(contains(outcome.err, "empty.png: the file is empty"));
    }
    const Outcome dry = sluice_program({"batch", in, "-o", out, "--dry-run"});
    CHECK(contains(dry.err, "6 more files: "));
}
