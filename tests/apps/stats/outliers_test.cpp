// sluice stats --outliers: text, JSON and a page.
#include "tests/apps/program.hpp"

#include <doctest/doctest.h>

#include <random>
#include <string>

using namespace sluice;

namespace {

// Noise, its contrast and brightness as given; `smooth` blurs it.
HostImage noise(unsigned seed, double centre, double contrast, std::size_t smooth) {
    std::mt19937 random(seed);
    HostImage image(ImageFormat{64, 48, 3, Pixel::u8});
    double last = 0;
    for (std::size_t y = 0; y < 48; ++y)
        for (std::size_t x = 0; x < 64; ++x)
            for (int c = 0; c < 3; ++c) {
                if ((x + y) % smooth == 0) last = std::normal_distribution<>(centre, contrast)(random);
                set_sample(image.view(), x, y, c, std::min(255.0, std::max(0.0, last)));
            }
    return image;
}

struct Photos : Scratch {
    Photos() {
        for (unsigned i = 0; i < 8; ++i)
            put("in/" + std::to_string(i) + ".png", noise(i, 120 + i, 30 + 0.3 * i, 1));
        put("in/<dark>.png", noise(20, 12, 4, 1));
        put("in/burnt.png", noise(21, 240, 60, 1));
    }
};

}  // namespace

TEST_CASE("stats --outliers names files that do not belong, in text, JSON and on a page") {
    const Photos photos;
    const Outcome text = sluice_program({"stats", photos / "in", "--outliers"});
    REQUIRE_MESSAGE(text.code == 0, text.err);
    CHECK(contains(text.out, "outliers\n"));
    const std::string after = text.out.substr(text.out.find("outliers\n"));
    CHECK(contains(after, "<dark>.png"));
    CHECK(contains(after, "burnt.png"));
    CHECK_FALSE(contains(after, "/3.png"));

    const Outcome outcome =
        sluice_program({"stats", photos / "in", "--outliers", "--json", "-", "--report", photos / "o.html"});
    REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
    const nlohmann::json all = outcome.json();
    CHECK(all.at("outliers").at("files").size() == 2);
    CHECK(all.at("outliers").at("median").at("mean").get<double>() == doctest::Approx(0.48).epsilon(0.05));
    for (const nlohmann::json& file : all.at("files"))
        for (const char* quality : {"mean", "spread", "clipping", "focus"})
            CHECK(file.at("quality").at(quality).is_number());
    const std::string page = bytes_of(photos / "o.html");
    CHECK(contains(page, "data:image/jpeg;base64,"));
    CHECK(contains(page, "2 of 10 files"));
    CHECK(contains(page, "&lt;dark&gt;"));
    CHECK_FALSE(contains(page, "<dark>"));
}

TEST_CASE("parts merge with their outliers, which are those of the whole set") {
    const Photos photos;
    const auto stats = [&](std::vector<std::string> words, const std::string& to) {
        words.insert(words.begin(), {"stats", "-q", "--outliers", "--dataset", "--json", photos / to});
        REQUIRE(sluice_program(words).code == 0);
    };
    std::vector<std::string> some, others;
    for (const std::string name : {"0", "1", "2", "<dark>"}) some.push_back(photos / ("in/" + name + ".png"));
    for (const std::string name : {"3", "4", "5", "6", "7", "burnt"})
        others.push_back(photos / ("in/" + name + ".png"));
    stats({photos / "in"}, "all.json");
    stats(some, "a.json");
    stats(others, "b.json");
    const Outcome merged = sluice_program({"stats", "-q", "--merge", photos / "b.json", photos / "a.json",
                                           "-o", photos / "merged.json", "--report", photos / "o.html"});
    REQUIRE_MESSAGE(merged.code == 0, merged.err);
    CHECK(bytes_of(photos / "merged.json") == bytes_of(photos / "all.json"));
    CHECK(contains(bytes_of(photos / "o.html"), "burnt.png"));
}

TEST_CASE("a page of outliers needs outliers, and takes the place of no input") {
    const Photos photos;
    CHECK(sluice_program({"stats", photos / "in", "--report", photos / "o.html"}).code == 2);
    const Outcome outcome =
        sluice_program({"stats", photos / "in", "--outliers", "--report", photos / "in/0.png"});
    CHECK(outcome.code == 2);
    CHECK(contains(outcome.err, "an image has that name"));
}
