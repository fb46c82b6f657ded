// sluice info as a user meets it.
#include "tests/apps/program.hpp"

#include "io/write.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

using nlohmann::json;

namespace {

std::string jpeg_with_all() {
    sluice::Metadata metadata;
    metadata.xmp = {'<', 'a', '/', '>'};
    metadata.texts = {{"Comment", "by hand"}};
    metadata.resolution = {300, 300, sluice::Resolution::Unit::inch};
    const auto file = sluice::encode("jpg", ramp(20, 10, 3, 0, 200).view(), metadata);
    return {file.begin(), file.end()};
}

}  // namespace

TEST_CASE("info has a line for each file, and needs no device") {
    const Scratch folder;
    folder.put("in/a.jpg", jpeg_with_all());
    folder.put("in/b.png", ramp(7, 5, 4, 0, 200));
    const Outcome outcome = sluice_program({"info", folder / "in"}, without_devices());
    CHECK(outcome.code == 0);
    CHECK(outcome.err.empty());
    CHECK(contains(outcome.out, "a.jpg: JPEG, 20x10, 8-bit RGB"));
    CHECK(contains(outcome.out, "XMP data"));
    CHECK(contains(outcome.out, "texts"));
    CHECK(contains(outcome.out, "resolution 300 per inch"));
    CHECK(contains(outcome.out, "; batch: jpg\n"));
    CHECK(contains(outcome.out, "b.png: PNG, 7x5, 8-bit RGB with alpha"));
    CHECK(contains(outcome.out, "; batch: png\n"));
}

TEST_CASE("info --json has all that is known of a file") {
    const Scratch folder;
    const std::string path = folder.put("a.jpg", jpeg_with_all());
    const json report = sluice_program({"info", path, "--json"}).json();
    CHECK(report.at("sluice") == 1);
    REQUIRE(report.at("files").size() == 1);
    const json& file = report.at("files")[0];
    CHECK(file.at("path") == path);
    CHECK(file.at("format") == "JPEG");
    CHECK(file.at("width") == 20);
    CHECK(file.at("height") == 10);
    CHECK(file.at("pages") == 1);
    CHECK(file.at("bits") == 8);
    CHECK(file.at("pixel") == "u8");
    CHECK(file.at("space") == "encoded");
    CHECK(file.at("orientation") == 1);
    CHECK(file.at("profile").is_null());
    CHECK(file.at("metadata") == json{"xmp", "text", "dpi"});
    CHECK(file.at("resolution").at("x") == 300);
    CHECK(file.at("batch").at("format") == "jpg");
    CHECK(file.at("error").is_null());
}

TEST_CASE("info says what a batch would do, or why it would not") {
    const Scratch folder;
    folder.put("in/a.png", ramp(7, 5, 4, 0, 200));
    const Outcome jpeg = sluice_program({"info", folder / "in", "--format", "jpg"});
    CHECK(jpeg.code == 0);
    CHECK(contains(jpeg.out, "; batch: JPEG cannot hold alpha"));
    const Outcome unknown = sluice_program({"info", folder / "in", "--format", "nope"});
    CHECK(unknown.code == 2);
    CHECK(contains(unknown.err, "--format"));
}

TEST_CASE("info lists the others where a file is bad, and exits with 1") {
    const Scratch folder;
    folder.put("in/a.png", ramp(7, 5, 1, 0, 30));
    folder.put("in/b.png", std::string("no image"));
    folder.put("in/c.jpg", std::string("\xFF\xD8\xFF", 3));
    const Outcome outcome = sluice_program({"info", folder / "in"});
    CHECK(outcome.code == 1);
    CHECK(contains(outcome.out, "a.png: PNG"));
    CHECK(contains(outcome.err, "b.png: it is not an image that sluice can read"));
    CHECK(contains(outcome.err, "c.jpg: "));
    const json report = sluice_program({"info", folder / "in", "--json"}).json();
    REQUIRE(report.at("files").size() == 3);
    CHECK(report.at("files")[0].at("error").is_null());
    CHECK(report.at("files")[1].at("error").is_string());
    CHECK(sluice_program({"info"}).code == 2);
    CHECK(sluice_program({"info", folder / "gone.png"}).code == 1);
}

TEST_CASE("info takes folders as batch does") {
    const Scratch folder;
    folder.put("in/a.png", ramp(7, 5, 1, 0, 30));
    folder.put("in/sub/b.png", ramp(7, 5, 1, 0, 30));
    folder.put("in/c.jpg", jpeg_with_all());
    CHECK(!contains(sluice_program({"info", folder / "in"}).out, "b.png"));
    const Outcome all = sluice_program({"info", folder / "in", "--recursive", "--glob", "*.png"});
    CHECK(contains(all.out, "b.png"));
    CHECK(!contains(all.out, "c.jpg"));
}

TEST_CASE("info --isolate says the same") {
    const Scratch folder;
    folder.put("in/a.jpg", jpeg_with_all());
    folder.put("in/b.png", ramp(7, 5, 4, 0, 200));
    const Outcome here = sluice_program({"info", folder / "in"});
    const Outcome apart = sluice_program({"info", folder / "in", "--isolate"});
    CHECK(apart.code == 0);
    CHECK(apart.out == here.out);
}

TEST_CASE("info --formats lists the formats with their metadata") {
    const Outcome text = sluice_program({"info", "--formats"});
    CHECK(text.code == 0);
    CHECK(contains(text.out, "iptc"));
    CHECK(contains(text.out, "PNG"));
    CHECK(contains(sluice_program({"info", "--formats", "--markdown"}).out, "| PNG |"));
    CHECK(sluice_program({"info", "--formats", "a.png"}).code == 2);
    CHECK(sluice_program({"info", "--markdown", "a.png"}).code == 2);
}

TEST_CASE("batch --strip and --keep say which metadata results have") {
    const Scratch folder;
    folder.put("in/a.jpg", jpeg_with_all());
    const auto kinds = [&](std::vector<std::string> words) {
        words.insert(words.begin(), {"batch", folder / "in", "-o", folder / "out", "--pipeline", "invert",
                                     "--overwrite", "always"});
        const Outcome outcome = sluice_program(words);
        CHECK(outcome.code == 0);
        return sluice_program({"info", folder / "out", "--json"}).json().at("files")[0].at("metadata");
    };
    CHECK(kinds({}) == json{"xmp", "text", "dpi"});
    CHECK(kinds({"--strip"}) == json::array());
    CHECK(kinds({"--keep", "none"}) == json::array());
    CHECK(kinds({"--keep", "xmp,dpi"}) == json{"xmp", "dpi"});
    CHECK(kinds({"--keep", "all,-xmp"}) == json{"text", "dpi"});
    CHECK(kinds({"--keep=-text"}) == json{"xmp", "dpi"});
    const Outcome both = sluice_program(
        {"batch", folder / "in", "-o", folder / "out", "--strip", "--keep", "all", "--overwrite", "always"});
    CHECK(both.code == 2);
    const Outcome wrong =
        sluice_program({"batch", folder / "in", "-o", folder / "out", "--keep", "none,icc"});
    CHECK(wrong.code == 2);
    CHECK(contains(wrong.err, "none stands alone"));
}

TEST_CASE("GeoTIFF tags go along where pixels stay in their places, and are left out where they do not") {
    const Scratch folder;
    // A TIFF of 4 x 4 grey pixels with a scale and keys.
    const auto u16 = [](std::size_t v) {
        return std::string{static_cast<char>(v & 255), static_cast<char>(v >> 8)};
    };
    const auto u32 = [&](std::size_t v) { return u16(v & 65535) + u16(v >> 16); };
    const auto entry = [&](std::size_t tag, std::size_t type, std::size_t count, std::size_t value) {
        return u16(tag) + u16(type) + u32(count) + u32(value);
    };
    const std::size_t entries = 11, end = 8 + 2 + 12 * entries + 4;
    std::string tiff = std::string("II*\0", 4) + u32(8) + u16(entries);
    tiff += entry(256, 3, 1, 4) + entry(257, 3, 1, 4) + entry(258, 3, 1, 8) + entry(259, 3, 1, 1) +
            entry(262, 3, 1, 1) + entry(273, 4, 1, end + 32) + entry(277, 3, 1, 1) + entry(278, 3, 1, 4) +
            entry(279, 4, 1, 16) + entry(33550, 12, 3, end) + entry(34735, 3, 4, end + 24) + u32(0);
    tiff += std::string(24, '\1') + u16(1) + u16(1) + u16(0) + u16(0) + "0123456789abcdef";
    const std::string path = folder.put("a.tif", tiff);
    if (sluice_program({"info", path}).code != 0) return;  // without libtiff
    const auto kept = [&](const std::string& stages, std::string& said) {
        const Outcome outcome =
            sluice_program({"run", "load " + path + " | " + stages + " | save " + folder / "b.tif",
                            "--overwrite", "always"});
        CHECK(outcome.code == 0);
        said = outcome.err;
        const json file = sluice_program({"info", folder / "b.tif", "--json"}).json().at("files")[0];
        const json& kinds = file.at("metadata");
        return std::find(kinds.begin(), kinds.end(), "geo") != kinds.end();
    };
    std::string said;
    for (const std::string stays : {"invert", "gaussian 1", "convert pixel=u16"}) {
        CAPTURE(stays);
        CHECK(kept(stays, said));
        CHECK(!contains(said, "GeoTIFF"));
    }
    for (const std::string moves : {"flip x", "crop x=0 y=0 width=2 height=2", "resize 2", "rotate 90"}) {
        CAPTURE(moves);
        CHECK(!kept(moves, said));
        CHECK(contains(said, "its GeoTIFF tags are left out: its pixels are no longer where they were"));
    }
}
