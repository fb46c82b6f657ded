// batch --stats-from: a series normalized by one range that sluice stats found.
#include "tests/apps/program.hpp"

#include "io/read.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace sluice;

namespace {

using Words = std::vector<std::string>;

// Levels 50 to 99, 80 to 129 and, of one pixel type but coloured, others.
struct Series : Scratch {
    Series() {
        put("in/a.png", ramp(10, 5, 1, 50, 50));
        put("in/b.png", ramp(10, 5, 1, 80, 50));
    }
    void stats(const Words& more, const std::string& name = "stats.json") const {
        Words words = {"stats", *this / "in", "--json", *this / name, "--dataset"};
        words.insert(words.end(), more.begin(), more.end());
        REQUIRE(sluice_program(words).code == 0);
    }
    Outcome batch(const Words& more) const {
        Words words = {"batch",        *this / "in",         "-o",          *this / "out", "-q",
                       "--stats-from", *this / "stats.json", "--overwrite", "always"};
        words.insert(words.end(), more.begin(), more.end());
        return sluice_program(words);
    }
    // Of the i-th level.
    double at(const std::string& name, std::size_t i) const {
        return sample(read(*this / ("out/" + name)).view(), i % 10, i / 10, 0);
    }
};

}  // namespace

TEST_CASE("a series is normalized by the range of all its pictures") {
    const Series series;
    series.stats({});
    CHECK(series.batch({}).code == 0);
    // 50 to 129 go to 0 to 255.
    CHECK(series.at("a.png", 0) == 0);
    CHECK(series.at("a.png", 49) == 158);  // 49 * 255 / 79
    CHECK(series.at("b.png", 0) == 97);    // 30 * 255 / 79
    CHECK(series.at("b.png", 49) == 255);

    CHECK(series.batch({"--manifest", series / "m.jsonl"}).code == 0);
    for (const nlohmann::json& line : json_lines(bytes_of(series / "m.jsonl")))
        CHECK(line.at("numbers").dump() ==
              R"({"normalize.range":[{"high":129.0,"low":50.0,"name":"joint"}]})");

    const Outcome missing = series.batch({"--normalize", "percentile:10,95.5"});
    CHECK(missing.code == 1);
    CHECK(contains(missing.err, "does not have the percentile 10 of Y"));
    series.stats({"--percentiles", "10,95.5"});
    CHECK(series.batch({"--normalize", "percentile:10,95.5"}).code == 0);
    // 50 levels each, 80 to 99 twice: 60 and 125 are the percentiles.
    CHECK(series.at("a.png", 10) == 0);
    CHECK(series.at("a.png", 11) == 4);
    CHECK(series.at("b.png", 45) == 255);
    CHECK(series.at("b.png", 44) == 251);
    // The default limits, and others set by name.
    series.stats({"--percentiles", "1,99,10,95.5"});
    CHECK(series.batch({"--normalize", "percentile"}).code == 0);
    CHECK(series.at("a.png", 1) == 0);
    CHECK(series.at("a.png", 2) == 3);  // 255 / 77: 51 and 128 are the percentiles
    CHECK(series.at("b.png", 48) == 255);
    CHECK(series.at("b.png", 47) == 252);
    const Words limits = {"--normalize", "percentile",          "--set", "normalize.low=10",
                          "--set",       "normalize.high=95.5", "--set", "normalize.out=0,65"};
    CHECK(series.batch(limits).code == 0);
    CHECK(series.at("a.png", 11) == 1);
    CHECK(series.at("b.png", 45) == 65);

    const Outcome wrong = series.batch({"--normalize", "percentile:abc,90"});
    CHECK(wrong.code == 2);
    CHECK(contains(wrong.err, "abc"));
    CHECK(series.batch({"--normalize", "percentile:90,10"}).code == 2);
    const Outcome twice = series.batch({"--set", "normalize.in=0,64"});
    CHECK(twice.code == 2);
    CHECK(contains(twice.err, "--stats-from sets normalize.in"));
}

TEST_CASE("the statistics of a picture give what normalize makes of it") {
    const Series series;
    // 100 values each: ranks are whole numbers, where the rules from both ends differ.
    series.put("one/a.png", ramp(10, 10, 4, 20, 70));
    for (const std::string mode : {"percentile", "percentile:2,98", "percentile:10,95.5", "percentile:0,90",
                                   "percentile:0,100", "minmax"})
        for (const std::string group : {"channel", "joint"}) {
            CAPTURE(mode);
            CAPTURE(group);
            const Words same = {"--normalize", mode,          "--set", "normalize.group=" + group,
                                "-q",          "--overwrite", "always"};
            Words own = {"batch", series / "one", "-o", series / "own"};
            own.insert(own.end(), same.begin(), same.end());
            REQUIRE(sluice_program(own).code == 0);
            REQUIRE(sluice_program({"stats", series / "one", "--group", group, "--percentiles",
                                    "0,1,2,10,90,95.5,98,99,100", "--json", series / "stats.json"})
                        .code == 0);
            Words given = {"batch",          series / "one", "-o",
                           series / "given", "--stats-from", series / "stats.json"};
            given.insert(given.end(), same.begin(), same.end());
            if (group == "joint") given.erase(given.begin() + 8, given.begin() + 10);
            REQUIRE(sluice_program(given).code == 0);
            CHECK(bytes_of(series / "own/a.png") == bytes_of(series / "given/a.png"));
        }
}

TEST_CASE("percentiles that are one value give way to the minimum and the maximum, with a warning") {
    const Series series;
    sluice::HostImage page(ImageFormat{50, 40, 1, Pixel::u8});
    for (std::size_t i = 0; i < 2000; ++i) set_sample(page.view(), i % 50, i / 50, 0, i < 10 ? 51 : 204);
    series.put("page/a.png", page);
    for (const bool given : {false, true}) {
        Words words = {"batch",       series / "page", "-o",          series / "out",
                       "--normalize", "percentile",    "--overwrite", "always"};
        if (given) words.insert(words.end(), {"--stats-from", series / "stats.json"});
        if (given)
            REQUIRE(sluice_program(
                        {"stats", series / "page", "--percentiles", "1,99", "--json", series / "stats.json"})
                        .code == 0);
        const Outcome outcome = sluice_program(words);
        CHECK(outcome.code == 0);
        CHECK(contains(outcome.err, "are equal; the minimum and the maximum are used instead"));
        CHECK(series.at("a.png", 0) == 0);
        CHECK(sample(read(series / "out/a.png").view(), 3, 5, 0) == 255);
    }
    const Outcome far = sluice_program({"batch", series / "page", "-o", series / "out", "--normalize",
                                        "percentile:60,99", "--stats-from", series / "stats.json"});
    CHECK(contains(far.err, "--stats-from needs a low of at most 50 and a high above 50"));
}

TEST_CASE("each channel has its own range, and a joint one serves grey and coloured pictures") {
    const Series series;
    series.put("in/c.png", ramp(10, 5, 3, 20, 50));
    series.stats({});
    const Outcome mixed = series.batch({});
    CHECK(mixed.code == 2);
    CHECK(contains(mixed.err, "mixes grey and colour images"));
    CHECK(contains(mixed.err, "--group joint"));

    series.stats({"--group", "joint"});
    CHECK(series.batch({}).code == 0);
    CHECK(series.at("b.png", 49) == 255);
    CHECK(series.at("c.png", 0) == 0);

    REQUIRE(
        sluice_program({"stats", series / "in/c.png", "--json", series / "stats.json", "--dataset"}).code ==
        0);
    const Outcome coloured = series.batch({});
    CHECK(coloured.code == 1);
    CHECK(contains(coloured.err, "a.png: is 10x5 u8 x1"));
    CHECK(contains(coloured.err, "are of R, G and B"));
    CHECK(series.at("c.png", 0) == 0);
}

TEST_CASE("statistics that are none, or of other pixels, are refused and nothing is written") {
    Series series;
    CHECK(contains(series.batch({}).err, "stats.json: there is no such file"));
    for (const std::string text : {"", "{}", "[1]", R"({"files": [{"error": null}]})"}) {
        series.put("stats.json", text);
        const Outcome outcome = series.batch({});
        CHECK(outcome.code == 2);
        CHECK(contains(outcome.err, "is not what 'sluice stats --json FILE' writes"));
    }
    CHECK(!std::filesystem::exists(series / "out"));

    series.stats({});
    for (const std::string mode : {"equalize", "grayworld"})
        CHECK(contains(series.batch({"--normalize", mode}).err, "not with " + mode));
    CHECK(series.batch({"--pipeline", "invert"}).code == 2);
    CHECK(sluice_program({"stats", series / "in", "--json", series / "stats.json"}).code == 0);
    CHECK(contains(series.batch({}).err, "not of all together: sluice stats --dataset adds them"));
    series.stats({});
    series.put("in/wide.pgm", "P5 1 1 4095 \x01\x02");
    const Outcome wide = series.batch({});
    CHECK(wide.code == 1);
    CHECK(contains(wide.err, "wide.pgm: is 1x1 u16 x1"));
    CHECK(series.files("out") == Words{"a.png", "b.png"});
}
