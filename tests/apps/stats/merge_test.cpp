// sluice stats --merge: parts of a data set give what one run over all of it gives, to the byte.
#include "tests/apps/program.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

using namespace sluice;
using Ordered = nlohmann::ordered_json;

namespace {

using Words = std::vector<std::string>;

// Files of one pixel type, each with other values.
struct PartsOfSeries : Scratch {
    std::vector<std::string> paths;

    PartsOfSeries(Pixel pixel, std::size_t count) {
        std::mt19937 random(static_cast<unsigned>(count));
        for (std::size_t i = 0; i < count; ++i) {
            HostImage image(ImageFormat{11, 7, pixel != Pixel::u8 ? 1 : i % 3 == 0 ? 3 : 4, pixel});
            for (std::size_t y = 0; y < 7; ++y)
                for (std::size_t x = 0; x < 11; ++x)
                    for (int c = 0; c < image.format().channels; ++c)
                        set_sample(image.view(), x, y, c, value(pixel, random));
            paths.push_back(
                put("in/" + std::to_string(i) + (is_integer(pixel) && bytes(pixel) < 4 ? ".png" : ".npy"),
                    image));
        }
    }
    static double value(Pixel pixel, std::mt19937& random) {
        const double v = std::normal_distribution<>(0.4, 0.2)(random);
        return is_integer(pixel) ? std::clamp(v * highest(pixel), lowest(pixel), highest(pixel)) : v * 1e6;
    }
    void measure(const Words& inputs, const std::string& name, const Words& more) const {
        Words words = {"stats", "-q", "--dataset", "--json", *this / name};
        words.insert(words.end(), inputs.begin(), inputs.end());
        words.insert(words.end(), more.begin(), more.end());
        const Outcome outcome = sluice_program(words);
        REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
    }
    Outcome merge(const Words& names, const std::string& to, const Words& more = {}) const {
        Words words = {"stats", "-q", "--merge", "-o", *this / to};
        for (const std::string& name : names) words.push_back(*this / name);
        words.insert(words.end(), more.begin(), more.end());
        return sluice_program(words);
    }
    std::string refused(const Words& names, const Words& more = {}) const {
        const Outcome outcome = merge(names, "refused.json", more);
        CHECK(outcome.code != 0);
        CHECK_FALSE(std::filesystem::exists(*this / "refused.json"));
        return outcome.err;
    }
    void change(const std::string& name, const std::function<void(Ordered&)>& how) const {
        Ordered file = Ordered::parse(bytes_of(*this / name));
        how(file);
        put(name, file.dump());
    }
};

// Which file is in which part.
std::vector<Words> parts_of(const Words& files, std::size_t n, std::mt19937& random) {
    std::vector<Words> parts(n);
    for (std::size_t i = 0; i < files.size(); ++i) parts[i < n ? i : random() % n].push_back(files[i]);
    return parts;
}

}  // namespace

TEST_CASE("parts in any number, order and grouping merge into the bytes of one run") {
    for (const Pixel pixel : {Pixel::u8, Pixel::u16, Pixel::i32, Pixel::f32, Pixel::f64}) {
        CAPTURE(name(pixel));
        const PartsOfSeries series(pixel, 7);
        const Words options = {"--percentiles", "1,50,99", "--histogram", "8"};
        series.measure(series.paths, "all.json", options);
        const std::string right = bytes_of(series / "all.json");
        std::mt19937 random(1);
        const bool many = pixel == Pixel::u8 || pixel == Pixel::f32;
        for (const std::size_t n :
             many ? std::vector<std::size_t>{1, 2, 3, 7} : std::vector<std::size_t>{3}) {
            CAPTURE(n);
            Words names;
            for (const Words& part : parts_of(series.paths, n, random)) {
                names.push_back(std::to_string(n) + "_" + std::to_string(names.size()) + ".json");
                Words own = options;  // whether a part is exact does not matter
                if (random() % 2 == 0) own.emplace_back("--approximate");
                series.measure(part, names.back(), own);
            }
            std::shuffle(names.begin(), names.end(), random);
            while (names.size() > 2) {  // two at a time
                const Outcome two = series.merge({names[0], names[1]}, names[0] + "+", {"--approximate"});
                REQUIRE_MESSAGE(two.code == 0, two.err);
                names[1] = names[0] + "+";
                names.erase(names.begin());
                std::shuffle(names.begin(), names.end(), random);
            }
            const Outcome outcome = series.merge(names, "merged.json");
            REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
            CHECK(bytes_of(series / "merged.json") == right);
        }
    }
}

TEST_CASE("approximate percentiles of merged floats state how far they are off") {
    const PartsOfSeries series(Pixel::f32, 3);
    const Words options = {"--percentiles", "1,99"};
    series.measure(series.paths, "exact.json", options);
    series.measure({series.paths[0]}, "a.json", options);
    series.measure({series.paths[1], series.paths[2]}, "b.json", options);
    for (const std::string& file : series.paths) std::filesystem::remove(file);
    const std::string lost = series.refused({"a.json", "b.json"});
    CHECK(contains(lost, "cannot be read again for exact percentiles"));
    CHECK(contains(lost, "--approximate"));
    const Outcome outcome = series.merge({"a.json", "b.json"}, "merged.json", {"--approximate"});
    REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
    const Ordered exact = Ordered::parse(bytes_of(series / "exact.json")).at("dataset").at("statistics"),
                  near = Ordered::parse(bytes_of(series / "merged.json")).at("dataset").at("statistics");
    for (std::size_t c = 0; c < exact.size(); ++c)
        for (const char* percent : {"1", "99"}) {
            const double right = exact[c].at("percentiles").at(percent).get<double>();
            const double error = near[c].at("percentile_errors").at(percent).get<double>();
            CHECK(std::fabs(near[c].at("percentiles").at(percent).get<double>() - right) <= error);
            CHECK(error <= 0.004 * std::fabs(right));
        }
}

TEST_CASE("parts that do not belong together are refused by name") {
    const PartsOfSeries series(Pixel::u8, 4);
    series.measure({series.paths[0], series.paths[1]}, "a.json", {});
    series.measure({series.paths[2]}, "b.json", {});
    SUBCASE("a file in two parts") {
        series.measure({series.paths[3], series.paths[1]}, "c.json", {});
        const std::string err = series.refused({"a.json", "b.json", "c.json"});
        CHECK(contains(err, "c.json"));
        CHECK(contains(err, "1.png"));
        CHECK(contains(err, "a.json"));
        CHECK(contains(series.refused({"a.json", "a.json"}), "0.png"));
    }
    SUBCASE("other options") {
        series.measure({series.paths[3]}, "c.json", {"--group", "joint"});
        const std::string err = series.refused({"a.json", "c.json"});
        CHECK(contains(err, "c.json"));
        CHECK(contains(err, "group"));
        CHECK(contains(err, "joint"));
        series.measure({series.paths[3]}, "c.json", {"--max-pixels", "1000"});
        CHECK(contains(series.refused({"a.json", "c.json"}), "load"));
    }
    SUBCASE("another version") {
        series.change("b.json", [](Ordered& file) { file["part"]["version"] = 2; });
        CHECK(contains(series.refused({"a.json", "b.json"}), "is of version 2"));
    }
    SUBCASE("no part, no JSON, nothing, no file") {
        REQUIRE(sluice_program({"stats", series.paths[3], "--json", series / "c.json"}).code == 0);
        CHECK(contains(series.refused({"a.json", "c.json"}), "--dataset"));
        for (const std::string text :
             {"", "{}", "[1]", "{\"part\": 3}", "{\"part\": {\"version\": 1}}", "no"}) {
            CAPTURE(text);
            series.put("c.json", text);
            CHECK(contains(series.refused({"a.json", "c.json"}), "c.json"));
        }
        std::filesystem::remove(series / "c.json");
        CHECK(contains(series.refused({"a.json", "c.json"}), "c.json"));
    }
    SUBCASE("damaged parts") {
        const std::vector<std::function<void(Ordered&)>> faults{
            [](Ordered& f) { f["part"]["options"]["group"] = "luma"; },
            [](Ordered& f) { f["part"].erase("channels"); },
            [](Ordered& f) { f["part"]["channels"] = Ordered::array(); },
            [](Ordered& f) { f["files"].erase(0); },
            [](Ordered& f) { f["dataset"]["statistics"][0]["sum"] = "12x"; },
            [](Ordered& f) { f["dataset"].erase("count"); }};
        for (const auto& fault : faults) {
            series.measure({series.paths[2]}, "b.json", {});
            series.change("b.json", fault);
            CHECK(contains(series.refused({"a.json", "b.json"}), "b.json"));
        }
    }
    SUBCASE("shards") {
        const auto mark = [&](const std::string& name, std::vector<std::size_t> indices, std::size_t of) {
            series.change(name, [&](Ordered& file) {
                file["part"]["shards"] = {{"of", of}, {"indices", indices}};
            });
        };
        CHECK(series.merge({"a.json", "b.json"}, "whole.json").code == 0);
        mark("a.json", {2}, 3);
        CHECK(contains(series.refused({"a.json", "b.json"}), "no shards"));
        mark("b.json", {2}, 3);
        CHECK(contains(series.refused({"a.json", "b.json"}), "2/3"));
        mark("b.json", {0}, 2);
        CHECK(contains(series.refused({"a.json", "b.json"}), "2 shards"));
        mark("b.json", {0}, 3);
        const std::string err = series.refused({"a.json", "b.json"});
        CHECK(contains(err, "1/3"));
        CHECK(contains(err, "--partial"));
        REQUIRE(series.merge({"b.json", "a.json"}, "ab.json", {"--partial"}).code == 0);
        series.measure({series.paths[3]}, "c.json", {});
        mark("c.json", {1}, 3);
        REQUIRE(series.merge({"c.json", "ab.json"}, "abc.json").code == 0);
        series.measure(series.paths, "all.json", {});
        CHECK(bytes_of(series / "abc.json") == bytes_of(series / "all.json"));
        mark("c.json", {3}, 3);
        CHECK(contains(series.refused({"c.json", "ab.json"}), "shards that do not exist"));
    }
    SUBCASE("options that parts bring along, and a place for the result") {
        CHECK(contains(series.refused({"a.json", "b.json"}, {"--percentiles", "1"}), "--percentiles"));
        const Outcome nowhere = sluice_program({"stats", "--merge", series / "a.json", series / "b.json"});
        CHECK(nowhere.code == 2);
        CHECK(contains(nowhere.err, "-o FILE"));
        CHECK(sluice_program({"stats", series.paths[0], "-o", series / "x.json"}).code == 2);
    }
}

TEST_CASE("a merged file is one range for batch, and files that failed stay in it") {
    const PartsOfSeries series(Pixel::u8, 3);
    const std::string bad = series.put("in/bad.png", "no picture");
    REQUIRE(sluice_program({"stats", "-q", series.paths[0], bad, "--dataset", "--json", series / "a.json"})
                .code == 1);
    series.measure({series.paths[1], series.paths[2]}, "b.json", {});
    REQUIRE(series.merge({"a.json", "b.json"}, "all.json").code == 0);
    const Ordered all = Ordered::parse(bytes_of(series / "all.json"));
    CHECK(all.at("files").size() == 4);
    CHECK(all.at("dataset").at("count") == 3);
    std::filesystem::remove(bad);
    const Outcome batch =
        sluice_program({"batch", series / "in", "-o", series / "out", "--stats-from", series / "all.json"});
    CHECK_MESSAGE(batch.code == 0, batch.err);
}

TEST_CASE("stats of shards, some of them empty, merge to those of all files") {
    const PartsOfSeries parts(Pixel::u8, 5);
    const Words folder{"-r", parts / "in"}, percentiles{"--percentiles", "1,99"};
    parts.measure(folder, "all.json", percentiles);
    Words shards;
    for (int i = 0; i < 7; ++i) {
        shards.push_back(std::to_string(i) + ".json");
        Words more{"--shard", std::to_string(i) + "/7"};
        more.insert(more.end(), percentiles.begin(), percentiles.end());
        parts.measure(folder, shards.back(), more);
    }
    std::shuffle(shards.begin(), shards.end(), std::mt19937(7));
    const Outcome merged = parts.merge(shards, "merged.json");
    REQUIRE_MESSAGE(merged.code == 0, merged.err);
    CHECK(bytes_of(parts / "merged.json") == bytes_of(parts / "all.json"));

    shards.pop_back();
    CHECK(parts.refused(shards).find("shard") != std::string::npos);
}
