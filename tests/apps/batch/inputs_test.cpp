// What batch and stats take for their inputs, and what they say where there is none.
#include "tests/apps/program.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

namespace fs = std::filesystem;

namespace {

using Words = std::vector<std::string>;

Outcome batch(const Scratch& folder, const Words& more) {
    Words words = {"batch", "-o", folder / "out"};
    words.insert(words.end(), more.begin(), more.end());
    return sluice_program(words);
}

}  // namespace

TEST_CASE("inputs that are none end with 2 and tell what there is instead") {
    const Scratch folder;
    folder.put("in/a.jpg", "x");
    folder.put("in/b.jpg", "x");
    folder.put("in/c.png", "x");
    folder.put("texts/a.txt", "x");
    folder.put("texts/README", "x");
    folder.put("tree/sub/a.png", "x");
    folder.put("list", "\n\n");
    fs::create_directories(folder / "empty");
    const Outcome glob = batch(folder, {folder / "in", "--glob", "*.tif"});
    CHECK(glob.code == 2);
    CHECK(contains(glob.err,
                   "--glob '*.tif' matches no file; there are 3 files of other names: 2 .jpg, 1 .png"));
    for (const std::string command : {"batch", "stats"}) {
        const auto run = [&](const std::string& input) {
            return command == "batch" ? batch(folder, {input}) : sluice_program({"stats", input});
        };
        const Outcome texts = run(folder / "texts");
        CHECK(texts.code == 2);
        CHECK(contains(
            texts.err,
            "there are no images; 2 files are not images by their names: 1 without extension, 1 .txt"));
        const Outcome empty = run(folder / "empty");
        CHECK(empty.code == 2);
        CHECK(contains(empty.err, "there are no images; there are no files at all"));
        const Outcome tree = run(folder / "tree");
        CHECK(tree.code == 2);
        CHECK(contains(tree.err, "1 folder inside was left out: --recursive includes them"));
    }
    const Outcome list = batch(folder, {"--files-from", folder / "list"});
    CHECK(list.code == 2);
    CHECK(contains(list.err, "the list contains no names"));
    CHECK_FALSE(fs::exists(folder / "out"));
}

TEST_CASE("raw pictures of cameras in a folder are named, and take no other picture's name") {
    const Scratch folder;
    const std::string tiff("II*\0\x08\0\0\0\0\0", 10);
    folder.put("in/a.png", ramp(8, 6, 3, 0, 50));
    folder.put("in/a.NEF", tiff);
    folder.put("in/b.CR2", tiff);
    const Outcome outcome = batch(folder, {folder / "in", "--format", "png"});
    CHECK(outcome.code == 1);
    CHECK(contains(outcome.err, "1 done, 2 failed"));
    CHECK(contains(outcome.err, folder / "in/a.NEF" + ": it is NEF raw, which sluice cannot read"));
    CHECK(folder.files("out") == Words{"a.png"});
    const Outcome glob = batch(folder, {folder / "in", "--glob", "*.CR2"});
    CHECK(glob.code == 1);
    CHECK(contains(glob.err, "it is CR2 raw"));
    const Outcome stats = sluice_program({"stats", folder / "in"});
    CHECK(stats.code == 1);
    CHECK(contains(stats.err, folder / "in/b.CR2" + ": it is CR2 raw, which sluice cannot read"));
}

TEST_CASE("--base says what the mirrored tree begins at") {
    const Scratch folder;
    for (const char* name : {"in/x/a.png", "in/y/a.png", "other/b.png"})
        folder.put(name, ramp(8, 6, 3, 0, 50));
    const Outcome clash = batch(folder, {folder / "in/x/a.png", folder / "in/y/a.png"});
    CHECK(clash.code == 2);
    CHECK(contains(clash.err, "--name '{parent}/{stem}.{ext}' tells them apart"));
    CHECK(batch(folder, {folder / "in/x/a.png", folder / "in/y", "--base", folder / "in"}).code == 0);
    CHECK(folder.files("out") == Words{"x/a.png", "y/a.png"});
    const Outcome above = batch(folder, {folder / "in/x", folder / "other", "--base", folder / "in/"});
    CHECK(above.code == 2);
    CHECK(contains(above.err, "other/b.png' is not below it"));
    CHECK(batch(folder, {folder / "in/x", "--base", folder / "none"}).code == 2);
    CHECK(sluice_program({"batch", folder / "in/x/a.png", "-o", folder / "c.png", "--base", folder / "in"})
              .code == 2);
}

TEST_CASE("no text takes the place of a picture") {
    const Scratch folder;
    const std::string input = folder.put("in/a.png", ramp(8, 6, 3, 0, 50)), before = bytes_of(input);
    const std::string other = folder.put("other.png", ramp(8, 6, 3, 0, 60)), kept = bytes_of(other);
    fs::create_symlink("a.png", folder / "in/link.png");
    for (const std::string& path : {input, other, folder / "in/link.png"}) {
        CAPTURE(path);
        CHECK(sluice_program({"stats", input, "--json", path}).code == 2);
        CHECK(
            sluice_program({"run", "load " + input + " | save " + folder / "b.png", "--trace", path}).code ==
            2);
        CHECK(bench_program({"reduce", "--json", path}).code == 2);
        CHECK(bench_program({"reduce", "--plot", path}).code == 2);
        CHECK(batch(folder, {input, "--report", path, "--overwrite", "always"}).code == 2);
        CHECK(batch(folder, {input, "--manifest", path, "--overwrite", "always"}).code == 2);
    }
    CHECK(bytes_of(input) == before);
    CHECK(bytes_of(other) == kept);
    CHECK_FALSE(fs::exists(folder / "out"));
}
