// What batch does when it is not told what to do.
#include "tests/apps/program.hpp"

#include "io/read.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace sluice;

namespace {

using Words = std::vector<std::string>;

// 1000 pixels; in red, green and blue one value each lies far from the others.
HostImage with_outliers() {
    HostImage image = ramp(40, 25, 3, 60, 100);
    for (int c = 0; c < 3; ++c) {
        set_sample(image.view(), 0, 0, c, 0);
        set_sample(image.view(), 1, 0, c, 255);
    }
    return image;
}

struct Default : Scratch {
    Default() { put("in/a.png", with_outliers()); }
    Outcome batch(const Words& more, const std::string& output = "out") const {
        Words words = {"batch",       *this / "in", "-o",         *this / output,
                       "--overwrite", "always",     "--manifest", *this / "m.jsonl"};
        words.insert(words.end(), more.begin(), more.end());
        return sluice_program(words);
    }
    std::string numbers() const {
        const nlohmann::json numbers = json_lines(bytes_of(*this / "m.jsonl")).at(0).at("numbers");
        return numbers.contains("normalize.range") ? numbers.at("normalize.range").dump() : "";
    }
};

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace

TEST_CASE("batch stretches the percentiles 0.5 and 99.5 of all channels together, and says so first") {
    const Default folder;
    const Outcome outcome = folder.batch({});
    CHECK(outcome.code == 0);
    CHECK(first_line(outcome.err) ==
          "normalizes with mode=percentile low=0.5 high=99.5 group=joint; --normalize minmax stretches from "
          "the minimum to the maximum, and clips nothing");
    CHECK(folder.numbers() == R"([{"high":159.0,"low":60.0,"name":"joint"}])");
    const HostImage result = read(folder / "out/a.png");
    CHECK(sample(result.view(), 0, 0, 0) == 0);
    CHECK(sample(result.view(), 1, 0, 2) == 255);
    CHECK(sample(result.view(), 2, 0, 0) == 15);  // 6 of 99 steps
    CHECK(first_line(folder.batch({"-q"}).err).empty());
}

TEST_CASE("--normalize minmax is one word away, and then nothing is said") {
    const Default folder;
    const Outcome outcome = folder.batch({"--normalize", "minmax"});
    CHECK_FALSE(contains(outcome.err, "normalizes with"));
    CHECK(contains(outcome.err,
                   "1 of 1 images already spanned the full range, and minmax left them as they were; "
                   "--normalize percentile, or no --normalize"));
    CHECK(contains(outcome.err, "1 done (1 unchanged, copied) in "));
    CHECK_FALSE(contains(folder.batch({"--pipeline", "invert"}).err, "normalizes with"));
}

TEST_CASE("--set changes the default, and another mode has its own options") {
    const Default folder;
    const Outcome own = folder.batch({"--set", "normalize.group=channel", "--set", "normalize.low=0"});
    CHECK(own.code == 0);
    CHECK(contains(first_line(own.err), "mode=percentile low=0 high=99.5 group=channel;"));
    CHECK(contains(folder.numbers(), R"("low":0.0,"name":"R")"));
    CHECK(folder.batch({"--set", "normalize.mode=minmax"}).code == 0);
    CHECK(contains(folder.numbers(), R"({"high":255.0,"low":0.0,"name":"R"})"));
    CHECK(folder.batch({"--set", "normalize.mode=grayworld"}).code == 0);
    CHECK(contains(folder.batch({"--set", "normalize.mode=minmx"}).err, "did you mean 'minmax'?"));
}

TEST_CASE("clahe of batch has the clip limit 3, that of the stage 40") {
    const Default folder;
    const auto pixels = [&](const Words& words) {
        REQUIRE(folder.batch(words).code == 0);
        return bytes_of(folder / "out/a.png");
    };
    const std::string gentle = pixels({"--normalize", "clahe"});
    CHECK(gentle == pixels({"--pipeline", "normalize clahe clip_limit=3"}));
    CHECK(gentle != pixels({"--pipeline", "normalize clahe"}));
    CHECK(pixels({"--normalize", "clahe", "--set", "normalize.clip_limit=40"}) ==
          pixels({"--pipeline", "normalize clahe"}));
    CHECK(gentle == pixels({"--set", "normalize.mode=clahe"}));
}

TEST_CASE("--stats-from alone goes from minimum to maximum, and says so") {
    const Default folder;
    REQUIRE(sluice_program({"stats", folder / "in", "--json", folder / "s.json", "--dataset"}).code == 0);
    const Outcome outcome = folder.batch({"--stats-from", folder / "s.json"});
    CHECK(outcome.code == 0);
    CHECK(first_line(outcome.err) == "stretches from the minimum to the maximum in '" + folder / "s.json" +
                                         "'; --normalize percentile:LOW,HIGH uses its percentiles");
    CHECK(contains(folder.numbers(), R"({"high":255.0,"low":0.0,"name":"R"})"));
}

TEST_CASE("a standardize that its file would clip fails, with the ways out, and nothing is written") {
    const Default folder;
    const Outcome outcome = folder.batch({"--normalize", "standardize"});
    CHECK(outcome.code == 1);
    CHECK(contains(outcome.err, "PNG cannot hold numbers below 0 and above 1"));
    CHECK(contains(outcome.err, "(batch: --format)"));
    CHECK(folder.files("out").empty());
    CHECK(folder.batch({"--normalize", "standardize", "--format", "npy"}).code == 0);
    CHECK(folder
              .batch({"--normalize", "standardize", "--set", "normalize.scale=0.2", "--set",
                      "normalize.shift=0.5"})
              .code == 0);
    const Outcome run = sluice_program(
        {"run", "load " + (folder / "in/a.png") + " | normalize standardize | save " + (folder / "x.jpg")});
    CHECK(run.code == 2);
    CHECK(contains(run.err, "JPEG cannot hold numbers below 0 and above 1"));
    CHECK_FALSE(std::filesystem::exists(folder / "x.jpg"));
}

TEST_CASE("--unchanged encode writes anew what did not change, and the manifest says what was copied") {
    const Default folder;
    const auto copied = [&](const Words& words) {
        REQUIRE(folder.batch(words).code == 0);
        return json_lines(bytes_of(folder / "m.jsonl")).at(0).at("copied").get<bool>();
    };
    folder.put("in/a.png", with_outliers());
    CHECK(copied({"--normalize", "minmax"}));
    CHECK(bytes_of(folder / "out/a.png") == bytes_of(folder / "in/a.png"));
    CHECK_FALSE(copied({"--normalize", "minmax", "--unchanged", "encode"}));
    CHECK_FALSE(copied({"--normalize", "minmax", "--compression", "9"}));
    CHECK_FALSE(copied({}));
    CHECK(contains(folder.batch({"--unchanged", "keep"}).err, "not one of copy, encode"));
}
