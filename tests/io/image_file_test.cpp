// One handle for the header, the pixels and the rows of a file, which is opened once and read once.
#include "tests/file_opens.hpp"
#include "tests/io/known_image.hpp"
#include "tests/reference/random_image.hpp"
#include "tests/temporary_folder.hpp"

#include "io/codecs.hpp"
#include "io/read.hpp"
#include "io/save_format.hpp"
#include "io/write.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

using namespace sluice;

namespace fs = std::filesystem;

namespace {

// Bytes that this process has read of whatever file.
std::size_t bytes_read() {
    std::ifstream facts("/proc/self/io");
    std::string name;
    std::size_t bytes = 0;
    facts >> name >> bytes;
    REQUIRE(name == "rchar:");
    return bytes;
}

HostImage noise(std::size_t width, std::size_t height) {
    return reference::random_image({width, height, 3}, {});
}

HostImage by_rows(ImageFile& file) {
    const auto rows = file.rows({});
    HostImage image(rows->format());
    rows->read(image.view());
    return image;
}

}  // namespace

TEST_CASE("what a file is asked for opens it once, and reads no byte of it twice") {
    const TemporaryFolder folder;
    constexpr std::size_t beside = 4096;  // by the test itself; leaps of readers
    for (const std::string& extension : written_extensions()) {
        if (const Codec* codec = codec_of_extension(extension); !codec->reads() || codec->told_by_name)
            continue;
        ImageFormat format{700, 500, 3};
        try {
            format = writable(extension, format);
        } catch (const Error&) {
            continue;
        }
        CAPTURE(extension);
        for (const std::size_t height : {std::size_t{60}, std::size_t{700}}) {
            format.height = height;
            const std::string path = (folder / ("a." + extension)).string();
            WriteOptions again;
            again.placing.overwrite = Overwrite::always;
            write(path, reference::random_image(format, {}).view(), {}, again);
            const std::size_t size = fs::file_size(path);
            FileOpens opens(path);
            const std::size_t before = bytes_read();
            const auto file = open_image(path);
            const ImageFormat told = file->header().format;
            static_cast<void>(file->memory());
            static_cast<void>(file->row_memory());
            CHECK(file->read({}, {}).format() == told);
            const std::size_t read = bytes_read() - before;
            CHECK(read >= size);
            // Some have their rows from the bottom up, and bites of rows overlap.
            const bool from_below = extension == "pfm" || extension == "fits";
            CHECK(read <= size + size / (from_below ? 4 : 50) + beside);
            CHECK(opens.count() == 1);
        }
    }
}

TEST_CASE("a file gives its image and its rows as often as it is asked, in any order") {
    const TemporaryFolder folder;
    for (const std::string extension : {"png", "jpg", "tif", "ppm", "npy"}) {
        if (codec_of_extension(extension) == nullptr || !codec_of_extension(extension)->writes()) continue;
        CAPTURE(extension);
        const std::string path = (folder / ("a." + extension)).string();
        write(path, noise(300, 400).view());
        FileOpens opens(path);
        const auto file = open_image(path);
        const HostImage first = by_rows(*file);
        CHECK(known::difference(file->read({}, {}), first) == "");
        CHECK(known::difference(by_rows(*file), first) == "");
        CHECK(known::difference(file->read({}, {}), first) == "");
        CHECK(file->header().format == first.format());
        CHECK(opens.count() == 1);
        CHECK(known::difference(read(path), first) == "");
    }
}

TEST_CASE("a file that is read smaller says so from then on, and gives that") {
    const TemporaryFolder folder;
    const std::string path = (folder / "a.jpg").string();
    write(path, noise(203, 101).view());
    const auto file = open_image(path);
    const std::size_t whole = file->memory().image;
    REQUIRE(file->header().smaller == std::vector<Shrunk>{{8}, {4}, {2}});
    CHECK(file->header().shrink == 1);
    file->read_smaller({4});
    CHECK(file->header().smaller.empty());
    CHECK(file->header().shrink == 4);
    CHECK(file->header().format == ImageFormat{51, 26, 3});
    CHECK(file->header().whole == ImageFormat{203, 101, 3});
    CHECK(file->memory().image < whole);
    CHECK(file->read({}, {}).format() == ImageFormat{51, 26, 3});
    CHECK(by_rows(*file).format() == ImageFormat{51, 26, 3});
    // What was asked for when it was opened leaves no choice.
    const auto opened = open_image(path, {.shrink = 4});
    CHECK(opened->header().smaller.empty());
    CHECK(opened->header().shrink == 4);
    CHECK(opened->header().whole == ImageFormat{203, 101, 3});
    CHECK(known::difference(opened->read({}, {}), file->read({}, {})) == "");
}

TEST_CASE("a damaged file has its header, and says what is wrong as often as its pixels are asked for") {
    const TemporaryFolder folder;
    const std::string path = (folder / "a.png").string();
    write(path, noise(90, 50).view());
    fs::resize_file(path, fs::file_size(path) / 2);
    const auto file = open_image(path);
    CHECK(file->header().format == ImageFormat{90, 50, 3});
    const std::string said = path + ": its data ends early; load.lenient=true takes what can be read";
    for (int i = 0; i < 2; ++i) {
        CHECK_THROWS_WITH(file->read({}, {}), said.c_str());
        CHECK_THROWS_WITH(by_rows(*file), said.c_str());
    }
}
