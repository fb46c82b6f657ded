// Every picture of the corpora loads, or is refused with a message.
#include "tests/corpora.hpp"
#include "tests/places.hpp"

#include "io/read.hpp"
#include "io/save_format.hpp"
#include "io/write.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

using namespace sluice;

namespace fs = std::filesystem;

namespace {

// The message of the refusal, or "" when the picture loads.
std::string corpus_refusal(const fs::path& path, const ReadOptions& options = {}) {
    try {
        const HostImage image = read(path.string(), options);
        CHECK(image.format() == probe(path.string(), options));
        CHECK(image.format().pixels() > 0);
        return "";
    } catch (const Error& error) {
        CHECK(error.kind() == Error::Kind::input);
        CHECK(error.where() == path.string());
        CHECK(error.message().text().size() > 10);
        return error.message();
    }
}

}  // namespace

TEST_CASE("every file of the corpora loads or is refused with a message that names it") {
    if (no_corpora()) return;
    std::size_t loaded = 0, refused = 0;
    ReadOptions options;
    options.max_pixels = 20'000'000;  // the one bomb below the default limit takes long under a sanitizer
    for (const fs::path& path : corpus_files()) {
        CAPTURE(path);
        corpus_refusal(path, options).empty() ? ++loaded : ++refused;
        options.lenient = true;
        corpus_refusal(path, options);
        options.lenient = false;
    }
    CHECK(loaded >= 290);
    CHECK(loaded + refused >= 600);
}

TEST_CASE("folders of sound pictures load without a refusal") {
    if (no_corpora()) return;
    for (const char* folder :
         {"photo_jpeg", "photo_jpeg_camera", "photo_png", "misc", "icc_exif", "exif_orientation"}) {
        const std::vector<fs::path> paths = corpus_files(folder);
        CHECK(!paths.empty());
        for (const fs::path& path : paths) {
            CAPTURE(path);
            CHECK(corpus_refusal(path) == "");
        }
    }
}

TEST_CASE("an sRGB profile with well-known errors is carried without a word") {
    if (no_corpora()) return;
    const std::string path = (fs::path(SLUICE_TEST_CORPORA) / "misc/chelsea.png").string();
    std::vector<std::string> warnings;
    const Warn warn = [&](const std::string& message) { warnings.push_back(message); };
    const HostImage image = read(path, {}, warn);
    CHECK(image.metadata.icc.size() > 128);
    const std::vector<std::uint8_t> file = encode("png", image.view(), image.metadata, {}, warn);
    CHECK(read(file, "test.png", {}, warn).metadata.icc == image.metadata.icc);
    CHECK(warnings.empty());
}

TEST_CASE("of the PNG suite those are refused that are meant to be, and all others load") {
    if (no_corpora()) return;
    const std::vector<fs::path> paths = corpus_files("pngsuite");
    CHECK(paths.size() > 50);
    for (const fs::path& path : paths) {
        CAPTURE(path);
        const bool broken = path.filename().string().starts_with("x");
        CHECK(corpus_refusal(path).empty() != broken);
    }
}

TEST_CASE("hostile headers are refused, valid files load, and truncated ones name what is wrong") {
    if (no_corpora()) return;
    const std::map<std::string, std::string> messages = {
        {"bomb_60000x60000_1bit_gray.png", "it is too large: 60000x60000"},
        {"header_2147483647x1_rgb.png", "it is too large: 2147483647x1"},
        {"p5_65535x65535_10bytes.pgm", "it is too large: 65535x65535"},
        {"huge_100000x100000.bmp", "it is too large: 100000x100000"},
        {"huge_200000x200000.tif", can_write("tif") ? "it is too large: 200000x200000" : "it is TIFF"},
        {"header_60000x60000_1bit_noidat.png", "it is a broken PNG"},
        {"header_0x10.png", "it is a broken PNG"},
        {"sof_65500x65500.jpg", "its data ends early"},
        {"p6_maxval0.ppm", "its maxval is 0"},
        {"p5_maxval70000.pgm", "its maxval is 70000"},
        {"kodim_trunc_2pct.png", "its data ends early"},
        {"kodim_trunc_40pct.png", "its data ends early"},
        {"photo_trunc_2pct.jpg", "its data ends early"},
        {"photo_trunc_40pct.jpg", "its data ends early"},
        {"photo_10bitflips.jpg", "it is a broken JPEG"},
        {"text_named.png", "it is not an image that sluice can read"},
        {"one_byte.png", "it is not an image that sluice can read"},
        {"jpeg_named.png", ""},
        {"valid_1x1.jpg", ""},
        {"valid_1x1.png", ""},
        {"valid_constant_64.png", ""},
        {"valid_10000x1.png", ""},
    };
    for (const auto& [name, message] : messages) {
        const fs::path path = fs::path(SLUICE_TEST_CORPORA) / "hostile" / name;
        CAPTURE(path);
        REQUIRE(fs::exists(path));
        const std::string said = corpus_refusal(path);
        CHECK(said.substr(0, message.size()) == message);
        CHECK(said.empty() == message.empty());
    }
}

TEST_CASE("photographs that were cut load with lenient, complete in size, with a warning") {
    if (no_corpora()) return;
    ReadOptions options;
    options.lenient = true;
    for (const char* name :
         {"kodim_trunc_2pct.png", "kodim_trunc_40pct.png", "photo_trunc_2pct.jpg", "photo_trunc_40pct.jpg"}) {
        const std::string path = (fs::path(SLUICE_TEST_CORPORA) / "hostile" / name).string();
        CAPTURE(path);
        std::vector<std::string> warnings;
        const HostImage image =
            read(path, options, [&](const std::string& message) { warnings.push_back(message); });
        CHECK(image.format() == probe(path));
        CHECK(warnings ==
              std::vector<std::string>{"its data ends early; the part that could be read is used"});
    }
}
