// What --resume believes a manifest.
#include "pipeline/batch/record.hpp"

#include "pipeline/batch/manifest.hpp"
#include "pipeline/core/error.hpp"
#include "tests/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <thread>

using namespace sluice;
namespace fs = std::filesystem;

namespace {

// A file that was done by a run with these options.
BatchFile done(const TemporaryFolder& folder, const std::string& name, const std::string& options,
               Manifest::Begin begin = Manifest::Begin::go_on) {
    FileReport report;
    Manifest manifest(folder / "m.jsonl", "d", options, begin);
    report.file = {folder.put("in/" + name, "input"), folder / ("out/" + name), 5};
    report.input_stamp = stamp_of(report.file.input);
    folder.put("out/" + name, "output");
    report.output_stamp = stamp_of(report.file.output);
    manifest.finished(report);
    return report.file;
}

Record read(const TemporaryFolder& folder, const std::string& options = "o") {
    return Record::read(folder / "m.jsonl", options);
}

std::vector<std::size_t> doubtful_lines(const Record& record) {
    return record.doubtful().empty() ? std::vector<std::size_t>() : record.doubtful().front().lines;
}

void touch(const fs::path& path, int seconds) {
    fs::last_write_time(path, fs::last_write_time(path) + std::chrono::seconds(seconds));
}

std::string fault(const TemporaryFolder& folder, const std::string& manifest) {
    folder.put("m.jsonl", manifest);
    try {
        read(folder);
    } catch (const Error& error) {
        CHECK(error.kind() == Error::Kind::usage);
        CHECK(bytes_of(folder / "m.jsonl") == manifest);
        return error.message();
    }
    return "";
}

}  // namespace

TEST_CASE("a file is vouched for as long as input, output and options are those of its line") {
    const TemporaryFolder folder;
    const BatchFile a = done(folder, "a", "o"), b = done(folder, "line\nbreak\xFF", "o");
    CHECK(read(folder).lines() == 2);
    CHECK(read(folder).vouches_for(a));
    CHECK(read(folder).vouches_for(b));
    CHECK_FALSE(read(folder, "p").vouches_for(a));
    CHECK_FALSE(read(folder).vouches_for({a.input, b.output}));
    CHECK_FALSE(read(folder).vouches_for({b.input, a.output}));
    CHECK(read(folder).vouches_for({folder / "in/../in/./a", folder / "out//a"}));

    touch(a.input, 1);
    CHECK_FALSE(read(folder).vouches_for(a));
    touch(a.input, -1);
    CHECK(read(folder).vouches_for(a));
    touch(a.output, -1);
    CHECK_FALSE(read(folder).vouches_for(a));
    touch(a.output, 1);
    CHECK(read(folder).vouches_for(a));

    const auto time = fs::last_write_time(b.input);
    fs::resize_file(b.input, 3);
    fs::last_write_time(b.input, time);
    CHECK_FALSE(read(folder).vouches_for(b));
    fs::remove(a.output);
    CHECK_FALSE(read(folder).vouches_for(a));
}

TEST_CASE("of several lines of one output the last one that was done counts") {
    const TemporaryFolder folder;
    done(folder, "a", "o");
    const BatchFile file = done(folder, "a", "p");
    CHECK_FALSE(read(folder, "o").vouches_for(file));
    CHECK(read(folder, "p").vouches_for(file));
    {
        FileReport failed;
        failed.file = file;
        failed.status = FileStatus::failed;
        Manifest(folder / "m.jsonl", "d", "p", Manifest::Begin::go_on).finished(failed);
    }
    CHECK(read(folder, "p").lines() == 3);
    CHECK(read(folder, "p").vouches_for(file));
}

TEST_CASE("what was there before the first run began is told from what the runs wrote") {
    const TemporaryFolder folder;
    const auto tick = [] { std::this_thread::sleep_for(std::chrono::milliseconds(20)); };
    const fs::path before = folder.put("out/before", "x");
    tick();
    CHECK_FALSE(read(folder).begun());
    CHECK_FALSE(read(folder).covers(before));
    { const Manifest nothing_written(folder / "m.jsonl", "d", "o"); }
    tick();
    const fs::path unrecorded = folder.put("out/unrecorded", "x");
    for (int lines = 0; lines < 3; ++lines) {
        CAPTURE(lines);
        CHECK(read(folder).covers(unrecorded));
        CHECK_FALSE(read(folder).covers(before));
        CHECK_FALSE(read(folder).covers(folder / "out/missing"));
        tick();
        done(folder, "a", "o");
    }
    done(folder, "a", "o", Manifest::Begin::anew);
    CHECK_FALSE(read(folder).covers(unrecorded));
}

TEST_CASE("a last line that was cut off is left out when read, and cut when written on") {
    const TemporaryFolder folder;
    const BatchFile a = done(folder, "a", "o");
    const std::string whole = bytes_of(folder / "m.jsonl");
    const BatchFile b = done(folder, "b", "o");
    const std::string both = bytes_of(folder / "m.jsonl");
    for (const std::string& torn : {both.substr(0, both.size() - 1), both.substr(0, whole.size() + 1),
                                    both.substr(0, whole.size() + 40), whole + std::string(100, '\0')}) {
        CAPTURE(torn.size());
        folder.put("m.jsonl", torn);
        const Record record = read(folder);
        CHECK(record.lines() == 1);
        CHECK(record.whole_bytes() == whole.size());
        CHECK(record.vouches_for(a));
        CHECK_FALSE(record.vouches_for(b));
        CHECK(bytes_of(folder / "m.jsonl") == torn);  // reading changes nothing
        const Manifest manifest(folder / "m.jsonl", "d", "o", Manifest::Begin::go_on);
        CHECK(bytes_of(folder / "m.jsonl") == whole);
        CHECK(manifest.record().vouches_for(a));
    }
    folder.put("m.jsonl", whole.substr(0, 50));
    CHECK(read(folder).lines() == 0);
}

TEST_CASE("a file that is no manifest is refused and left as it is") {
    const TemporaryFolder folder;
    const BatchFile file = done(folder, "a", "o");
    const std::string line = bytes_of(folder / "m.jsonl");
    CHECK(fault(folder, "my notes\n").find("line 1 is not a line of a manifest") == 0);
    CHECK(fault(folder, "my notes").find("line 1 is not a line of a manifest") == 0);
    CHECK(fault(folder, line + "[]\n" + line).find("line 2 is not a line of a manifest") == 0);
    CHECK(fault(folder, line + "x").find("line 2 is not a line of a manifest") == 0);
    CHECK(fault(folder, "{\"path\": 3, \"status\": \"done\"}\n") != "");
    CHECK(fault(folder, "{\"path\": \"a\"}\n") != "");
    CHECK(fault(folder, "\n") != "");
    CHECK_THROWS_WITH_AS(Manifest(folder / "m.jsonl", "d", "o", Manifest::Begin::go_on),
                         doctest::Contains("is not a line of a manifest"), Error);
    CHECK(bytes_of(folder / "m.jsonl") == "\n");
    CHECK_THROWS_WITH_AS(Record::read(folder / "in", "o"), doctest::Contains("is not a file"), Error);
    CHECK(fault(folder, "") == "");
    // They are lines of a manifest, but vouch for nothing.
    CHECK(fault(folder, R"({"path":"a","output":"b","status":"done"})"
                        "\n") == "");
    CHECK(fault(folder, R"({"path":"a","output":"b","status":"done","resume":{"input":7,"output":[]}})"
                        "\n") == "");
    CHECK_FALSE(read(folder).vouches_for(file));
}

TEST_CASE("a line that was edited is told, and no file is replaced for what it says") {
    const TemporaryFolder folder;
    folder.put("out/stranger", "x");
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    const BatchFile file = done(folder, "a", "o");
    const std::string line = bytes_of(folder / "m.jsonl");
    CHECK(read(folder).doubtful().empty());
    CHECK(read(folder).begun());
    CHECK_FALSE(read(folder).covers(folder / "out/stranger"));
    const std::size_t at = line.find("\"begun_ns\":") + 11, end = line.find(',', at);
    for (const std::string begun :
         {"-1", "0", "1", "9223372036854775808", "18446744073709551615", "-9223372036854775808", "1e400",
          "1e5", "1.5", "NaN", "null", "\"1\"", "[1]", "true", "{}"}) {
        CAPTURE(begun);
        const std::string edited = std::string(line).replace(at, end - at, begun);
        if (begun == "NaN" || begun == "1e400") {  // no JSON at all
            CHECK(fault(folder, edited).find("line 1 is not a line of a manifest") == 0);
            continue;
        }
        CHECK(fault(folder, edited + line) == "");
        const Record record = read(folder);
        CHECK(doubtful_lines(record) == std::vector<std::size_t>{1});
        CHECK(record.vouches_for(file));
        CHECK_FALSE(record.covers(folder / "out/stranger"));
        CHECK(fault(folder, edited) == "");
        CHECK_FALSE(read(folder).vouches_for(file));
        CHECK_FALSE(read(folder).begun());
        CHECK_FALSE(read(folder).covers(folder / "out/stranger"));
        CHECK_FALSE(read(folder).covers(file.output));
    }
    // As the program seals it, with numbers that no run writes.
    for (const std::string begun : {"-1", "0", "9223372036854775808", "1.5"}) {
        CAPTURE(begun);
        std::string forged = std::string(line).replace(at, end - at, begun);
        forged = sealed(forged.substr(0, forged.rfind(",\"check\"")) + "}") + "\n";
        CHECK(fault(folder, forged) == "");
        CHECK(read(folder).doubtful().size() == 1);
        CHECK_FALSE(read(folder).covers(folder / "out/stranger"));
    }
    for (const char* member :
         {"\"path\":\"", "\"options\":\"", "\"mtime_ns\":", "\"seconds\":", "\"check\":\""}) {
        std::string edited = line;
        char& changed = edited.at(edited.rfind(member) + std::string(member).size());
        changed = changed == '1' ? '2' : '1';
        CHECK(fault(folder, edited) == "");
        CHECK(read(folder).doubtful().size() == 1);
    }
    // A run that goes on with such a manifest begins now: what came before is not its own.
    folder.put("m.jsonl", std::string(line).replace(at, end - at, "1"));
    folder.put("out/later", "x");
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    done(folder, "b", "o");
    CHECK(doubtful_lines(read(folder)) == std::vector<std::size_t>{1});
    CHECK(read(folder).begun());
    CHECK_FALSE(read(folder).covers(folder / "out/later"));
}

TEST_CASE("two runs cannot write one manifest at a time") {
    const TemporaryFolder folder;
    {
        const Manifest one(folder / "m.jsonl", "d", "o");
        for (const auto begin : {Manifest::Begin::anew, Manifest::Begin::go_on})
            CHECK_THROWS_WITH_AS(Manifest(folder / "m.jsonl", "d", "o", begin),
                                 doctest::Contains("another run is writing this manifest"), Error);
    }
    CHECK_NOTHROW(Manifest(folder / "m.jsonl", "d", "o"));
}
