#include "tests/apps/program.hpp"
#include "tests/apps/stats/entries.hpp"

#include <doctest/doctest.h>

using nlohmann::json;
using sluice::HostImage;

namespace {

// 16 bit, so that sums of squares are large; grey with alpha.
HostImage deep(std::size_t width, std::size_t height) {
    sluice::ImageFormat format;
    format.width = width;
    format.height = height;
    format.channels = 2;
    format.grey_alpha = true;
    format.pixel = sluice::Pixel::u16;
    HostImage image(format);
    auto* samples = image.as<std::uint16_t>(0);
    for (std::size_t i = 0; i < width * height * 2; ++i)
        samples[i] = static_cast<std::uint16_t>(65535 - (i * 7919) % 60000);
    return image;
}

const Asked everything{"channel", {1, 50, 100}, 16};

std::vector<std::string> with(std::vector<std::string> words, const Asked& asked) {
    const std::vector<std::string> more = asked.words();
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

}  // namespace

TEST_CASE("stats --json has the shape that INTERFACE promises, and the reference's numbers") {
    const Scratch folder;
    const HostImage image = ramp(37, 21, 4, 10, 113);
    const std::string path = folder.put("a.png", image);
    const Outcome outcome = sluice_program(with({"stats", path}, everything));
    REQUIRE(outcome.code == 0);
    CHECK(outcome.err.empty());
    const json report = outcome.json();
    CHECK(report.at("sluice") == 1);
    CHECK_FALSE(report.at("device").get<std::string>().empty());
    CHECK_FALSE(report.contains("dataset"));
    REQUIRE(report.at("files").size() == 1);
    const json& file = report.at("files")[0];
    CHECK(file.at("path") == path);
    CHECK(file.at("width") == 37);
    CHECK(file.at("height") == 21);
    CHECK(file.at("channels") == 4);
    CHECK(file.at("pixel") == "u8");
    CHECK(file.at("alpha") == true);
    CHECK(file.at("error").is_null());
    const json& first = file.at("statistics")[0];
    for (const char* key : {"count", "min", "max", "sum", "sum_sq", "nonzero"})
        CHECK(first.at(key).is_number_integer());
    check_entries(file.at("statistics"), image, everything);
}

TEST_CASE("groups: joint is one entry and luma one, without alpha; of grey, luma is its only channel") {
    const Scratch folder;
    const HostImage color = ramp(37, 21, 4, 10, 113), grey = ramp(37, 21, 2, 10, 113);
    const std::vector<std::string> paths = {folder.put("color.png", color), folder.put("grey.png", grey)};
    const std::pair<const char*, std::vector<std::string>> groups[] = {{"joint", {"joint", "joint"}},
                                                                       {"luma", {"luma", "Y"}}};
    for (const auto& [group, names] : groups) {
        const Asked asked{group, {1, 50, 100}, 16};
        const json files = sluice_program(with({"stats", paths[0], paths[1]}, asked)).json().at("files");
        for (std::size_t i = 0; i < 2; ++i) {
            CAPTURE(paths[i]);
            REQUIRE(files[i].at("statistics").size() == 1);
            CHECK(files[i].at("statistics")[0].at("name") == names[i]);
            check_entries(files[i].at("statistics"), i == 0 ? color : grey, asked);
        }
    }
}

TEST_CASE("colours count where alpha is not 0, with --alpha exclude everywhere; alpha counts everywhere") {
    const Scratch folder;
    HostImage image = ramp(37, 21, 4, 10, 113);
    for (std::size_t x = 0; x < 37; ++x)
        for (std::size_t y = 5; y < 9; ++y) sluice::set_sample(image.view(), x, y, 3, 0);
    const std::string path = folder.put("cutout.png", image);
    for (const char* group : {"channel", "joint", "luma"})
        for (const bool hidden : {false, true}) {
            const Asked asked{group, {1, 50, 99}, 16, hidden};
            CAPTURE(group);
            CAPTURE(hidden);
            const json entries =
                sluice_program(with({"stats", path}, asked)).json().at("files")[0].at("statistics");
            check_entries(entries, image, asked);
            const int pixels = hidden ? 37 * 21 : 37 * 17;
            CHECK(entries[0].at("count") == (std::string(group) == "joint" ? 3 * pixels : pixels));
        }
    const Outcome wrong = sluice_program({"stats", path, "--alpha", "visibel"});
    CHECK(wrong.code == 2);
    CHECK(contains(wrong.err, "--alpha: 'visibel' is not one of"));
}

TEST_CASE("--page 0 takes all pages, as layers") {
    const Scratch folder;
    const Outcome outcome = sluice_program(
        {"stats", folder.put("a.tif", ramp(40, 30, 3, 20, 100)), "--page", "0", "--json", "-"});
    CHECK(outcome.code == 0);
    CHECK(outcome.json().at("files")[0].at("statistics")[0].at("count") == 1200);
}

TEST_CASE("integers of 16 bit are exact, in the sum of squares too") {
    const Scratch folder;
    const HostImage image = deep(301, 99);
    const json file =
        sluice_program({"stats", folder.put("deep.png", image), "--json", "-"}).json().at("files")[0];
    CHECK(file.at("pixel") == "u16");
    REQUIRE(file.at("statistics").size() == 2);
    CHECK(file.at("statistics")[0].at("name") == "Y");
    CHECK(file.at("statistics")[1].at("name") == "A");
    check_entries(file.at("statistics"), image);
}

TEST_CASE("--dataset pools all files as if they were one") {
    const Scratch folder;
    const HostImage a = ramp(40, 30, 3, 20, 100), b = ramp(40, 50, 3, 90, 160);
    HostImage both(sluice::ImageFormat{40, 80, 3, sluice::Pixel::u8});
    std::copy(a.row(0), a.row(0) + a.format().host_bytes(), both.row(0));
    std::copy(b.row(0), b.row(0) + b.format().host_bytes(), both.row(30));
    const json report =
        sluice_program(
            with({"stats", "--dataset", folder.put("a.png", a), folder.put("b.png", b)}, everything))
            .json();
    CHECK(report.at("files").size() == 2);
    CHECK(report.at("dataset").at("count") == 2);
    check_entries(report.at("dataset").at("statistics"), both, everything);
}

TEST_CASE("a file that fails has an entry with its error, the others are done, the exit code is 1") {
    const Scratch folder;
    const std::string good = folder.put("good.png", ramp(40, 30, 3, 20, 100));
    const std::string bad = folder.put("bad.png", "no picture"), missing = folder / "missing.png";
    const Outcome outcome = sluice_program({"stats", bad, good, missing, "--dataset", "--json", "-"});
    CHECK(outcome.code == 1);
    CHECK(contains(outcome.err, "bad.png: it is not an image"));
    CHECK(contains(outcome.err, "missing.png: "));
    const json report = outcome.json();
    REQUIRE(report.at("files").size() == 3);
    for (const json& file : report.at("files")) {
        const bool fine = file.at("path") == good;
        CHECK(file.contains("statistics") == fine);
        CHECK(file.at("error").is_null() == fine);
    }
    CHECK(report.at("dataset").at("count") == 1);
}

TEST_CASE("folders: their pictures, and with --recursive those of folders inside") {
    const Scratch folder;
    const std::string inside = folder.put("top/a.png", ramp(4, 3, 3, 20, 9));
    folder.put("top/sub/b.png", ramp(5, 3, 1, 20, 9));
    folder.put("top/readme.txt", "no picture");
    const std::string top = std::filesystem::path(inside).parent_path();
    CHECK(sluice_program({"stats", top, "--json", "-"}).json().at("files").size() == 1);
    CHECK(sluice_program({"stats", top, "--recursive", "--json", "-"}).json().at("files").size() == 2);
}

TEST_CASE("a path that is not UTF-8 goes to path_bytes in base64") {
    const Scratch folder;
    const std::string path = folder.put("\xff.png", ramp(4, 3, 3, 20, 9));
    const Outcome outcome = sluice_program({"stats", path, "--json", "-"});
    CHECK(outcome.code == 0);
    const json file = outcome.json().at("files")[0];
    CHECK_FALSE(file.contains("path"));
    CHECK(file.at("path_bytes").is_string());
}

TEST_CASE(
    "floats: NaN and infinities are counted and left out; a file without a value has null for its extremes") {
    const Scratch folder;
    HostImage image(sluice::ImageFormat{5, 1, 1, sluice::Pixel::f32});
    auto* v = image.as<float>(0);
    v[0] = 0.25f, v[1] = -2.f, v[2] = 0.f, v[3] = std::numeric_limits<float>::quiet_NaN(),
    v[4] = std::numeric_limits<float>::infinity();
    const json entry =
        sluice_program({"stats", folder.put("a.pfm", image), "--percentiles", "50", "--json", "-"})
            .json()
            .at("files")[0]
            .at("statistics")[0];
    CHECK(entry.at("count") == 3);
    CHECK(entry.at("min") == -2);
    CHECK(entry.at("max") == 0.25);
    CHECK(entry.at("sum") == -1.75);
    CHECK(entry.at("nan") == 1);
    CHECK(entry.at("inf") == 1);
    CHECK(entry.at("percentiles").at("50") == 0);

    for (int i = 0; i < 5; ++i) v[i] = std::numeric_limits<float>::quiet_NaN();
    const json none = sluice_program({"stats", folder.put("b.pfm", image), "--json", "-"})
                          .json()
                          .at("files")[0]
                          .at("statistics")[0];
    CHECK(none.at("count") == 0);
    for (const char* key : {"min", "max", "mean", "std"}) CHECK(none.at(key).is_null());
}

TEST_CASE("--json FILE writes the file; without it people get a table") {
    const Scratch folder;
    const std::string path = folder.put("a.png", ramp(40, 30, 3, 20, 100));
    const Outcome to_file = sluice_program({"stats", path, "--json", folder / "s.json"});
    CHECK(to_file.code == 0);
    CHECK(to_file.out.empty());
    CHECK(json::parse(bytes_of(folder / "s.json")).at("files").size() == 1);

    const Outcome table = sluice_program({"stats", path, "--percentiles", "50", "--histogram", "8"});
    CHECK(contains(table.out, "40x30 u8 x3"));
    for (const char* word : {"count", "mean", "50%", "1200", "119"}) CHECK(contains(table.out, word));
    CHECK(sluice_program({"stats", path}, {.out = "/dev/full"}).code == 1);
}
