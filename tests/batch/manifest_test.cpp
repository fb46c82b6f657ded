#include "pipeline/batch/manifest.hpp"
#include "pipeline/batch/manifest_report.hpp"

#include "pipeline/core/base64.hpp"
#include "pipeline/core/error.hpp"
#include "tests/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include <chrono>
#include <string>
#include <thread>

using namespace sluice;

namespace {

FileReport report_of_a_file() {
    FileReport report;
    report.file = {"in/a.png", "out/a.jpg", 1000};
    report.input = ImageFormat{640, 480, 4, Pixel::u16};
    report.output = ImageFormat{640, 480, 3};
    report.output_bytes = 500;
    report.input_stamp = FileStamp{1000, 1700000000123456789};
    report.output_stamp = FileStamp{500, 1700000001000000000};
    report.warnings = {"its colour profile is lost"};
    report.seconds = {0.25, 0.5, 0.125, 1, 2};
    TableLayout layout;
    layout.channels = {"R", "G"};
    layout.fields = {{"min", FieldType::u32},
                     {"sum_sq", FieldType::u128},
                     {"mean", FieldType::f32},
                     {"histogram", FieldType::u32, true, 4}};
    Table table(layout);
    for (std::size_t c = 0; c < 2; ++c) {
        table.set("min", c, 0, 0, 3 + static_cast<double>(c));
        table.set("sum_sq", c, 0, 0, 36893488147419103232.0);  // 2^65
        table.set("mean", c, 0, 0, c == 0 ? 0.5 : std::numeric_limits<double>::quiet_NaN());
    }
    report.tables["normalize.stats"] = table;
    return report;
}

}  // namespace

TEST_CASE("a line of the manifest tells everything about a file that was done") {
    CHECK(
        manifest_line(report_of_a_file(), {"a device", "0123", 7}) ==
        R"({"path":"in/a.png","output":"out/a.jpg","status":"done","error":null,)"
        R"("warnings":["its colour profile is lost"],"copied":false,)"
        R"("sizes":{"width":640,"height":480,"layers":1,"channels":4,"pixel":"u16","alpha":true,"bytes":1000,)"
        R"("shrink":1,"output":{"width":640,"height":480,"layers":1,"channels":3,"pixel":"u8","alpha":false,"bytes":500}},)"
        R"("seconds":2.0,"phases":{"decode":0.25,"build":0.5,"device":0.125,"encode":1.0},"device":"a device",)"
        R"("numbers":{"normalize.stats":[{"name":"R","min":3,"sum_sq":"36893488147419103232","mean":0.5},)"
        R"({"name":"G","min":4,"sum_sq":"36893488147419103232","mean":null}]},)"
        R"("resume":{"begun_ns":7,"options":"0123","input":{"bytes":1000,"mtime_ns":1700000000123456789},)"
        R"("output":{"bytes":500,"mtime_ns":1700000001000000000}},"check":"7ce55b6453c3755c"})"
        "\n");
}

TEST_CASE("a line of the manifest has the numbers of each layer and of each tile") {
    FileReport report = report_of_a_file();
    TableLayout layout;
    layout.rows = 2;
    layout.channels = {"Y"};
    layout.fields = {{"max", FieldType::u32}};
    Table layers(layout);
    layers.set("max", 0, 0, 0, 7);
    layers.set("max", 0, 1, 0, 9);
    layout.tiles = Tiles{.across = 2, .down = 1, .area = {0, 0, 4, 4}};
    Table tiles(layout);
    tiles.set("max", 0, 1, 0, 5);
    layout.rows = 4;
    Table both(layout);
    both.set("max", 0, 2, 0, 3);
    report.tables = {{"a", layers}, {"b", tiles}, {"c", both}};
    CHECK(
        manifest_line(report, {"d"})
            .find(R"("numbers":{"a":[{"name":"Y","layer":0,"max":7},{"name":"Y","layer":1,"max":9}],)"
                  R"("b":[{"name":"Y","tile":0,"max":0},{"name":"Y","tile":1,"max":5}],)"
                  R"("c":[{"name":"Y","layer":0,"tile":0,"max":0},{"name":"Y","layer":0,"tile":1,"max":0},)"
                  R"({"name":"Y","layer":1,"tile":0,"max":3},{"name":"Y","layer":1,"tile":1,"max":0}]},)") !=
        std::string::npos);
}

TEST_CASE("of several devices none is named for a file that came to none") {
    FileReport report = report_of_a_file();
    CHECK(manifest_line(report, {""}).find(R"("device":null,)") != std::string::npos);
    report.device = "the second";
    CHECK(manifest_line(report, {""}).find(R"("device":"the second",)") != std::string::npos);
}

TEST_CASE("a file that failed has its reason, and null for what is not known") {
    FileReport report;
    report.file = {"a.png", "", 0, "x"};
    report.status = FileStatus::failed;
    report.error = "is broken:\n\"quoted\"";
    const std::string line = manifest_line(report, {"d"});
    CHECK(
        line.find(
            R"("output":null,"status":"failed","error":"is broken:\n\"quoted\"","warnings":[],"copied":false,)"
            R"("sizes":{"width":null,"height":null,"layers":null,"channels":null,"pixel":null,"alpha":null,"bytes":null,)") !=
        std::string::npos);
    CHECK(line.find(
              R"("numbers":{},"resume":{"begun_ns":0,"options":"","input":null,"output":null},"check":")") !=
          std::string::npos);
}

TEST_CASE("paths that are not UTF-8 are given as bytes in base64; text that is not is repaired") {
    FileReport report;
    report.file = {"\xFF.png", "out/\xFF.png"};
    report.status = FileStatus::skipped;
    report.error = "\xFE";
    const std::string line = manifest_line(report, {"d"});
    CHECK(line.find(R"({"path_bytes":"/y5wbmc=","output_bytes":"b3V0L/8ucG5n","status":"skipped")") == 0);
    CHECK(line.find("\"error\":\"\xEF\xBF\xBD\"") != std::string::npos);
}

TEST_CASE("a manifest has a line for each file as soon as it is finished") {
    const TemporaryFolder folder;
    const std::int64_t before = stamp_of(folder.put("m.jsonl", "from before\n")).value().mtime;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));  // file systems count in ticks
    Manifest manifest(folder / "m.jsonl", "d", "o");
    FileReport report = report_of_a_file();
    manifest.finished(report);
    const std::string first = bytes_of(folder / "m.jsonl");
    const std::int64_t begun = nlohmann::json::parse(first).at("resume").at("begun_ns");
    CHECK(begun > before);
    CHECK(begun <= stamp_of(folder / "m.jsonl").value().mtime);
    CHECK(first == manifest_line(report, {"d", "o", begun}));
    manifest.finished(report);
    CHECK(bytes_of(folder / "m.jsonl") == first + first);
    report.recorded = true;  // by a line that is there
    manifest.finished(report);
    CHECK(bytes_of(folder / "m.jsonl") == first + first);
}

TEST_CASE("a manifest that cannot be written is an error that names it") {
    CHECK_THROWS_WITH_AS(Manifest("/nowhere/m.jsonl", "d", "o"),
                         "/nowhere/m.jsonl: the manifest cannot be written: No such file or directory",
                         Error);
    Manifest full("/dev/full", "d", "o");
    CHECK_THROWS_WITH_AS(full.finished(report_of_a_file()),
                         "/dev/full: the manifest cannot be written: No space left on device", Error);
}

TEST_CASE("base64 pads to whole groups") {
    CHECK(base64("") == "");
    CHECK(base64("f") == "Zg==");
    CHECK(base64("fo") == "Zm8=");
    CHECK(base64("foo") == "Zm9v");
    CHECK(base64(std::string("\0\xFF\x10", 3)) == "AP8Q");
    for (const std::string bytes : {"", "f", "fo", "foo", "foob", "\xFF\xFE\n"})
        CHECK(from_base64(base64(bytes)) == bytes);
    for (const char* text : {"Zg", "Zg=", "Z", "Zg==x", "Zh==", "Zm9v=", "Z g=", "Zm9\xFF"})
        CHECK_FALSE(from_base64(text));
}

TEST_CASE("a line has the number of a list's entries and the first of them, and is read again") {
    TableLayout layout;
    layout.list = true;
    layout.rows = 300;
    layout.channels = {"joint"};
    layout.fields = {{"area", FieldType::u32, false}, {"cx", FieldType::f64, false}};
    Table table(layout);
    for (std::size_t row = 0; row < 300; ++row) {
        table.set("area", 0, row, 0, static_cast<double>(row + 1));
        table.set("cx", 0, row, 0, 0.5);
    }
    FileReport report = report_of_a_file();
    const auto numbers = [&](std::uint64_t found) {
        table.set_found(found);
        report.tables = {{"label.blobs", table}};
        return nlohmann::json::parse(
            manifest_line(report, {"a device", "0123", 7}))["numbers"]["label.blobs"];
    };
    CHECK(numbers(2) ==
          nlohmann::json::parse(R"({"found":2,"rows":[{"area":1,"cx":0.5},{"area":2,"cx":0.5}]})"));
    CHECK(numbers(0) == nlohmann::json::parse(R"({"found":0,"rows":[]})"));
    CHECK(numbers(70000)["found"] == 70000);
    CHECK(numbers(70000)["rows"].size() == 100);
    const FileReport again = report_from_line(manifest_line(report, {"a device", "0123", 7}));
    CHECK(again.tables.at("label.blobs").found() == 70000);
}
