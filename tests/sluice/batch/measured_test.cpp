// Batches with stages whose size follows from pixels: each image has another box.
#include "io/read.hpp"
#include "io/write.hpp"
#include "tests/error_of.hpp"
#include "tests/sluice/devices.hpp"
#include "tests/temporary_folder.hpp"

#include <sluice/batch.hpp>
#include <sluice/sluice.hpp>

#include <doctest/doctest.h>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

using namespace sluice;
using namespace sluice::test;
namespace fs = std::filesystem;

namespace {

struct Drawn {
    std::size_t width, height;       // of the image, which is white
    std::size_t x, y, across, down;  // of a dark rectangle
};
const std::vector<Drawn> drawn{{40, 30, 3, 4, 20, 11},  {40, 30, 9, 2, 7, 25},    {40, 30, 0, 0, 40, 30},
                               {17, 50, 16, 49, 1, 1},  {300, 200, 8, 1, 33, 44}, {40, 30, 3, 4, 20, 11},
                               {123, 45, 22, 6, 77, 30}};

void put(const fs::path& file, const Drawn& of) {
    HostImage image(ImageFormat{of.width, of.height, 3, Pixel::u8});
    for (std::size_t y = 0; y < of.height; ++y)
        for (std::size_t x = 0; x < of.width; ++x)
            for (int c = 0; c < 3; ++c) {
                const bool inside = x >= of.x && x < of.x + of.across && y >= of.y && y < of.y + of.down;
                set_sample(image.view(), x, y, c, inside ? static_cast<double>((x + 2 * y) % 90) : 255);
            }
    write(file.string(), image.view());
}

// a.png, b.png and so on.
std::string name(std::size_t i) { return std::string(1, static_cast<char>('a' + i)) + ".png"; }

void put_all(const TemporaryFolder& folder) {
    folder.put("in/x", "");
    fs::remove(folder / "in/x");
    for (std::size_t i = 0; i < drawn.size(); ++i) put(folder / ("in/" + name(i)), drawn[i]);
}

Summary run(const TemporaryFolder& folder, const std::string& chain, BatchOptions options = {}) {
    return Batch(Graph::from_chain(chain), {folder / "in"}, folder / "out", std::move(options)).run(device());
}

void check_size(const fs::path& file, std::size_t width, std::size_t height) {
    CAPTURE(file.string());
    const ImageFormat format = read(file.string()).format();
    CHECK(format.width == width);
    CHECK(format.height == height);
}

void check_trimmed(const TemporaryFolder& folder) {
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        const Drawn& of = drawn[i];
        // An image without a border begins with its own corner.
        const bool whole = of.across == of.width;
        check_size(folder / ("out/" + name(i)), whole ? 40 : of.across, whole ? 30 : of.down);
        const HostImage result = read((folder / ("out/" + name(i))).string());
        if (!whole) CHECK(sample(result.view(), 0, 0, 1) == static_cast<double>((of.x + 2 * of.y) % 90));
    }
}

}  // namespace

TEST_CASE("each image of a batch is cut to a box of its own") {
    const TemporaryFolder folder;
    put_all(folder);
    std::map<std::string, FileReport> reports;
    BatchOptions options;
    options.progress = [&](const BatchProgress& at) {
        if (at.file != nullptr) reports.emplace(at.file->file.input.filename().string(), *at.file);
    };
    CHECK(run(folder, "trim", options).done == drawn.size());
    check_trimmed(folder);
    const FileReport& first = reports.at("a.png");
    CHECK(first.output->width == 20);
    CHECK(first.tables.at("trim").integer("x") == 3);
    CHECK(first.tables.at("trim").integer("height") == 11);
}

TEST_CASE("with a limit of memory, and in one frame at a time, boxes are the same") {
    const TemporaryFolder folder;
    put_all(folder);
    BatchOptions options;
    options.limit_memory = std::size_t{1} << 30;
    options.in_flight = 1;
    options.jobs = 1;
    CHECK(run(folder, "trim", options).done == drawn.size());
    check_trimmed(folder);
}

TEST_CASE("trim may have several results, stand twice, and in a branch") {
    const TemporaryFolder folder;
    put_all(folder);
    const std::string chain =
        "load id=all | trim id=cut | save; resize from=all width=8 height=5 | save {stem}-all.png; "
        "pad from=cut 2 color=128 | trim 0 | flip x | save {stem}-again.png";
    CHECK(run(folder, chain).done == drawn.size());
    check_trimmed(folder);
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        const std::string stem = std::string(1, name(i)[0]);
        const ImageFormat cut = read((folder / ("out/" + name(i))).string()).format();
        check_size(folder / ("out/" + stem + "-all.png"), 8, 5);
        check_size(folder / ("out/" + stem + "-again.png"), cut.width, cut.height);
    }
}

TEST_CASE("an image that is all background is done, with a warning") {
    const TemporaryFolder folder;
    folder.put("in/x", "");
    fs::remove(folder / "in/x");
    put(folder / "in/a.png", {20, 10, 0, 0, 0, 0});
    std::vector<std::string> warnings;
    BatchOptions options;
    options.progress = [&](const BatchProgress& at) {
        if (at.file != nullptr) warnings = at.file->warnings;
    };
    CHECK(run(folder, "trim", options).done == 1);
    check_size(folder / "out/a.png", 20, 10);
    CHECK(warnings == std::vector<std::string>{"trim: all of the image is background; it stays as it is"});
}

TEST_CASE("a batch with trim is resumed, and another tolerance is another pipeline") {
    const TemporaryFolder folder;
    put_all(folder);
    BatchOptions options;
    options.manifest = folder / "m.jsonl";
    options.resume = true;
    CHECK(run(folder, "trim", options).done == drawn.size());
    CHECK(run(folder, "trim", options).skipped == drawn.size());
    fs::remove(folder / "out/c.png");
    const Summary again = run(folder, "trim", options);
    CHECK(again.done == 1);
    CHECK(again.skipped == drawn.size() - 1);
    CHECK(run(folder, "trim 0.5", options).done == drawn.size());
}

TEST_CASE("a preview says the largest size that a result may have") {
    const TemporaryFolder folder;
    put_all(folder);
    const BatchPreview preview =
        Batch(Graph::from_chain("trim"), {folder / "in"}, folder / "out", {}).preview(device());
    REQUIRE(preview.files.size() == drawn.size());
    CHECK(preview.files[0].error.empty());
    CHECK(preview.files[0].output->width == 40);
}

TEST_CASE("a size that a stage behind trim refuses fails the file alone") {
    const TemporaryFolder folder;
    put_all(folder);
    const Summary summary = run(folder, "trim | crop width=10 height=10");
    CHECK(summary.failed == 2);  // b, which is 7 wide, and d
    CHECK(summary.done == drawn.size() - 2);
    CHECK(summary.failures.at(0).reason.find("crop: takes 10 columns, but the image has 7") !=
          std::string::npos);
}

TEST_CASE("a file whose largest size is refused is done if its size is right") {
    const TemporaryFolder folder;
    put_all(folder);
    for (const bool limited : {false, true}) {
        fs::remove_all(folder / "in");
        fs::create_directories(folder / "in");
        put(folder / "in/a.png", drawn[0]);
        put(folder / "small.png", {20, 11, 0, 0, 20, 11});
        BatchOptions options;
        options.overwrite = Overwrite::always;
        if (limited) options.limit_memory = std::size_t{1} << 30;
        const std::string chain =
            "trim id=cut; load " + (folder / "small.png").string() + " id=other; max from=cut,other | save";
        CHECK(run(folder, "load | " + chain, options).done == 1);
        check_size(folder / "out/a.png", 20, 11);
    }
}
