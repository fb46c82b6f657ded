// batch where disks fill up, folders cannot be written to, and names are what they should not be: each file
// that fails says why, the others are done.
#include "tests/apps/batch/disk.hpp"
#include "tests/apps/program.hpp"
#include "tests/skip.hpp"

#include "io/read.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace fs = std::filesystem;

namespace {

using Names = std::vector<std::string>;

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t times = 0;
    for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++times;
    return times;
}

void make_folder(const Scratch& folder, const std::string& name) { fs::create_directories(folder / name); }

}  // namespace

TEST_CASE("a disk that fills up fails the files that find no room; with more room --resume does those only") {
    const Scratch folder;
    for (unsigned i = 0; i < 12; ++i)
        folder.put("in/" + std::to_string(10 + i) + ".png", noise(200, 100, 3, i));
    make_folder(folder, "out");
    const Disk disk(folder / "out", 300'000);
    if (!disk.missing().empty()) return report_skip(disk.missing());
    const Names words = {"batch",      folder / "in",      "-o",      folder / "out",
                         "--manifest", folder / "m.jsonl", "--resume"};
    const Outcome full = sluice_program(words);
    CHECK(full.code == 1);
    const Names names = folder.files("out");
    CHECK(names.size() > 1);
    CHECK(names.size() < 12);
    CHECK(count(full.err, "No space left on device") == 12 - names.size());
    for (const std::string& name : names) {
        CHECK_FALSE(is_temporary(name));
        CHECK(sluice::read(folder / "out/" + name).format().width == 200);
    }
    disk.grow(3'000'000);
    const Outcome rest = sluice_program(words);
    CHECK(rest.code == 0);
    CHECK(contains(rest.err, std::to_string(12 - names.size()) + " done, " + std::to_string(names.size()) +
                                 " skipped in "));
    CHECK(folder.files("out").size() == 12);
}

TEST_CASE("a limit on the size of files fails those beyond it, and does not end the program") {
    const Scratch folder;
    folder.put("in/large.ppm", ramp(1500, 1400, 3, 0, 100));
    folder.put("in/small.png", noise(50, 30, 3, 2));
    // PoCL writes some 2 MB where it compiles.
    const Outcome outcome =
        sluice_program({"batch", folder / "in", "-o", folder / "out"}, {.largest_file = 6'000'000});
    CHECK(outcome.code == 1);
    CHECK(contains(outcome.err, "1 done, 1 failed in "));
    CHECK(contains(outcome.err, "out/large.ppm: it cannot be written: File too large"));
    CHECK(folder.files("out") == Names{"small.png"});
}

TEST_CASE("a manifest that cannot be written ends the run, and says so") {
    const Scratch folder;
    folder.put("in/a.png", ramp(8, 8, 3, 0, 50));
    const Outcome outcome =
        sluice_program({"batch", folder / "in", "-o", folder / "out", "--manifest", "/dev/full"});
    CHECK(outcome.code == 1);
    CHECK(contains(outcome.err, "/dev/full: the manifest cannot be written: No space left on device"));
}

TEST_CASE("folders that cannot be written to fail what goes there") {
    const Scratch folder;
    folder.put("in/a.png", ramp(8, 8, 3, 0, 50));
    folder.put("in/locked/b.png", ramp(8, 8, 3, 0, 50));
    make_folder(folder, "out/locked");
    const Disk disk(folder / "out/locked", 100'000);
    if (!disk.missing().empty()) return report_skip(disk.missing());
    disk.lock();
    const Outcome outcome = sluice_program({"batch", folder / "in", "-r", "-o", folder / "out"});
    CHECK(outcome.code == 1);
    CHECK(contains(outcome.err, "failed: " + folder / "in/locked/b.png" + ": "));
    CHECK(contains(outcome.err, "cannot be created: Read-only file system"));
    CHECK(folder.files("out") == Names{"a.png"});

    const Outcome below = sluice_program({"batch", folder / "in", "-o", folder / "out/locked/new"});
    CHECK(below.code == 2);
    CHECK(contains(below.err, "cannot be written to: Read-only file system"));
}

TEST_CASE("whatever names and files are like, each failure is one line, and the rest is done") {
    const Scratch folder;
    const std::string good = bytes_of(folder.put("good.png", ramp(8, 8, 3, 0, 50)));
    folder.put("in/a b.png", good);
    folder.put("in/line\nbreak.png", good);
    folder.put("in/bytes\xFF\xFE.png", good);
    folder.put("in/empty.png", "");
    folder.put("in/broken\n.png", good.substr(0, 60));
    folder.put("in/occupied.png", good);
    folder.put("in/bad\nfolder\xFF/x.png", good);
    make_folder(folder, "in/folder.png");
    make_folder(folder, "out/occupied.png");
    folder.put("out/bad\nfolder\xFF", "a file");
    fs::create_symlink("loop.png", folder / "in/loop.png");
    fs::create_symlink("missing.png", folder / "in/dangling.png");
    fs::create_directory_symlink(".", folder / "in/again");
    const std::string list = folder.put("list", folder / "in" + '\0' + folder / "vanished.png" + '\0');

    const Outcome outcome = sluice_program({"batch", "--files-from", list, "-0", "-r", "-o", folder / "out",
                                            "--overwrite", "always", "--manifest", folder / "m.jsonl"});
    CHECK(outcome.code == 1);
    CHECK(contains(outcome.err, "3 done, 7 failed in "));
    const std::string in = folder / "in/", failed = "failed: " + in;
    CHECK(contains(outcome.err, failed + "empty.png: the file is empty\n"));
    CHECK(contains(outcome.err, failed + "broken\\x0a.png: "));
    CHECK(contains(outcome.err, failed + "occupied.png: its output "));
    CHECK(contains(outcome.err, failed + "bad\\x0afolder\\xff/x.png: " + folder / "out/bad\\x0afolder\\xff" +
                                    ": cannot be made a folder: Not a directory\n"));
    CHECK(contains(outcome.err, failed + "loop.png: Too many levels of symbolic links\n"));
    CHECK(contains(outcome.err, failed + "dangling.png: "));
    CHECK(contains(outcome.err, "failed: " + folder / "vanished.png" + ": there is no such file\n"));
    CHECK(count(outcome.err, "\nfailed: ") == 7);
    CHECK(count(outcome.err, "\n") == 9);  // with what is done, and the summary
    CHECK(folder.files("out") == Names{"a b.png", "bad\nfolder\xFF", "bytes\xFF\xFE.png", "line\nbreak.png"});

    const auto manifest = json_lines(bytes_of(folder / "m.jsonl"));
    CHECK(manifest.size() == 10);
    CHECK(std::count_if(manifest.begin(), manifest.end(), [](const nlohmann::json& line) {
              return line.at("status") == "done" && line.at("resume").at("output").is_object();
          }) == 3);
}
