// A file is opened once for its header and its pixels, whatever command reads it.
#include "tests/apps/program.hpp"
#include "tests/file_opens.hpp"
#include "tests/reference/random_image.hpp"

#include <doctest/doctest.h>

#include <list>
#include <string>
#include <vector>

namespace {

using sluice::HostImage;

HostImage picture() { return sluice::reference::random_image({300, 200, 3}, {}); }

// How often `file` is opened while this runs.
std::size_t opens(const std::string& file, const std::vector<std::string>& words,
                  const Surroundings& around = {}) {
    FileOpens opens(file);
    const Outcome outcome = sluice_program(words, around);
    INFO(outcome.err);
    CHECK(outcome.code == 0);
    return opens.count();
}

}  // namespace

TEST_CASE("run, plan and stats open each file once") {
    const Scratch folder;
    const std::string out = " | save overwrite=always " + folder / "out.png";
    for (const std::string extension : {"jpg", "png", "tif", "ppm", "bmp"}) {
        CAPTURE(extension);
        const std::string file = folder.put("a." + extension, picture());
        for (const std::string stage : {"invert", "normalize", "thumbnail 40", "flip axis=y"}) {
            CAPTURE(stage);
            const std::string chain = "load " + file + " | " + stage + out;
            CHECK(opens(file, {"run", chain}) == 1);
            CHECK(opens(file, {"run", "--isolate", chain}) == 1);
        }
        CHECK(opens(file, {"plan", "load " + file + " | normalize" + out}) == 1);
        CHECK(opens(file, {"plan", "invert", "--input", file}) == 1);
        CHECK(opens(file, {"stats", file}) == 1);
        CHECK(opens(file, {"stats", "--isolate", file}) == 1);
    }
}

TEST_CASE("run opens files that go by rows once, however often it needs their rows") {
    const Scratch folder;
    std::string pixels = "P6\n8000 2000\n255\n";
    pixels.resize(pixels.size() + std::size_t{3} * 8000 * 2000, 'x');
    const std::string file = folder.put("a.ppm", pixels);
    for (const std::string chain : {"normalize", "flip axis=y | normalize"}) {
        const std::vector<std::string> words{
            "run", "load " + file + " | " + chain + " | save overwrite=always " + folder / "out.ppm"};
        CHECK(opens(file, words) == 1);
        std::vector<std::string> isolated = words;
        isolated.emplace_back("--isolate");
        CHECK(opens(file, isolated) == 1);
    }
}

TEST_CASE("each of several files of a pipeline is opened once, in processes of their own twice at most") {
    const Scratch folder;
    const std::string one = folder.put("a.png", picture()), other = folder.put("b.jpg", picture());
    const std::string chain = "load " + other + " id=b; load " + one + " | absdiff from=load,b | save " +
                              folder / "out.png" + " overwrite=always";
    for (const std::string& input : {one, other}) {
        CHECK(opens(input, {"run", chain}) == 1);
        const std::size_t isolated = opens(input, {"run", "--isolate", chain});
        CHECK(isolated >= 1);
        CHECK(isolated <= 2);
    }
}

TEST_CASE("batch opens each file once, and twice where it looks for formats to compile") {
    const Scratch folder;
    std::vector<std::string> files;
    for (int i = 0; i < 6; ++i)
        files.push_back(folder.put("in/" + std::to_string(i) + (i % 2 == 0 ? ".jpg" : ".png"), picture()));
    for (const std::string option : {"--isolate", "--limit-memory=2G", "--jobs=1", "--verbose"}) {
        CAPTURE(option);
        std::list<FileOpens> opens;
        for (const std::string& file : files) opens.emplace_back(file);
        const Outcome outcome =
            sluice_program({"batch", folder / "in", "-o", folder / "out", "--overwrite", "always", option});
        INFO(outcome.err);
        CHECK(outcome.code == 0);
        for (FileOpens& file : opens) {
            const std::size_t count = file.count();
            CHECK(count >= 1);
            CHECK(count <= 2);
        }
    }
}
