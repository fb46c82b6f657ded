// Manifests of several runs become one.
#include "pipeline/batch/merge.hpp"

#include "pipeline/batch/manifest.hpp"
#include "pipeline/batch/manifest_report.hpp"
#include "tests/error_of.hpp"
#include "tests/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

using namespace sluice;
namespace fs = std::filesystem;

namespace {

using Paths = std::vector<fs::path>;

FileReport report_of(const std::string& input, const std::string& output,
                     FileStatus status = FileStatus::done, std::int64_t mtime = 5) {
    FileReport report;
    report.file = {input, output, 3};
    report.status = status;
    if (status == FileStatus::failed) report.error = "why";
    report.input_stamp = {3, 4};
    if (status == FileStatus::done) report.output_stamp = {3, mtime};
    return report;
}

// A manifest with these files.
fs::path written(const fs::path& path, const std::vector<FileReport>& reports, const Shard& shard = {},
                 const std::string& options = "o") {
    Manifest manifest(path, "d", options);
    manifest.tell_shard(shard, reports.size());
    for (const FileReport& report : reports) manifest.finished(report);
    return path;
}

std::vector<std::string> lines_of(const MergedManifests& merged) {
    std::vector<std::string> lines;
    merged.for_each([&](std::string_view line) { lines.emplace_back(line); });
    return lines;
}
std::vector<std::string> merged_lines(const Paths& manifests) { return lines_of(MergedManifests(manifests)); }

std::string merge_fault(const Paths& manifests) {
    return error_of([&] { const MergedManifests merged(manifests); });
}

}  // namespace

TEST_CASE("manifests are joined to one line for each input, in any order, and the result is a manifest") {
    const TemporaryFolder folder;
    Paths parts = {
        written(folder / "a.jsonl", {report_of("in/c", "out/c"), report_of("in/\xFF", "out/\xFF")}, {0, 3}),
        written(folder / "b.jsonl",
                {report_of("in/a", "out/a"), report_of("in/b", "out/b", FileStatus::failed)}, {1, 3}),
        written(folder / "c.jsonl", {}, {2, 3})};
    const std::vector<std::string> lines = merged_lines(parts);
    REQUIRE(lines.size() == 4);
    std::vector<std::string> inputs;
    for (const std::string& line : lines) {
        CHECK(is_as_sealed(line));
        inputs.push_back(read_manifest_line(line)->path.value());
    }
    CHECK(inputs == std::vector<std::string>{"in/a", "in/b", "in/c", "in/\xFF"});
    std::sort(parts.begin(), parts.end());
    do CHECK(merged_lines(parts) == lines);
    while (std::next_permutation(parts.begin(), parts.end()));

    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    const fs::path all = folder.put("all", text);
    CHECK(merged_lines({all}) == lines);
    CHECK(Record::read(all, "o").lines() == 4);
    const MergedManifests merged({all});
    CHECK(merged.count(FileStatus::done) == 3);
    CHECK(merged.count(FileStatus::failed) == 1);
}

TEST_CASE("the last line of an input counts, and across manifests the one that got furthest") {
    const TemporaryFolder folder;
    const fs::path one = written(
        folder / "1",
        {report_of("in/a", "out/a", FileStatus::failed), report_of("in/a", "out/a", FileStatus::done, 7),
         report_of("in/b", "out/b", FileStatus::done, 7), report_of("in/b", "out/b", FileStatus::failed)});
    const fs::path two = written(folder / "2", {report_of("in/a", "out/a", FileStatus::done, 9),
                                                report_of("in/b", "out/b", FileStatus::skipped)});
    for (const Paths& order : {Paths{one, two}, Paths{two, one}}) {
        const std::vector<std::string> lines = merged_lines(order);
        REQUIRE(lines.size() == 2);
        CHECK(read_manifest_line(lines[0])->output_stamp == FileStamp{3, 9});
        CHECK(read_manifest_line(lines[1])->status == "skipped");
    }
}

TEST_CASE("manifests that are not all, or do not belong together, are refused by name") {
    const TemporaryFolder folder;
    const auto file = [](const std::string& name) { return report_of("in/" + name, "out/" + name); };
    const fs::path a = written(folder / "a", {file("a")}, {0, 4}),
                   b = written(folder / "b", {file("b")}, {1, 4}), c = written(folder / "c", {}, {2, 4}),
                   d = written(folder / "d", {file("d")}, {3, 4});
    CHECK(merge_fault({a, b, c, d}) == "");
    CHECK(merge_fault({a, b, d}) == "the manifest of shard 2/4 is missing");
    CHECK(merge_fault({b}) == "the manifests of shards 0/4, 2/4 and 3/4 are missing");
    CHECK(merge_fault({a, b, c, d, written(folder / "e", {file("d")}, {3, 4})})
              .ends_with("is of shard 3/4, and so is '" + d.string() + "'; leave one out"));
    CHECK(merge_fault({a, b, c, d, written(folder / "f", {}, {0, 2})}).find("is of shard 0/2, and '") !=
          std::string::npos);
    CHECK(merge_fault({a, b, c, written(folder / "g", {file("d")}, {3, 4}, "other")})
              .ends_with("g: its pipeline or options are not those of '" + a.string() + "'"));
    CHECK(merge_fault({a, b, c, d, written(folder / "h", {file("h")}, {}, "other")})
              .ends_with("h: 'in/h': its pipeline or options are not those of '" + a.string() + "'"));
    CHECK(merge_fault({a, b, c, d, written(folder / "i", {report_of("in/other", "out/a")})})
              .find("'in/a' (in '" + a.string() + "') and 'in/other' (in '") == 0);
    {
        Manifest begun(folder / "d", "d", "o");
        begun.tell_shard({3, 4}, 2);
        begun.finished(file("d"));
        CHECK_THROWS_WITH_AS(MergedManifests({a, b, c, d}),
                             doctest::Contains("a run is writing this manifest"), Error);
    }
    CHECK(merge_fault({a, b, c, d}) ==
          d.string() +
              ": has lines of 1 of the 2 files of shard 3/4: let its run end, or continue it with "
              "BatchOptions{.resume = true}");
    CHECK(merge_fault({folder.put("notes", "my notes\n")}).find("line 1 is not a line of a manifest") !=
          std::string::npos);
}

TEST_CASE("lines that were edited are left out and told") {
    const TemporaryFolder folder;
    const fs::path path = written(folder / "a", {report_of("in/a", "out/a"), report_of("in/b", "out/b")});
    std::string text = bytes_of(path);
    text[text.find("in/a") + 3] = 'x';
    folder.put("a", text);
    const MergedManifests merged({path});
    CHECK(merged.lines() == 1);
    REQUIRE(merged.doubtful().size() == 1);
    CHECK(merged.doubtful().front().lines == std::vector<std::size_t>{1});
}

TEST_CASE("a run that goes on from the manifests of others copies their lines into its own") {
    const TemporaryFolder folder;
    const auto done_file = [&](const std::string& name) {
        FileReport report =
            report_of(folder.put("in/" + name, "in").string(), folder.put("out/" + name, "out").string());
        report.input_stamp = stamp_of(report.file.input);
        report.output_stamp = stamp_of(report.file.output);
        return report;
    };
    FileReport a = done_file("a"), b = done_file("b");
    const fs::path old = written(folder / "old.jsonl", {a, b}, {0, 7});
    const std::int64_t begun = Record::read(old, "o").begun().value();
    for (int run = 0; run < 2; ++run) {  // the second one has all in its own
        Manifest manifest(folder / "new.jsonl", "d", "o", Manifest::Begin::go_on);
        manifest.go_on_from({old});
        manifest.tell_shard({0, 1}, 1);
        CHECK(manifest.record().vouches_for(a.file));
        CHECK(manifest.record().begun() == begun);
        FileReport skipped = a;
        skipped.status = FileStatus::skipped;
        skipped.recorded = true;
        manifest.finished(skipped);
    }
    const Record own = Record::read(folder / "new.jsonl", "o");
    CHECK(own.lines() == 1);
    CHECK(own.vouches_for(a.file));
    CHECK_FALSE(own.vouches_for(b.file));
    CHECK(own.begun() == begun);
    // The manifest of a shard belongs to it.
    CHECK(error_of([&] {
              Manifest manifest(old, "d", "o", Manifest::Begin::go_on);
              manifest.tell_shard({1, 7}, 5);
          }) == old.string() +
                    ": is the manifest of shard 0/7, not of 1/7; give another manifest, and this one "
                    "to resume_from");
}

TEST_CASE("a report is read again from its line") {
    FileReport report = report_of("in/a", "out/a");
    report.input = ImageFormat{20, 10, 3};
    report.output = ImageFormat{20, 10, 4, Pixel::u16};
    report.output_bytes = 77;
    report.warnings = {"one", "two"};
    report.converted = "16 bits to 8";
    report.device = "cpu";
    report.seconds.total = 0.5;
    report.seconds.decode = 0.25;
    TableLayout layout;
    layout.channels = {"R", "G"};
    layout.fields = {{"min", FieldType::u32}, {"sum_sq", FieldType::u128}, {"mean", FieldType::f64}};
    Table table(layout);
    for (std::size_t c = 0; c < 2; ++c) {
        table.set("min", c, 0, 0, 3);
        table.set("sum_sq", c, 0, 0, 36893488147419103232.0);  // 2^65
        table.set("mean", c, 0, 0, 0.5);
    }
    report.tables.emplace("reduce", table);
    for (const FileStatus status : {FileStatus::done, FileStatus::failed}) {
        report.status = status;
        if (status == FileStatus::failed) report.error = "why";
        const ManifestRun run{"", "o", 5};
        const std::string line = manifest_line(report, run);
        CHECK(manifest_line(report_from_line(std::string_view(line).substr(0, line.size() - 1)), run) ==
              line);
    }
    CHECK(report_from_line("no line").file.input.empty());
    CHECK(report_from_line(R"({"path":"a","status":"done","sizes":7,"numbers":{"x":[1]},"warnings":[2]})")
              .file.input == "a");
}
