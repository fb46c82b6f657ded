// Results that are joined into files, with --shard-size.
#include "tests/apps/program.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace fs = std::filesystem;

namespace {

using Words = std::vector<std::string>;

// An NPY file: the shape as its header has it, and the data.
struct Array {
    std::string shape, data;
};
Array array_of(const std::string& path) {
    const std::string file = bytes_of(path);
    REQUIRE(file.size() > 10);
    const std::size_t head =
        10 + static_cast<unsigned char>(file[8]) + 256u * static_cast<unsigned char>(file[9]);
    const std::size_t begin = file.find('('), end = file.find(')');
    REQUIRE(end < head);
    return {file.substr(begin, end + 1 - begin), file.substr(head)};
}

// A folder `in` of images that all differ: as many as `count` in `in/0` to `in/2`, named 0.png and so on.
struct Images : Scratch {
    explicit Images(int count, std::size_t side = 8) {
        for (int i = 0; i < count; ++i) put_image(i, side);
    }
    void put_image(int i, std::size_t side) const {
        put("in/" + std::to_string(i % 3) + "/" + std::to_string(i) + ".png",
            noise(side, side, 3, static_cast<unsigned>(i)));
    }
    Words words(const std::string& size, const Words& more = {}) const {
        Words words = {"batch", "-r",     *this / "in",   "-o", *this / "out",
                       "-p",    "invert", "--shard-size", size};
        words.insert(words.end(), more.begin(), more.end());
        return words;
    }
    // The inputs by the names of the files and the numbers of the rows that they became.
    std::map<std::pair<std::string, int>, std::string> rows() const {
        std::map<std::pair<std::string, int>, std::string> all;
        for (const std::string& name : files("out")) {
            if (!name.ends_with(".jsonl")) continue;
            for (const nlohmann::json& line : json_lines(bytes_of(*this / ("out/" + name)))) {
                if (line.at("row").is_null()) continue;
                const std::string path = line.at("path");
                const auto at = std::pair(line.at("file").get<std::string>(), line.at("row").get<int>());
                CHECK(all.emplace(at, fs::path(path).lexically_relative(*this / "in").string()).second);
            }
        }
        return all;
    }
};

}  // namespace

TEST_CASE("results become the rows of arrays in the order of the inputs, and an index says which") {
    const Images folder(7);
    REQUIRE(sluice_program(
                {"batch", "-r", folder / "in", "-o", folder / "each", "-p", "invert", "--format", "npy"})
                .code == 0);
    const Outcome outcome = sluice_program(folder.words("3"));
    CAPTURE(outcome.err);
    REQUIRE(outcome.code == 0);
    CHECK(folder.files("out") == Words{"shard-000000.jsonl", "shard-000000.npy", "shard-000001.jsonl",
                                       "shard-000001.npy", "shard-000002.jsonl", "shard-000002.npy"});
    Words inputs;
    for (const auto& [at, input] : folder.rows()) inputs.push_back(input);
    CHECK(inputs == Words{"0/0.png", "0/3.png", "0/6.png", "1/1.png", "1/4.png", "2/2.png", "2/5.png"});
    CHECK(array_of(folder / "out/shard-000000.npy").shape == "(3, 8, 8, 3)");
    CHECK(array_of(folder / "out/shard-000002.npy").shape == "(1, 8, 8, 3)");
    std::string rows, each;
    for (const char* name : {"0", "1", "2"})
        rows += array_of(folder / ("out/shard-00000" + std::string(name) + ".npy")).data;
    for (const std::string& name : folder.files("each")) each += array_of(folder / ("each/" + name)).data;
    CHECK(rows == each);
}

TEST_CASE("the axes of the rows are those of the layout") {
    const Images folder(2);
    const struct {
        const char *layout, *pipeline, *shape;
    } cases[] = {{"nchw", "invert", "(2, 3, 8, 8)"},
                 {"chw", "invert", "(2, 3, 8, 8)"},
                 {"nhwc", "invert", "(2, 8, 8, 3)"},
                 {"hwc", "grey", "(2, 8, 8, 1)"},
                 {"nhw", "grey | crop 8x4+0+0", "(2, 4, 8)"},
                 {"auto", "grey", "(2, 8, 8)"},
                 {"chw", "grey | crop 8x4+0+0", "(2, 1, 4, 8)"}};
    for (const auto& one : cases) {
        CAPTURE(one.layout);
        fs::remove_all(folder / "out");
        const Outcome outcome =
            sluice_program({"batch", "-r", folder / "in", "-o", folder / "out", "-p", one.pipeline,
                            "--shard-size", "5", "--npy-layout", one.layout});
        CAPTURE(outcome.err);
        CHECK(outcome.code == 0);
        CHECK(array_of(folder / "out/shard-000000.npy").shape == one.shape);
    }
    // What is an array already is written anew, with the axes that are asked for.
    REQUIRE(sluice_program(
                {"batch", "-r", folder / "in", "-o", folder / "arrays", "-p", "invert", "--format", "npy"})
                .code == 0);
    const Outcome again = sluice_program({"batch", "-r", folder / "arrays", "-o", folder / "again", "-p",
                                          "crop 8x8+0+0", "--shard-size", "5", "--npy-layout", "nchw"});
    CHECK(again.code == 0);
    CHECK(array_of(folder / "again/shard-000000.npy").shape == "(2, 3, 8, 8)");
}

TEST_CASE("twice is once, and what is finished is not made again") {
    const Images folder(5);
    const Words words = folder.words("2", {"--manifest", folder / "m.jsonl", "--resume"});
    REQUIRE(sluice_program(words).code == 0);
    const std::string first = bytes_of(folder / "out/shard-000000.npy");
    const auto time = fs::last_write_time(folder / "out/shard-000000.npy");
    const Outcome again = sluice_program(words);
    CHECK(again.code == 0);
    CHECK(contains(again.err, "0 done, 5 skipped in "));
    CHECK(fs::last_write_time(folder / "out/shard-000000.npy") == time);
    const Outcome skip = sluice_program(folder.words("2", {"--overwrite", "skip"}));
    CHECK(skip.code == 0);
    CHECK(contains(skip.err, "0 done, 5 skipped in "));
    const Outcome never = sluice_program(folder.words("2"));
    CHECK(never.code == 1);
    CHECK(contains(never.err,
                   "out/shard-000000.npy' is finished; remove it to make it again, or --overwrite "
                   "skip keeps it"));
    // Removed, it is made again, and only it.
    fs::remove(folder / "out/shard-000000.npy");
    const Outcome one = sluice_program(words);
    CHECK(one.code == 0);
    CHECK(contains(one.err, "2 done, 3 skipped in "));
    CHECK(bytes_of(folder / "out/shard-000000.npy") == first);
    CHECK(folder.rows().size() == 5);
}

TEST_CASE("a run that was killed goes on, and ends with the same files") {
    const Images folder(120, 16);
    Words words = folder.words("25", {"--manifest", folder / "m.jsonl", "--resume", "-j", "1"});
    REQUIRE(sluice_program(folder.words("25")).code == 0);
    fs::rename(folder / "out", folder / "expected");
    const auto lines = [&] {
        const std::string text = bytes_of(folder / "m.jsonl");
        return std::count(text.begin(), text.end(), '\n');
    };
    for (const int most : {10, 60}) {
        Program killed(words);
        while (!killed.over() && lines() < most) std::this_thread::sleep_for(std::chrono::microseconds(200));
        killed.signal(SIGKILL);
        killed.wait();
        for (const auto& entry : fs::directory_iterator(folder / "out"))
            if (fs::is_regular_file(entry) && entry.path().extension() == ".npy")
                CHECK(array_of(entry.path()).shape == "(25, 16, 16, 3)");  // whole, or not there
    }
    // Killed between its two renames, the folder has another name.
    if (fs::is_directory(folder / "out/shard-000000.npy"))
        fs::rename(folder / "out/shard-000000.npy", folder / "out/shard-000000.npy.parts");
    const Outcome outcome = sluice_program(words);
    CAPTURE(outcome.err);
    CHECK(outcome.code == 0);
    CHECK_FALSE(contains(outcome.err, " 0 skipped"));
    CHECK(folder.files("out") == folder.files("expected"));
    for (const std::string& name : folder.files("out"))
        if (name.ends_with(".npy"))
            CHECK(bytes_of(folder / ("out/" + name)) == bytes_of(folder / ("expected/" + name)));
    std::set<std::string> inputs;
    for (const auto& [at, input] : folder.rows()) inputs.insert(input);
    CHECK(inputs.size() == 120);
    CHECK(folder.rows().size() == 120);
}

TEST_CASE("an image that fails leaves a folder, or no hole and a line that says why") {
    const Images folder(6);
    folder.put("in/1/broken.png", "no image");
    const Outcome outcome = sluice_program(folder.words("4"));
    CHECK(outcome.code == 1);
    CHECK(contains(outcome.err,
                   "out/shard-000001.npy' stays a folder, because 1 of the 3 images are not "
                   "done; --max-failures makes it a file without those that failed"));
    CHECK(fs::is_regular_file(folder / "out/shard-000000.npy"));
    CHECK(fs::is_directory(folder / "out/shard-000001.npy"));
    const Outcome allowed = sluice_program(folder.words("4", {"--max-failures", "1", "--overwrite", "skip"}));
    CAPTURE(allowed.err);
    CHECK(allowed.code == 0);
    CHECK(array_of(folder / "out/shard-000001.npy").shape == "(2, 8, 8, 3)");
    const std::vector<nlohmann::json> lines = json_lines(bytes_of(folder / "out/shard-000001.jsonl"));
    REQUIRE(lines.size() == 3);
    CHECK(lines[0].at("row").is_null());
    CHECK(contains(lines[0].at("path"), "broken.png"));
    CHECK_FALSE(lines[0].at("error").get<std::string>().empty());
    CHECK(lines[1].at("row") == 0);
    CHECK(lines[2].at("row") == 1);
    // It is tried again, and still has no place.
    const Outcome again = sluice_program(folder.words("4", {"--max-failures", "1", "--overwrite", "skip"}));
    CHECK(again.code == 0);
    CHECK(contains(again.err, "out/shard-000001.npy' is finished"));
}

TEST_CASE("images of different sizes or types are told apart, with what makes them equal") {
    const Images folder(2);
    folder.put("in/2/wide.png", noise(9, 8, 3, 50));
    const Outcome outcome = sluice_program(folder.words("4", {"-j", "1"}));
    CHECK(outcome.code == 1);
    CHECK(contains(outcome.err, "its result is "));
    CHECK(contains(outcome.err, "9x8 u8 x3"));
    CHECK(contains(outcome.err, "8x8 u8 x3"));
    CHECK(contains(outcome.err, "images that are joined have one size and type: `letterbox "));
    CHECK_FALSE(fs::is_regular_file(folder / "out/shard-000000.npy"));
    // One after the other, by runs that each see one of them.
    fs::remove_all(folder / "out");
    fs::rename(folder / "in/2/wide.png", folder / "wide.png");
    folder.put_image(2, 8);
    fs::rename(folder / "in/2/2.png", folder / "in/2/wide.png");
    CHECK(sluice_program(folder.words("4")).code == 0);
    fs::remove_all(folder / "out");
    const Outcome equal = sluice_program({"batch", "-r", folder / "in", folder / "wide.png", "-o",
                                          folder / "out", "-p", "letterbox 8x8", "--shard-size", "4"});
    CAPTURE(equal.err);
    CHECK(equal.code == 0);
    CHECK(array_of(folder / "out/shard-000000.npy").shape == "(4, 8, 8, 3)");
}

TEST_CASE("runs that share a batch make files of their own, and together every row once") {
    const Images folder(20);
    for (const char* shard : {"0/3", "1/3", "2/3"})
        CHECK(sluice_program(
                  folder.words("4", {"--shard", shard, "--manifest",
                                     folder / ("m" + std::string(1, *shard) + ".jsonl"), "--resume"}))
                  .code == 0);
    std::set<std::string> inputs;
    for (const auto& [at, input] : folder.rows()) inputs.insert(input);
    CHECK(inputs.size() == 20);
    CHECK(folder.rows().size() == 20);
    for (const std::string& name : folder.files("out")) CHECK(contains(name, "-of-3-00000"));
    CHECK(sluice_program({"merge", folder / "m0.jsonl", folder / "m1.jsonl", folder / "m2.jsonl", "-o",
                          folder / "all.jsonl"})
              .code == 0);
    // Another number of runs would do everything twice.
    const Outcome other = sluice_program(folder.words("4", {"--shard", "0/2"}));
    CHECK(other.code == 2);
    CHECK(contains(other.err,
                   "is of another batch: one with more inputs, another --shard-size or another "
                   "--shard; choose another folder, or remove it"));
}

TEST_CASE("inputs that have changed since are noticed before anything is done") {
    const Images folder(6);
    REQUIRE(sluice_program(folder.words("2", {"--manifest", folder / "m.jsonl"})).code == 0);
    const std::string first = bytes_of(folder / "out/shard-000001.npy");
    folder.put("in/0/1.png", noise(8, 8, 3, 77));
    const Words more = folder.words("2", {"--manifest", folder / "m.jsonl", "--resume"});
    const Outcome added = sluice_program(more);
    CHECK(added.code == 2);
    CHECK(contains(added.err,
                   "out/shard-000000.npy' is finished, and was made of other inputs: its index has "
                   "'0/3.npy' where this batch has '0/1.npy'"));
    fs::remove(folder / "in/0/1.png");
    CHECK(sluice_program(folder.words("3", {"--overwrite", "skip"})).code == 2);
    fs::remove(folder / "in/2/5.png");
    fs::remove(folder / "in/2/2.png");
    const Outcome fewer = sluice_program(more);
    CHECK(fewer.code == 2);
    CHECK(contains(fewer.err, "out/shard-000002.npy' is of another batch"));
    CHECK(bytes_of(folder / "out/shard-000001.npy") == first);
    fs::remove(folder / "out/shard-000000.jsonl");
    CHECK(contains(sluice_program(more).err, "remove both to make them again"));
}

TEST_CASE("what cannot be joined is said before anything is done") {
    const Images folder(2);
    CHECK(contains(
        sluice_program(folder.words("2", {"--format", "png"})).err,
        "--shard-size: files of the format 'png' hold no number of images of one size; choose one of "
        "these formats: npy"));
    CHECK(contains(
        sluice_program({"batch", folder / "in/0/0.png", "-o", folder / "a.npy", "--shard-size", "2"}).err,
        "is one; to name a folder, end it with '/'"));
    CHECK(contains(sluice_program({"batch", "-r", folder / "in", "-o", folder / "out", "--shard-size", "2",
                                   "-p", "invert | save ; resize 4x4 from=invert | save {stem}-4.npy"})
                       .err,
                   "--shard-size joins one result of each input, but the pipeline saves 2"));
    CHECK(folder.files("out").empty());
}
