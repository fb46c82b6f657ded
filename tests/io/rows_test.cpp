// By rows and whole: the same pixels, the same metadata, the same words.
#include "tests/corpora.hpp"
#include "tests/io/exif/oriented.hpp"
#include "tests/io/known_image.hpp"
#include "tests/reference/random_image.hpp"
#include "tests/temporary_folder.hpp"

#include "io/codecs.hpp"
#include "io/read.hpp"
#include "io/save_format.hpp"
#include "io/write.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

using namespace sluice;

namespace fs = std::filesystem;

namespace {

// What reading a file ended in.
struct ReadOutcome {
    HostImage image;
    std::vector<std::string> said;
    std::string error;
};

template <class Read>
ReadOutcome outcome_of(Read read) {
    ReadOutcome outcome;
    try {
        outcome.image = read([&](const std::string& text) { outcome.said.push_back(text); });
    } catch (const Error& error) {
        outcome.error = error.what();
    }
    return outcome;
}

// Some rows at a time, of another number each.
HostImage read_by_rows(const std::string& path, const ReadOptions& options, const Warn& warn) {
    constexpr std::array<std::size_t, 5> steps{1, 7, 64, 3, 200};
    const auto file = open_image(path, options);
    const auto rows = file->rows(warn);
    HostImage image(rows->format());
    std::size_t step = 0;
    for (std::size_t y = 0; y < image.format().height;) {
        const std::size_t count = std::min(steps[step++ % steps.size()], image.format().height - y);
        rows->read(rows_of(image.view(), y, count));
        y += count;
    }
    image.metadata = rows->metadata();
    return image;
}

bool same(const HostImage& a, const HostImage& b) {
    if (!(a.format() == b.format())) return false;
    for (std::size_t y = 0; y < a.format().rows(); ++y)
        if (std::memcmp(a.row(y), b.row(y), a.format().host_bytes() / a.format().rows()) != 0) return false;
    const Metadata &m = a.metadata, &n = b.metadata;
    return m.icc == n.icc && m.exif == n.exif && m.xmp == n.xmp && m.resolution == n.resolution &&
           m.png_color == n.png_color && m.icc_space == n.icc_space;
}

}  // namespace

TEST_CASE("every picture of the corpora by rows is as it is in one piece, sound or damaged") {
    if (no_corpora()) return;
    std::map<std::string, std::size_t> by_rows;
    std::set<std::string> refusals;
    for (const fs::path& path : corpus_files())
        for (const bool lenient : {false, true}) {
            ReadOptions options;
            options.max_pixels = 20'000'000;
            options.lenient = lenient;
            CAPTURE(path);
            CAPTURE(lenient);
            const ReadOutcome whole =
                outcome_of([&](const Warn& warn) { return read(path.string(), options, warn); });
            RowMemory memory;
            try {
                memory = open_image(path.string(), options)->row_memory();
            } catch (const Error& error) {
                CHECK(error.what() == whole.error);
                continue;
            }
            if (!memory.refusal.empty()) {
                refusals.insert(memory.refusal);
                continue;
            }
            const ReadOutcome rows =
                outcome_of([&](const Warn& warn) { return read_by_rows(path.string(), options, warn); });
            CHECK(rows.error == whole.error);
            CHECK(rows.said == whole.said);
            if (whole.error.empty() && rows.error.empty()) CHECK(same(rows.image, whole.image));
            ++by_rows[path.extension().string()];
        }
    for (const char* kind : {".png", ".jpg", ".tif"}) CHECK(by_rows[kind] > 20);
    const std::set<std::string> known{"it is interlaced",
                                      "it is progressive",
                                      "it has several scans",
                                      "its EXIF orientation rotates it",
                                      "its samples are text",
                                      "its data ends early, at the top of the image",
                                      "libtiff converts its colours",
                                      "what is missing of it has colours too",
                                      "BMP is always decoded as a whole",
                                      "GIF is always decoded as a whole",
                                      "HDR is always decoded as a whole",
                                      "PSD is always decoded as a whole",
                                      "TGA is always decoded as a whole",
                                      "WebP is always decoded as a whole"};
    for (const std::string& refusal : refusals) CHECK_MESSAGE(known.count(refusal) == 1, refusal);
}

TEST_CASE("rows that are skipped leave those behind them as they are") {
    const TemporaryFolder folder;
    std::vector<fs::path> files;
    for (const std::string name : {"a.ppm", "a.png", "a.jpg", "a.tif", "a.npy", "a.pfm"}) {
        const Pixel pixel = name == "a.pfm" ? Pixel::f32 : Pixel::u8;
        files.push_back(folder / name);
        const Space space = name == "a.pfm" ? Space::linear : Space::encoded;
        write(files.back().string(), reference::random_image({97, 203, 3, pixel, space}, {}).view());
    }
    if (!no_corpora()) {
        const auto more = corpus_files();
        files.insert(files.end(), more.begin(), more.end());
    }
    std::map<std::string, std::size_t> skipped;
    for (const fs::path& path : files) {
        ReadOptions options;
        options.max_pixels = 20'000'000;
        HostImage whole;
        std::unique_ptr<ImageFile> file;
        std::unique_ptr<RowReader> rows;
        try {
            whole = read(path.string(), options);
            file = open_image(path.string(), options);
            rows = file->rows({});
        } catch (const Error&) {
            continue;
        }
        CAPTURE(path.string());
        if (whole.format().layers > 1) continue;
        const std::size_t height = whole.format().height;
        HostImage found(whole.format());
        for (std::size_t y = 0, wanted = height / 5; y < height; wanted += height / 5 + 1) {
            const std::size_t over = rows->skip(std::min(wanted, height - 1) - std::min(y, height - 1));
            skipped[path.extension().string()] += over;
            y += over;
            const std::size_t count = std::min<std::size_t>(height - y, 9);
            const HostView part = rows_of(found.view(), y, count);
            rows->read(part);
            for (std::size_t row = y; row < y + count; ++row)
                CHECK(std::memcmp(found.row(row), whole.row(row), whole.format().host_bytes() / height) == 0);
            y += count;
        }
    }
    for (const char* kind : {".ppm", ".tif", ".npy", ".pfm"}) CHECK(skipped[kind] > 0);
}

TEST_CASE("a mirrored picture goes by rows, and none takes a second image to be turned") {
    const TemporaryFolder folder;
    HostImage picture({301, 203, 3});
    for (std::size_t y = 0; y < 203; ++y)
        for (std::size_t x = 0; x < 301; ++x)
            for (int c = 0; c < 3; ++c)
                set_sample(picture.view(), x, y, c,
                           static_cast<double>((x + 2 * y) / 4 + 20 * static_cast<std::size_t>(c)));
    for (const std::string extension : {"jpg", "png"}) {
        std::size_t beside = 0;
        for (int orientation = 1; orientation <= 8; ++orientation) {
            CAPTURE(extension);
            CAPTURE(orientation);
            const HostImage stored = oriented::as_stored(picture, orientation);
            const std::string path =
                folder
                    .put("a." + extension, oriented::with_exif(encode(extension, stored.view()),
                                                               oriented::exif(orientation, true)))
                    .string();
            const HostImage whole = read(path);
            CHECK(whole.metadata.altered == (orientation > 1));
            CHECK(known::difference(whole, picture, 6) == "");
            const RowMemory rows = open_image(path)->row_memory();
            CHECK(rows.refusal == (orientation <= 2 ? "" : "its EXIF orientation rotates it"));
            if (rows.refusal.empty()) CHECK(same(read_by_rows(path, {}, {}), whole));
            const std::size_t here = open_image(path)->memory().beside;
            if (orientation == 1) beside = here;
            CHECK(here < beside + picture.format().host_bytes());
        }
    }
}

TEST_CASE("what is written by rows is what is written in one piece") {
    const TemporaryFolder folder;
    for (const std::string& extension : written_extensions())
        for (const Pixel pixel : {Pixel::u8, Pixel::u16, Pixel::f32})
            for (const int channels : {1, 2, 3, 4}) {
                CAPTURE(extension);
                CAPTURE(channels);
                CAPTURE(name(pixel));
                ImageFormat format{53, 300, channels, pixel};
                format.grey_alpha = channels == 2;
                ImageFormat held;
                try {
                    held = writable(extension, format);
                } catch (const Error&) {
                    continue;
                }
                if (!(held == format)) continue;
                const std::string whole = (folder / ("whole." + extension)).string();
                const std::string rows = (folder / ("rows." + extension)).string();
                const auto handle = open_for_writing(rows, format);
                const RowMemory memory = handle->row_memory();
                if (!memory.refusal.empty()) {
                    CHECK(memory.refusal.find("is written in one piece") != std::string::npos);
                    continue;
                }
                HostImage image(format);
                for (std::size_t y = 0; y < format.height; ++y)
                    for (std::size_t x = 0; x < format.width; ++x)
                        for (int c = 0; c < channels; ++c)
                            set_sample(image.view(), x, y, c,
                                       static_cast<double>(
                                           (x * 5 + y * 3 + static_cast<std::size_t>(c) * 40) % 251));
                write(whole, image.view());
                const auto writer = handle->rows({}, {});
                for (std::size_t y = 0; y < format.height; y += 33)
                    writer->write(rows_of(ConstHostView(image.view()), y,
                                          std::min<std::size_t>(33, format.height - y)));
                CHECK_FALSE(fs::exists(rows));
                writer->finish();
                if (extension == "png")  // which another library compresses, row by row
                    CHECK(same(read(rows), read(whole)));
                else
                    CHECK(bytes_of(rows) == bytes_of(whole));
                fs::remove(rows);
            }
}

TEST_CASE("a writer that is not finished leaves nothing") {
    const TemporaryFolder folder;
    for (const char* extension : {"png", "jpg", "tif", "ppm", "npy"}) {
        const ImageFormat format{40, 30, 3};
        const HostImage image(format);
        const auto writer =
            open_for_writing((folder / ("a." + std::string(extension))).string(), format)->rows({}, {});
        writer->write(rows_of(ConstHostView(image.view()), 0, 20));
    }
    CHECK(folder.files("").empty());
}
