// A batch that several runs share.
#include "tests/apps/program.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace fs = std::filesystem;

namespace {

using Words = std::vector<std::string>;
using Files = std::map<std::string, std::string>;  // names and bytes

// A folder `in` with small images, some of which cannot be read.
struct Shared : Scratch {
    explicit Shared(int files, bool broken = false) {
        const std::string picture = bytes_of(put("picture.png", ramp(8, 8, 3, 0, 50)));
        for (int i = 0; i < files; ++i)
            put("in/" + std::to_string(i % 5) + "/" + std::to_string(i) + ".png", picture);
        if (broken) put("in/0/broken.png", "x");
    }
    std::string manifest(std::size_t index, std::size_t count) const {
        return *this / ("m/" + std::to_string(index) + "of" + std::to_string(count) + ".jsonl");
    }
    Words words(std::size_t index, std::size_t count, const Words& more = {}) const {
        fs::create_directories(*this / "m");
        Words words = {"batch",      "-q",
                       "-r",         *this / "in",
                       "-o",         *this / "out",
                       "--shard",    std::to_string(index) + "/" + std::to_string(count),
                       "--manifest", manifest(index, count),
                       "--resume"};
        words.insert(words.end(), more.begin(), more.end());
        return words;
    }
    Files results() const {
        Files all;
        for (const std::string& name : files("out"))
            if (!is_temporary(name)) all[name] = bytes_of(*this / ("out/" + name));
        return all;
    }
    std::string merged(std::size_t count, int code = 0) const {
        Words words = {"merge", "-o", *this / "all.jsonl"};
        for (std::size_t i = 0; i < count; ++i) words.push_back(manifest(i, count));
        const Outcome outcome = sluice_program(words);
        CAPTURE(outcome.err);
        CHECK(outcome.code == code);
        return bytes_of(*this / "all.jsonl");
    }
};

std::multiset<std::string> inputs_in(const std::string& manifest) {
    std::multiset<std::string> all;
    for (const nlohmann::json& line : json_lines(manifest)) all.insert(line.at("path").get<std::string>());
    return all;
}

}  // namespace

TEST_CASE("any number of shards does each file once, and what one run does") {
    const Shared whole(23, true);
    CHECK(sluice_program({"batch", "-q", "-r", whole / "in", "-o", whole / "out"}).code == 1);
    const Files expected = whole.results();
    CHECK(expected.size() == 23);
    for (const std::size_t count : {1, 2, 3, 7}) {
        CAPTURE(count);
        const Shared folder(23, true);
        std::size_t failed = 0;
        for (std::size_t i = count; i-- > 0;) {
            const int code = sluice_program(folder.words(i, count)).code;
            CHECK((code == 0 || code == 1));
            failed += static_cast<std::size_t>(code);
        }
        CHECK(failed == 1);
        CHECK(folder.results() == expected);
        const std::string all = folder.merged(count, 1);
        const std::multiset<std::string> inputs = inputs_in(all);
        CHECK(inputs.size() == 24);
        CHECK(std::set<std::string>(inputs.begin(), inputs.end()).size() == 24);

        // Twice is once; only the one that failed is tried again.
        std::map<std::string, fs::file_time_type> times;
        for (const auto& [name, bytes] : expected)
            times[name] = fs::last_write_time(folder / ("out/" + name));
        for (std::size_t i = 0; i < count; ++i) sluice_program(folder.words(i, count));
        for (const auto& [name, time] : times) CHECK(fs::last_write_time(folder / ("out/" + name)) == time);
        CHECK(inputs_in(folder.merged(count, 1)) == inputs);
    }
}

TEST_CASE("shards that were killed are resumed with another number of them") {
    const Shared folder(200);
    for (std::size_t i = 0; i < 2; ++i) {
        Program program(folder.words(i, 2, {"-j", "1"}));
        const auto lines = [&] {
            const std::string text = bytes_of(folder.manifest(i, 2));
            return std::count(text.begin(), text.end(), '\n');
        };
        while (!program.over() && lines() < 12) std::this_thread::sleep_for(std::chrono::microseconds(200));
        program.signal(SIGKILL);
        program.wait();
    }
    const std::size_t before = folder.results().size();
    CHECK(before >= 20);
    fs::rename(folder / "m", folder / "old");
    std::map<std::string, fs::file_time_type> times;
    for (const auto& [name, bytes] : folder.results())
        times[name] = fs::last_write_time(folder / ("out/" + name));
    for (std::size_t i = 0; i < 3; ++i)
        CHECK(sluice_program(folder.words(i, 3, {"--resume-from", folder / "old"})).code == 0);
    CHECK(folder.results().size() == 200);
    CHECK(folder.files("out").size() == 200);  // nothing temporary is left
    const std::multiset<std::string> inputs = inputs_in(folder.merged(3));
    CHECK(inputs.size() == 200);
    CHECK(std::set<std::string>(inputs.begin(), inputs.end()).size() == 200);
    // What was done was not done again, but for files whose lines the kill came before.
    std::size_t again = 0;
    for (const auto& [name, time] : times)
        if (fs::last_write_time(folder / ("out/" + name)) != time) ++again;
    CHECK(again <= 16);
    // The joined manifest is one of all files.
    const Outcome whole = sluice_program(
        {"batch", "-r", folder / "in", "-o", folder / "out", "--manifest", folder / "all.jsonl", "--resume"});
    CHECK(whole.code == 0);
    CHECK(contains(whole.err, "0 done, 200 skipped in "));
}

TEST_CASE("a shard without files is done, and its manifest says that it was there") {
    const Shared folder(1);
    int files = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        CHECK(sluice_program(folder.words(i, 3)).code == 0);
        const nlohmann::json first = json_lines(bytes_of(folder.manifest(i, 3))).at(0);
        CHECK(first.at("shard").at("index") == i);
        files += first.at("shard").at("files").get<int>();
    }
    CHECK(files == 1);
    CHECK(inputs_in(folder.merged(3)).size() == 1);
    CHECK(
        sluice_program({"stats", "-r", folder / "in", "--shard", "0/3", "--json", folder / "0.json"}).code ==
        0);
    CHECK(sluice_program({"merge", folder / "m", "--report", folder / "all.html"}).code == 0);
    CHECK(contains(bytes_of(folder / "all.html"), "<dt>result</dt><dd>1 done"));
    fs::remove(folder.manifest(1, 3));
    const Outcome merge = sluice_program({"merge", folder / "m"});
    CHECK(merge.code == 2);
    CHECK(contains(merge.err, "the manifest of shard 1/3 is missing"));
}

TEST_CASE("stats measures the files of its shard") {
    const Shared folder(12);
    std::multiset<std::string> inputs;
    for (const char* shard : {"0/2", "1/2"}) {
        const auto json =
            sluice_program({"stats", "-r", folder / "in", "--shard", shard, "--json", "-"}).json();
        for (const auto& file : json.at("files")) inputs.insert(file.at("path").get<std::string>());
    }
    CHECK(inputs.size() == 12);
    CHECK(std::set<std::string>(inputs.begin(), inputs.end()).size() == 12);
}

TEST_CASE("collisions are found before files are divided, and {index} is refused") {
    const Scratch folder;
    folder.put("in/a.png", ramp(8, 8, 3, 0, 50));
    folder.put("in/a.bmp", ramp(8, 8, 3, 0, 50));
    for (const char* shard : {"0/2", "1/2", "0/1"}) {
        const Outcome outcome = sluice_program(
            {"batch", folder / "in", "-o", folder / "out", "--format", "png", "--shard", shard});
        CHECK(outcome.code == 2);
        CHECK(contains(outcome.err, "would both be saved as"));
    }
    const Outcome index = sluice_program(
        {"batch", folder / "in", "-o", folder / "out", "--name", "{index}.{ext}", "--shard", "0/2"});
    CHECK(index.code == 2);
    CHECK(contains(index.err, "--name: {index} and --shard do not go together"));
    CHECK_FALSE(fs::exists(folder / "out"));
}

TEST_CASE("options of shards that cannot be are refused before anything is done") {
    const Shared folder(2);
    const auto fault = [&](const Words& more) {
        Words words = {"batch", "-r", folder / "in", "-o", folder / "out"};
        words.insert(words.end(), more.begin(), more.end());
        const Outcome outcome = sluice_program(words);
        CHECK(outcome.code == 2);
        CHECK_FALSE(fs::exists(folder / "out"));
        return outcome.err;
    };
    CHECK(contains(fault({"--shard", "4/4"}),
                   "--shard '4/4': shards are counted from 0, so the last one is 3/4"));
    CHECK(contains(fault({"--shard", "1/0"}), "--shard '1/0': the number of shards must be from 1 to"));
    CHECK(contains(fault({"--shard", "auto"}), "--shard auto: this process is no task of a Slurm array"));
    CHECK(contains(fault({"--resume-from", folder / "in"}), "--resume-from needs --resume"));
    CHECK(contains(fault({"--resume", "--manifest", folder / "m", "--resume-from", folder / "none"}),
                   "there is no such manifest"));
    CHECK(contains(fault({"--resume", "--manifest", folder / "m", "--resume-from", folder / "picture.png"}),
                   "line 1 is not a line of a manifest"));
    CHECK(contains(fault({"--max-failures", "-1"}), "--max-failures '-1' is neither a number of files"));
    CHECK(contains(fault({"--max-failures", "101%"}), "is neither a number of files"));
    CHECK(contains(fault({"--max-failures", "1.5"}), "is neither a number of files"));
    const Outcome one =
        sluice_program({"batch", folder / "picture.png", "-o", folder / "one.png", "--shard", "0/2"});
    CHECK(one.code == 2);
    CHECK(contains(one.err, "there is only one file to be done"));
    const Outcome slurm =
        sluice_program({"batch", "-r", folder / "in", "-o", folder / "out", "--shard", "auto"},
                       {.environment = {"SLURM_ARRAY_TASK_ID=3", "SLURM_ARRAY_TASK_COUNT=2",
                                        "SLURM_ARRAY_TASK_MIN=3", "SLURM_ARRAY_TASK_MAX=7"}});
    CHECK(slurm.code == 2);
    CHECK(contains(slurm.err, "the array 0-1 numbers them from 0 without gaps"));
}

TEST_CASE("--max-failures allows some, and stops where there are more") {
    const Scratch folder;
    for (int i = 0; i < 40; ++i) folder.put("in/" + std::to_string(i) + ".png", "x");
    folder.put("in/zz.png", ramp(8, 8, 3, 0, 50));
    const auto batch = [&](const std::string& most) {
        return sluice_program({"batch", folder / "in", "-o", folder / "out", "-j", "1", "--in-flight", "1",
                               "--overwrite", "always", "--max-failures", most});
    };
    CHECK(batch("40").code == 0);
    CHECK(fs::exists(folder / "out/zz.png"));
    CHECK(batch("98%").code == 0);
    const Outcome stopped = batch("3");
    CHECK(stopped.code == 1);
    CHECK(contains(stopped.err, "stopped: "));
    CHECK(contains(stopped.err, " files were not started"));
    CHECK(contains(batch("10%").err, "stopped: "));
}

TEST_CASE("split lists each file once, by bytes, and its lists are inputs of batch") {
    const Shared folder(23);
    folder.put("in/large.png", noise(100, 100, 3, 1));
    const Outcome split = sluice_program({"split", "-r", folder / "in", "-n", "3", "-o", folder / "lists"});
    CAPTURE(split.err);
    CHECK(split.code == 0);
    CHECK(folder.files("lists") == Words{"0.txt", "1.txt", "2.txt"});
    std::multiset<std::string> names;
    std::multiset<std::size_t> sizes;
    for (int i = 0; i < 3; ++i) {
        const std::string list = folder / ("lists/" + std::to_string(i) + ".txt");
        std::ifstream file(list);
        std::size_t count = 0;
        for (std::string line; std::getline(file, line); ++count) names.insert(line);
        sizes.insert(count);
        CHECK(sluice_program({"batch", "-q", "--files-from", list, "--base", folder / "in", "-o",
                              folder / "out", "--manifest", folder / ("m" + std::to_string(i) + ".jsonl")})
                  .code == 0);
    }
    CHECK(names.size() == 24);
    CHECK(std::set<std::string>(names.begin(), names.end()).size() == 24);
    CHECK(sizes == std::multiset<std::size_t>{1, 11, 12});
    CHECK(folder.results().size() == 24);
    const Outcome merged =
        sluice_program({"merge", folder / "m0.jsonl", folder / "m1.jsonl", folder / "m2.jsonl"});
    CHECK(merged.code == 0);
    CHECK(contains(merged.err, "3 manifests: 24 done, 0 failed, 0 skipped"));

    const auto fault = [&](const Words& more) {
        Words words = {"split", "-r", folder / "in"};
        words.insert(words.end(), more.begin(), more.end());
        const Outcome outcome = sluice_program(words);
        CHECK(outcome.code == 2);
        return outcome.err;
    };
    CHECK(contains(fault({"-n", "3", "-o", folder / "lists"}), "is not empty"));
    CHECK(contains(fault({"-n", "3"}), "needs -o DIR"));
    CHECK(contains(fault({"-o", folder / "new"}), "needs --number N"));
    CHECK(
        contains(fault({"-n", "25", "-o", folder / "new"}), "--number 25 is more than there are files: 24"));
    folder.put("in/new\nline.png", "x");
    CHECK(contains(fault({"-n", "3", "-o", folder / "new"}), "give --null"));
    CHECK(sluice_program({"split", "-r", folder / "in", "-n", "3", "-0", "-o", folder / "new"}).code == 0);
}
