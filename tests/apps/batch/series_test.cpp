// batch --dataset: a series is measured, then normalized by one range, or by one for each group.
#include "tests/apps/program.hpp"

#include "io/read.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace sluice;

namespace {

using Words = std::vector<std::string>;

// Grey ramps of 50 levels.
struct Stacks : Scratch {
    Stacks() {
        put("in/x/a.png", ramp(10, 5, 1, 50, 50));
        put("in/x/b.png", ramp(10, 5, 1, 80, 50));
        put("in/y/c.png", ramp(10, 5, 1, 10, 50));
    }
    Outcome batch(const Words& more, const std::string& out = "out") const {
        Words words = {"batch", *this / "in", "-r", "-o", *this / out, "-q", "--overwrite", "always"};
        words.insert(words.end(), more.begin(), more.end());
        return sluice_program(words);
    }
    std::string result(const std::string& name, const std::string& out = "out") const {
        return bytes_of(*this / (out + "/" + name));
    }
    double at(const std::string& name, std::size_t i) const {
        return sample(read(*this / ("out/" + name)).view(), i % 10, i / 10, 0);
    }
};

}  // namespace

TEST_CASE("batch --dataset does what stats and --stats-from do") {
    const Stacks stacks;
    const std::vector<Words> modes{{"--normalize", "minmax"},
                                   {"--normalize", "percentile:2,97"},
                                   {"--normalize", "minmax", "--set", "normalize.group=joint"},
                                   {"--normalize", "standardize", "--format", "pfm"}};
    for (const Words& mode : modes) {
        CAPTURE(mode[1]);
        const bool joint = mode.size() > 2 && mode[2] == "--set";
        REQUIRE(sluice_program({"stats", stacks / "in", "-r", "-q", "--dataset", "--percentiles", "2,97",
                                "--group", joint ? "joint" : "channel", "--json", stacks / "s.json"})
                    .code == 0);
        Words given = mode, own = mode;
        given.insert(given.end(), {"--stats-from", stacks / "s.json"});
        own.emplace_back("--dataset");
        REQUIRE(stacks.batch(given, "given").code == 0);
        const Outcome outcome = stacks.batch(own, "own");
        REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
        const std::string ext = mode[1] == "standardize" ? ".pfm" : ".png";
        for (const std::string name : {"x/a", "x/b", "y/c"})
            CHECK(stacks.result(name + ext, "own") == stacks.result(name + ext, "given"));
    }
}

TEST_CASE("without --normalize, batch --dataset clips half a percent of all images together") {
    const Stacks stacks;
    Words words = {"batch", stacks / "in", "-r", "-o", stacks / "out", "--dataset"};
    const Outcome outcome = sluice_program(words);
    REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
    CHECK(contains(outcome.err, "measures 3 images, then normalizes them by one range"));
    CHECK(contains(outcome.err, "mode=percentile low=0.5 high=99.5 group=joint"));
    CHECK(stacks.at("y/c.png", 0) == 0);
    CHECK(stacks.at("x/b.png", 49) == 255);
    CHECK(stacks.at("x/a.png", 0) > 80);  // 40 of 119 levels
}

TEST_CASE("options of save do not replace the range of a data set") {
    const Stacks stacks;
    const Outcome outcome = stacks.batch({"--dataset", "--thumbnail", "5"});
    REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
    const HostImage small = read(stacks / "out/x/b.png");
    CHECK(small.format().width == 5);
    CHECK(sample(small.view(), 4, small.format().height - 1, 0) > 240);  // 129 without the range
}

TEST_CASE("each group has its own range, which the manifest tells") {
    const Stacks stacks;
    for (const std::string group : {"{parent}", "in/(.)/", "/x/|/y/"}) {
        CAPTURE(group);
        const Outcome outcome = stacks.batch(
            {"--dataset", "--normalize", "minmax", "--group-by", group, "--manifest", stacks / "m.jsonl"});
        REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
        CHECK(stacks.at("x/a.png", 0) == 0);
        CHECK(stacks.at("x/b.png", 49) == 255);
        CHECK(stacks.at("x/b.png", 0) == 97);  // 30 * 255 / 79
        CHECK(stacks.at("y/c.png", 0) == 0);
        CHECK(stacks.at("y/c.png", 49) == 255);
        for (const nlohmann::json& line : json_lines(bytes_of(stacks / "m.jsonl"))) {
            const nlohmann::json& range = line.at("numbers").at("normalize.range").at(0);
            const bool x = contains(line.at("path").get<std::string>(), "/x/");
            CHECK(range.at("low") == (x ? 50 : 10));
            CHECK(range.at("high") == (x ? 129 : 59));
        }
    }
}

TEST_CASE("--resume redoes the files of a group whose range has changed, and no others") {
    const Stacks stacks;
    const Words words = {"batch",      stacks / "in",      "-r",      "-o",         stacks / "out",
                         "--dataset",  "--normalize",      "minmax",  "--group-by", "{parent}",
                         "--manifest", stacks / "m.jsonl", "--resume"};
    CHECK(contains(sluice_program(words).err, "3 done"));
    CHECK(contains(sluice_program(words).err, "0 done, 3 skipped"));
    stacks.put("in/x/d.png", ramp(10, 5, 1, 200, 50));
    const Outcome outcome = sluice_program(words);
    CHECK_MESSAGE(contains(outcome.err, "3 done, 1 skipped"), outcome.err);
}

TEST_CASE("one range for a stack: all pages count") {
    const Scratch folder;
    ImageFormat format{4, 2, 1, Pixel::u8};
    format.layers = 3;
    HostImage image(format);
    for (std::size_t y = 0; y < format.rows(); ++y)
        for (std::size_t x = 0; x < 4; ++x)
            set_sample(image.view(), x, y, 0, static_cast<double>(20 + 10 * y + x));
    folder.put("in/a.tif", image);
    const Outcome outcome = sluice_program({"batch", folder / "in", "-o", folder / "out", "--page", "all",
                                            "--dataset", "--normalize", "minmax"});
    REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
    ReadOptions all;
    all.page = 0;
    const HostImage result = read(folder / "out/a.tif", all);
    REQUIRE(result.format().layers == 3);
    CHECK(sample(result.view(), 0, 0, 0) == 0);
    CHECK(sample(result.view(), 3, 5, 0) == 255);
    CHECK(sample(result.view(), 3, 1, 0) == 63);  // 13 of 53 levels
}

TEST_CASE("what a series cannot be is said, before or by file") {
    const Stacks stacks;
    const auto refused = [&](const Words& words, const std::string& part) {
        const Outcome outcome = stacks.batch(words);
        CHECK(outcome.code == 2);
        CHECK_MESSAGE(contains(outcome.err, part), outcome.err);
    };
    refused({"--dataset", "--normalize", "clahe"}, "--dataset works with the modes");
    refused({"--dataset", "--pipeline", "invert"}, "--dataset and --pipeline do not go together");
    refused({"--dataset", "--stats-from", stacks / "s.json"},
            "--dataset and --stats-from do not go together");
    refused({"--group-by", "{parent}"}, "--group-by needs --dataset");
    refused({"--dataset", "--group-by", "(x"}, "regular expression");
    refused({"--dataset", "--normalize", "percentile:60,90"}, "needs a low of at most 50");
    refused({"--dataset", "--set", "normalize.mode=minmax", "--set", "normalize.in=0,5"},
            "--dataset sets normalize.in");
    CHECK_FALSE(std::filesystem::exists(stacks / "out"));

    stacks.put("in/x/bad.png", "no picture");
    stacks.put("in/y/deep.tif", HostImage(ImageFormat{3, 3, 1, Pixel::u16}));
    const Outcome outcome = stacks.batch({"--dataset", "--group-by", "{parent}"});
    CHECK(outcome.code == 1);
    CHECK(contains(outcome.err, "bad.png"));
    CHECK(contains(outcome.err, "several pixel types"));
    CHECK(std::filesystem::exists(stacks / "out/x/a.png"));
    CHECK_FALSE(std::filesystem::exists(stacks / "out/y/c.png"));
    const Outcome none = stacks.batch({"--dataset", "--group-by", "/x/"});
    CHECK(contains(none.err, "does not match --group-by"));
    stacks.put("empty/readme.txt", "x");
    const Outcome empty = sluice_program({"batch", stacks / "empty", "-o", stacks / "out", "--dataset"});
    CHECK(empty.code == 2);
}
