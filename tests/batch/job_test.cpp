// Whole runs over real files, with a device step that needs no device.
#include "pipeline/batch/job.hpp"

#include "io/read.hpp"
#include "tests/batch/collect.hpp"
#include "tests/batch/made.hpp"
#include "tests/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>
#include <stop_token>
#include <string>
#include <tuple>
#include <vector>

#include <unistd.h>

using namespace sluice;
namespace fs = std::filesystem;

namespace {

std::string reason(const Collect& collect, const std::string& ending) {
    const FileReport* report = collect.of(ending);
    REQUIRE(report != nullptr);
    CHECK(report->status == FileStatus::failed);
    return report->error;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE(
    "a tree is mirrored; bad files are told with their reason, the others are done, nothing is left over") {
    const TemporaryFolder folder;
    folder.put("in/a.png", made::png());
    folder.put("in/sub/deep/b.png", made::png(3, 5, 1));
    folder.put("in/two words.png", made::png());
    folder.put("in/line\nbreak.png", made::png());
    folder.put("in/bytes\xFF\xFE.png", made::png());
    folder.put("in/empty.png", "");
    folder.put("in/text.png", "this is no picture");
    folder.put("in/short.png", made::png().substr(0, 60));
    folder.put("in/photo.qoi", std::string("qoif\0\0\0\1", 8));
    folder.put("in/notes.txt", "passed over");

    Collect collect;
    const Summary summary = made::run(folder, collect);
    CHECK(summary.done == 5);
    CHECK(summary.failed == 4);
    CHECK(summary.failures.size() == 4);
    CHECK(folder.files("out") ==
          Names{"a.png", "bytes\xFF\xFE.png", "line\nbreak.png", "sub/deep/b.png", "two words.png"});
    for (const FileReport& report : collect.reports) {
        if (report.status != FileStatus::done) continue;
        CHECK(bytes_of(report.file.output) == bytes_of(report.file.input));
    }
    CHECK(reason(collect, "empty.png").find("is empty") != std::string::npos);
    CHECK(reason(collect, "text.png").find("is not an image") != std::string::npos);
    CHECK(reason(collect, "short.png") != "");
    CHECK(reason(collect, "photo.qoi").find("QOI") != std::string::npos);
}

TEST_CASE("a file is opened once, and its header tells how small its picture is read") {
    std::atomic<int> opened{0};
    std::vector<StageDef> all;
    for (const StageDef* stage : made::registry().all()) {
        all.push_back(*stage);
        if (stage->name != "load") continue;
        auto& load = std::get<SourceDef>(all.back().of_kind);
        load.open = [&opened, open = load.open](const Values& values) {
            ++opened;
            return open(values);
        };
    }
    const Registry registry(std::move(all));
    Diagnostics faults;
    const FilePipeline pipeline(wrapped(Graph::from_chain("thumbnail 20"), registry), registry, faults);
    REQUIRE(faults.ok());
    const TemporaryFolder folder;
    folder.put("in/a.jpg", made::file("jpg", made::ramp({161, 119, 3}, 10, 200)));
    folder.put("in/b.png", made::png());
    Collect collect;
    const Job job{pipeline, made::folder_to_folder(folder / "in", folder / "out"), {}, {.workers = 2}, {}};
    CHECK(run_batch(job, made::unchanged, collect).done == 2);
    CHECK(opened == 2);
    CHECK(probe((folder / "out/a.jpg").string()) == ImageFormat{41, 30, 3});
}

TEST_CASE("a picture that is read smaller is reported as large as it is in its file, and counted so") {
    const TemporaryFolder folder;
    folder.put("in/a.jpg", made::file("jpg", made::ramp({161, 119, 3}, 10, 200)));
    for (const auto& [chain, shrink, width] : std::vector<std::tuple<std::string, std::size_t, std::size_t>>{
             {"thumbnail 20", 4, 20},
             {"load shrink=2", 2, 81},
             {"load shrink=never | thumbnail 20", 1, 20}}) {
        CAPTURE(chain);
        const FilePipeline pipeline = made::pipeline(chain);
        Collect collect;
        Job job{pipeline, made::folder_to_folder(folder / "in", folder / "out"), {}, {}, {}};
        job.overwrite = Overwrite::always;
        const Summary summary = run_batch(job, made::unchanged, collect);
        REQUIRE(summary.done == 1);
        CHECK(summary.pixels == 161 * 119);
        CHECK(collect.reports[0].input == ImageFormat{161, 119, 3});
        CHECK(collect.reports[0].shrink == shrink);
        CHECK(probe((folder / "out/a.jpg").string()).width == (shrink == 4 ? 41 : shrink == 2 ? 81 : 161));
    }
}

TEST_CASE("a report tells formats and sizes of what was read and written") {
    const TemporaryFolder folder;
    folder.put("in/a.png", made::png(16, 8, 3));
    Collect collect;
    made::run(folder, collect);
    const FileReport& report = collect.reports.at(0);
    CHECK(report.input == ImageFormat{16, 8, 3});
    CHECK(report.output == ImageFormat{16, 8, 3});
    CHECK(report.output_bytes == fs::file_size(folder / "out/a.png"));
}

TEST_CASE("glimpses are taken where they are asked for, and nowhere else") {
    const TemporaryFolder folder;
    folder.put("in/a.png", made::png(200, 100, 3));
    for (const bool wanted : {false, true}) {
        Collect collect;
        Job job{made::pipeline("invert"),
                made::folder_to_folder(folder / "in", folder / "out"),
                Overwrite::always,
                {},
                {}};
        if (wanted)
            job.glimpse = [](const ConstHostView& picture) {
                Glimpse seen;
                seen.width = picture.format.width;
                return seen;
            };
        run_batch(job, made::unchanged, collect);
        const FileReport& report = collect.reports.at(0);
        CHECK((report.before != nullptr) == wanted);
        CHECK((report.after != nullptr) == wanted);
        CHECK((report.seconds.glimpses > 0) == wanted);
        CHECK(report.seconds.decode > 0);
        CHECK(report.seconds.encode > 0);
        CHECK(report.seconds.queued >= 0);
        if (wanted) CHECK(report.before->width == 200);
        if (wanted) CHECK(report.after->width == 200);
    }
}

TEST_CASE("an input that vanishes before its turn fails alone") {
    const TemporaryFolder folder;
    for (const char* name : {"in/a.png", "in/b.png", "in/c.png"}) folder.put(name, made::png());
    Collect collect;
    collect.on_started = [&](const BatchFile& file) {
        if (file.input.filename() == "a.png") fs::remove(folder / "in/b.png");
    };
    const Summary summary = made::run(folder, collect, Overwrite::never, {.workers = 1});
    CHECK(summary.done == 2);
    CHECK(reason(collect, "b.png").find("there is no such file") != std::string::npos);
    CHECK(folder.files("out") == Names{"a.png", "c.png"});
}

TEST_CASE("a file in the place of an output's folder fails what goes there") {
    const TemporaryFolder folder;
    folder.put("in/a.png", made::png());
    folder.put("in/sub/b.png", made::png());
    folder.put("out/sub", "a file");
    Collect collect;
    const Summary summary = made::run(folder, collect, Overwrite::always);
    CHECK(summary.done == 1);
    CHECK(reason(collect, "b.png").find("cannot be made a folder: ") != std::string::npos);
    CHECK(folder.files("out") == Names{"a.png", "sub"});
    CHECK(bytes_of(folder / "out/sub") == "a file");
}

TEST_CASE("a folder in the place of an output fails that file, whatever may be replaced") {
    for (const Overwrite overwrite : {Overwrite::never, Overwrite::newer, Overwrite::always}) {
        const TemporaryFolder folder;
        folder.put("in/a.png", made::png());
        folder.put("in/b.png", made::png());
        fs::create_directories(folder / "out/a.png");
        Collect collect;
        CHECK(made::run(folder, collect, overwrite).done == 1);
        CHECK(reason(collect, "a.png").find("is a folder") != std::string::npos);
        CHECK(folder.files("out") == Names{"b.png"});
    }
}

TEST_CASE("a folder that cannot be written to fails its files, and no temporary file is left") {
    const TemporaryFolder folder;
    folder.put("in/a.png", made::png());
    fs::create_directories(folder / "out");
    fs::permissions(folder / "out", fs::perms::owner_read | fs::perms::owner_exec);
    Collect collect;
    const Summary summary = made::run(folder, collect);
    fs::permissions(folder / "out", fs::perms::owner_all);
    if (::geteuid() == 0) {
        CHECK(summary.done == 1);  // root may write everywhere
    } else {
        CHECK(reason(collect, "a.png").find("cannot be") != std::string::npos);
        CHECK(folder.files("out").empty());
    }
}

TEST_CASE("an output folder that cannot exist fails every file and ends well") {
    const TemporaryFolder folder;
    folder.put("in/a.png", made::png());
    folder.put("in/b.png", made::png());
    const Job job{made::pipeline("invert"), made::folder_to_folder(folder / "in", "/proc/none"), {}, {}, {}};
    Collect collect;
    const Summary summary = run_batch(job, made::unchanged, collect);
    CHECK(summary.failed == 2);
    CHECK(summary.failures.at(0).reason.find("/proc/none: cannot be made a folder") == 0);
}

TEST_CASE("an input that becomes a folder before its turn fails alone") {
    const TemporaryFolder folder;
    for (const char* name : {"in/a.png", "in/b.png"}) folder.put(name, made::png());
    Collect collect;
    collect.on_started = [&](const BatchFile& file) {
        if (file.input.filename() != "a.png") return;
        fs::remove(folder / "in/b.png");
        fs::create_directories(folder / "in/b.png");
    };
    CHECK(made::run(folder, collect, Overwrite::never, {.workers = 1}).done == 1);
    CHECK(reason(collect, "b.png").find("it is a folder") != std::string::npos);
}

TEST_CASE("an output that is a link in a circle fails its file and stays") {
    for (const Overwrite overwrite : {Overwrite::never, Overwrite::always}) {
        const TemporaryFolder folder;
        folder.put("in/a.png", made::png());
        folder.put("in/b.png", made::png());
        folder.put("out/x", "");
        fs::create_symlink("a.png", folder / "out/a.png");
        Collect collect;
        CHECK(made::run(folder, collect, overwrite).done == 1);
        CHECK(reason(collect, "a.png") == "its output '" + (folder / "out/a.png").string() +
                                              "' cannot be written: Too many levels of symbolic links");
        CHECK(fs::is_symlink(folder / "out/a.png"));
    }
}

TEST_CASE("paths in reasons are on one line, whatever is in them") {
    const TemporaryFolder folder;
    folder.put("in/line\nbreak\xFF/a.png", made::png());
    folder.put("out/line\nbreak\xFF", "a file");
    Collect collect;
    CHECK(made::run(folder, collect).failed == 1);
    CHECK(reason(collect, "a.png") ==
          (folder / "out/line\\x0abreak\\xff").string() + ": cannot be made a folder: Not a directory");
}

TEST_CASE("temporary files that a killed run left are removed at the beginning, wherever outputs go") {
    const TemporaryFolder folder;
    folder.put("in/a.png", made::png());
    folder.put("in/sub/b.png", made::png());
    folder.put("in/c.png", made::png());
    folder.put("elsewhere/c.png", "old");
    fs::create_directories(folder / "out/other");
    fs::create_symlink("../elsewhere/c.png", folder / "out/c.png");
    for (const char* place : {"out/", "out/sub/", "elsewhere/", "out/other/"}) {
        const auto left = folder.put(place + std::string(".sluice-1-2.tmp"), "left");
        fs::last_write_time(left, fs::last_write_time(left) - std::chrono::hours(48));
    }
    Collect collect;
    const Summary summary = made::run(folder, collect, Overwrite::always);
    CHECK(summary.done == 3);
    CHECK(summary.abandoned == 3);
    CHECK(folder.files("out") == Names{"a.png", "c.png", "other/.sluice-1-2.tmp", "sub/b.png"});
    CHECK(folder.files("elsewhere") == Names{"c.png"});
    CHECK(bytes_of(folder / "elsewhere/c.png") == made::png());
}

TEST_CASE("links that lead round and round end the walk, not the run") {
    const TemporaryFolder folder;
    folder.put("in/a.png", made::png());
    fs::create_symlink("loop.png", folder / "in/loop.png");
    fs::create_directory_symlink(folder / "in", folder / "in/again");
    Collect collect;
    CHECK(made::run(folder, collect).done == 1);
    CHECK(folder.files("out") == Names{"a.png"});
}

TEST_CASE("what exists already is an error of its file by default, and stays as it is") {
    const TemporaryFolder folder;
    folder.put("in/a.png", made::png());
    folder.put("in/b.png", made::png());
    folder.put("out/a.png", "old");
    Collect collect;
    const Summary summary = made::run(folder, collect);
    CHECK(summary.done == 1);
    CHECK(summary.failed == 1);
    CHECK(
        reason(collect, "a.png")
            .find("exists; .overwrite = Overwrite::skip keeps it and counts it as done, Overwrite::newer or "
                  "Overwrite::always replaces it") != std::string::npos);
    CHECK(bytes_of(folder / "out/a.png") == "old");
}

TEST_CASE("with overwrite always every output is replaced") {
    const TemporaryFolder folder;
    folder.put("in/a.png", made::png());
    folder.put("out/a.png", "old");
    Collect collect;
    CHECK(made::run(folder, collect, Overwrite::always).done == 1);
    CHECK(bytes_of(folder / "out/a.png") == made::png());
}

TEST_CASE("with overwrite newer only outputs that are older than their inputs are replaced") {
    using namespace std::chrono_literals;
    const TemporaryFolder folder;
    folder.put("out/changed.png", "old");
    folder.put("out/same.png", "old");
    const fs::path changed = folder.put("in/changed.png", made::png());
    const fs::path same = folder.put("in/same.png", made::png());
    folder.put("in/fresh.png", made::png());
    fs::last_write_time(changed, fs::last_write_time(folder / "out/changed.png") + 10s);
    fs::last_write_time(same, fs::last_write_time(folder / "out/same.png") - 10s);
    Collect collect;
    const Summary summary = made::run(folder, collect, Overwrite::newer);
    CHECK(summary.done == 2);
    CHECK(summary.skipped == 1);
    CHECK(summary.failed == 0);
    CHECK(collect.of("same.png")->status == FileStatus::skipped);
    CHECK(bytes_of(folder / "out/same.png") == "old");
    CHECK(bytes_of(folder / "out/changed.png") == made::png());
    CHECK(bytes_of(folder / "out/fresh.png") == made::png());
}

TEST_CASE("an interrupted run leaves complete outputs and nothing else") {
    const TemporaryFolder folder;
    for (int i = 0; i < 40; ++i) folder.put("in/" + std::to_string(i) + ".png", made::png(64, 64));
    std::stop_source stop;
    Collect collect;
    collect.on_finished = [&](const FileReport&) {
        if (collect.reports.size() >= 5) stop.request_stop();
    };
    const Summary summary =
        made::run(folder, collect, Overwrite::never, {.workers = 2, .stop = stop.get_token()});
    CHECK(summary.interrupted);
    CHECK(summary.left > 0);
    CHECK(summary.failed == 0);
    const Names files = folder.files("out");
    CHECK(files.size() == summary.done);
    for (const std::string& name : files) CHECK(bytes_of(folder / ("out/" + name)) == made::png(64, 64));
}

TEST_CASE("a failure stops the run where that is asked for") {
    const TemporaryFolder folder;
    folder.put("in/00.png", "bad");
    for (int i = 10; i < 40; ++i) folder.put("in/" + std::to_string(i) + ".png", made::png());
    Collect collect;
    const Summary summary = made::run(folder, collect, Overwrite::never, {.workers = 1, .most_failures = 0});
    CHECK(summary.failed == 1);
    CHECK(summary.left > 0);
    CHECK_FALSE(summary.interrupted);
    CHECK(folder.files("out").size() == summary.done);
}
