// Pipelines with several saves: each input is decoded once, and has a result for each.
#include "io/read.hpp"
#include "io/write.hpp"
#include "tests/error_of.hpp"
#include "tests/sluice/devices.hpp"
#include "tests/temporary_folder.hpp"

#include <sluice/batch.hpp>
#include <sluice/sluice.hpp>

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

using namespace sluice;
using namespace sluice::test;
namespace fs = std::filesystem;

namespace {

const char* const sizes =
    "resize width=8 | save {stem}-8.png id=middle | resize width=4 | save {stem}-4.pgm ; "
    "invert from=load | save";

void put_level(const TemporaryFolder& folder, const std::string& name, std::uint8_t level) {
    HostImage image(ImageFormat{16, 8, 1, Pixel::u8});
    for (std::size_t y = 0; y < 8; ++y) std::fill_n(image.as<std::uint8_t>(y), 16, level);
    folder.put(name, "");
    write((folder / name).string(), image.view());
}

Summary run(const TemporaryFolder& folder, BatchOptions options = {}, const std::string& chain = sizes) {
    return Batch(Graph::from_chain("load id=load | " + chain), {folder / "in"}, folder / "out",
                 std::move(options))
        .run(device());
}

std::string text_of(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

TEST_CASE("each input has a result for each save") {
    const TemporaryFolder folder;
    put_level(folder, "in/a.png", 10);
    put_level(folder, "in/sub/b.png", 20);
    BatchOptions options;
    options.recursive = true;
    std::map<std::string, FileReport> reports;
    options.progress = [&](const BatchProgress& at) {
        if (at.file != nullptr) reports.emplace(at.file->file.input.filename().string(), *at.file);
    };
    const Summary summary = run(folder, options);
    CHECK(summary.done == 2);
    for (const auto& [name, level] : {std::pair("a", 10), std::pair("sub/b", 20)}) {
        const std::string path = (folder / "out" / name).string();
        const HostImage whole = read(path + ".png"), middle = read(path + "-8.png"),
                        small = read(path + "-4.pgm");
        CHECK(whole.format().width == 16);
        CHECK(*whole.as<std::uint8_t>(0) == 255 - level);
        CHECK(middle.format().width == 8);
        CHECK(small.format().width == 4);
        CHECK(*small.as<std::uint8_t>(0) == level);
    }
    const FileReport& report = reports.at("a.png");
    REQUIRE(report.also.size() == 2);
    CHECK(report.output->width == 16);
    CHECK(report.also[0].format->width == 8);
    CHECK(report.also[1].bytes == fs::file_size(folder / "out/a-4.pgm"));
}

TEST_CASE("results are kept or replaced file by file, and a run is resumed by all of them") {
    const TemporaryFolder folder;
    put_level(folder, "in/a.png", 10);
    put_level(folder, "in/b.png", 20);
    BatchOptions options;
    options.manifest = folder / "m.jsonl";
    options.resume = true;
    CHECK(run(folder, options).done == 2);
    CHECK(text_of(options.manifest).find("\"also\":[{\"output\":\"") != std::string::npos);
    CHECK(run(folder, options).skipped == 2);

    fs::remove(folder / "out/b-8.png");
    Summary summary = run(folder, options);
    CHECK(summary.done == 1);
    CHECK(fs::exists(folder / "out/b-8.png"));
    std::ofstream(folder / "out/a-4.pgm") << "changed";
    summary = run(folder, options);
    CHECK(summary.done == 1);
    CHECK(read((folder / "out/a-4.pgm").string()).format().width == 4);
    CHECK(run(folder, options).skipped == 2);

    // Without a manifest, what exists decides.
    CHECK(run(folder).failed == 2);
    BatchOptions skip;
    skip.overwrite = Overwrite::skip;
    CHECK(run(folder, skip).skipped == 2);
    fs::remove(folder / "out/a.png");
    const std::string kept = "kept";
    std::ofstream(folder / "out/a-8.png") << kept;
    std::vector<std::string> warnings;
    skip.progress = [&](const BatchProgress& at) {
        if (at.file != nullptr) warnings = at.file->warnings;
    };
    summary = run(folder, skip);
    CHECK(summary.done == 1);
    CHECK(summary.skipped == 1);
    CHECK(text_of(folder / "out/a-8.png") == kept);
    CHECK(read((folder / "out/a.png").string()).format().width == 16);
}

TEST_CASE("all saves may have names, and then the batch has none") {
    const TemporaryFolder folder;
    put_level(folder, "in/a.png", 10);
    const std::string chain = "save {stem}-{index:2}.{ext} | resize width=4 | save small/{stem}.png";
    CHECK(run(folder, {}, chain).done == 1);
    CHECK(folder.files("out") == std::vector<std::string>{"a-01.png", "small/a.png"});
    BatchOptions named;
    named.name = "{stem}-x.{ext}";
    CHECK(error_of([&] { run(folder, named, chain); }) ==
          "batch: name and save.path of the pipeline both name the results; leave out one");
    const Graph graph = Graph::from_chain("load | " + chain);
    CHECK(error_of([&] {
              Batch(graph, {folder / "in/a.png"}, folder / "b.png", {});
          }).find("is a file, but the pipeline saves 2 for each input") != std::string::npos);
}

TEST_CASE("with a limit of memory all results count, and go by rows where they have no room") {
    const TemporaryFolder folder;
    put_level(folder, "in/a.png", 10);
    BatchOptions options;
    options.limit_memory = std::size_t{1} << 30;
    options.jobs = 1;
    options.in_flight = 1;
    CHECK(run(folder, options).done == 1);
    const BatchPreview preview = Batch(Graph::from_chain(std::string("load id=load | ") + sizes),
                                       {folder / "in"}, folder / "other", options)
                                     .preview(device());
    REQUIRE(preview.files.size() == 1);
    CHECK(preview.files[0].output->width == 16);
    CHECK(preview.files[0].file.also.size() == 2);
}
