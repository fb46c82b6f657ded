#include "pipeline/batch/unchanged.hpp"

#include "io/read.hpp"
#include "io/save_format.hpp"
#include "pipeline/batch/job.hpp"
#include "tests/batch/collect.hpp"
#include "tests/batch/made.hpp"
#include "tests/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <cstring>
#include <string>

using namespace sluice;

namespace {

const Device& device() {
    static const Device picked = Device::pick();
    return picked;
}

// A baseline JPEG that spans the full range; no encoder of ours makes its bytes.
std::string full_jpeg() {
    HostImage image({64, 32, 3});
    for (std::size_t y = 0; y < 32; ++y) std::memset(image.row(y), y < 16 ? 0 : 255, image.pitch());
    const auto bytes = encode("jpg", image.view(), {}, {{"quality", 77}});
    return {bytes.begin(), bytes.end()};
}

std::string full_png() { return made::file("png", made::ramp({32, 16, 3}, 0, 255)); }

struct Run {
    Summary summary;
    Collect collect;
};

void run(Run& result, const TemporaryFolder& folder, const std::string& chain, const std::string& format = "",
         bool copy = true) {
    Job job{made::pipeline(chain), made::folder_to_folder(folder / "in", folder / "out", format), {}, {}, {}};
    job.overwrite = Overwrite::always;
    job.copy_unchanged = copy;
    result.summary = run_batch(job, device(), result.collect);
}

// Whether the only file of a folder is copied.
bool copies(const TemporaryFolder& folder, const std::string& chain, const std::string& format = "",
            bool copy = true) {
    Run result;
    run(result, folder, chain, format, copy);
    REQUIRE(result.summary.done == 1);
    const FileReport& report = result.collect.reports.front();
    CHECK(result.summary.copied == (report.copied ? 1 : 0));
    CHECK((report.output == report.input || report.shrink > 1));
    const std::string input = bytes_of(report.file.input), output = bytes_of(report.file.output);
    if (report.copied) CHECK(input == output);
    CHECK(report.output_bytes == output.size());
    CHECK(read(report.file.output.string()).format() == *report.output);
    return report.copied;
}

// A JPEG with EXIF that says how its picture is to be turned.
std::string jpeg_turned(int orientation) {
    const std::string block = std::string("Exif\0\0MM\0*\0\0\0\10\0\1\1\x12\0\3\0\0\0\1\0", 25) +
                              static_cast<char>(orientation) + std::string(6, '\0');
    return full_jpeg().insert(2, std::string("\xFF\xE1\0", 3) + static_cast<char>(block.size() + 2) + block);
}

}  // namespace

TEST_CASE("pixels are the same whatever lies between them") {
    const HostImage packed = made::ramp({7, 5, 3}, 10, 200);
    HostImage padded(packed.format(), Destination{Layout::device});
    for (std::size_t y = 0; y < 5; ++y) {
        std::memset(padded.row(y), 0xAB, padded.pitch());
        for (std::size_t x = 0; x < 7; ++x) std::memcpy(padded.row(y) + 4 * x, packed.row(y) + 3 * x, 3);
    }
    CHECK(same_pixels(packed.view(), packed.view()));
    CHECK(same_pixels(packed.view(), padded.view()));
    HostImage other = padded;
    set_sample(other.view(), 6, 4, 2, 3);
    CHECK_FALSE(same_pixels(padded.view(), other.view()));
    CHECK_FALSE(same_pixels(packed.view(), made::ramp({5, 7, 3}, 10, 200).view()));
    HostImage white(ImageFormat{7, 5, 3, Pixel::u8, Space::linear});
    CHECK_FALSE(same_pixels(HostImage(packed.format()).view(), white.view()));
}

TEST_CASE("the file of a picture that stays as it is is copied byte for byte, where that is asked for") {
    for (const char* name : {"in/a.jpg", "in/a.png", "in/other name.jpeg"}) {
        CAPTURE(name);
        const TemporaryFolder folder;
        folder.put(name, std::string(name).ends_with("png") ? full_png() : full_jpeg());
        CHECK(copies(folder, "normalize"));
        CHECK_FALSE(copies(folder, "normalize", "", false));
        CHECK_FALSE(copies(folder, "invert"));
        CHECK(copies(folder, "invert | invert"));
    }
}

TEST_CASE("a picture that spans its range on one channel only is not copied") {
    const TemporaryFolder folder;
    HostImage image = made::ramp({32, 16, 3}, 0, 255);
    for (std::size_t x = 0; x < 32; ++x) set_sample(image.view(), x, 15, 2, 200);
    folder.put("in/a.png", made::file("png", image));
    CHECK_FALSE(copies(folder, "normalize"));
}

TEST_CASE("the file of a picture that is read smaller is not copied") {
    const TemporaryFolder folder;
    folder.put("in/a.jpg", full_jpeg());
    CHECK_FALSE(copies(folder, "load shrink=2"));
    CHECK(copies(folder, "load shrink=auto"));
}

TEST_CASE("a picture that is turned and read smaller is reported upright, as large as it is in its file") {
    const TemporaryFolder folder;
    folder.put("in/a.jpg", jpeg_turned(6));
    Run result;
    run(result, folder, "thumbnail 10");
    REQUIRE(result.summary.done == 1);
    const FileReport& report = result.collect.reports.front();
    CHECK(report.input == ImageFormat{32, 64, 3});
    CHECK(report.shrink > 1);
    CHECK(report.output == ImageFormat{5, 10, 3});
    CHECK(result.summary.pixels == 32 * 64);
}

TEST_CASE("what an option says about the file is done, also to a picture that stays as it is") {
    const TemporaryFolder folder;
    folder.put("in/a.jpg", full_jpeg());
    CHECK_FALSE(copies(folder, "normalize | save quality=90"));
    CHECK_FALSE(copies(folder, "normalize | save format=jpg"));
    CHECK(copies(folder, "normalize | save durable=true"));
    Run to_png;
    run(to_png, folder, "normalize", "png");
    CHECK(to_png.summary.copied == 0);
    CHECK(probe((folder / "out/a.png").string()) == ImageFormat{64, 32, 3});
}

TEST_CASE("the name says PNG and the file is a JPEG: it is encoded as the name says") {
    const TemporaryFolder folder;
    folder.put("in/a.png", full_jpeg());
    CHECK_FALSE(copies(folder, "normalize"));
    CHECK(bytes_of(folder / "out/a.png").starts_with("\x89PNG"));
}

TEST_CASE("a picture that is turned upright is encoded") {
    const TemporaryFolder folder;
    folder.put("in/a.jpg", jpeg_turned(1));
    CHECK(copies(folder, "normalize"));
    folder.put("in/a.jpg", jpeg_turned(3));
    CHECK_FALSE(copies(folder, "normalize"));
}

TEST_CASE("of a file with several pages one is encoded") {
    if (!can_write("tif")) return;  // the test of TIFF says so
    const TemporaryFolder folder;
    ImageFormat pages{32, 16, 1};
    folder.put("in/a.tif", made::file("tif", made::ramp(pages, 0, 255)));
    CHECK(copies(folder, "normalize"));
    pages.layers = 2;
    folder.put("in/a.tif", made::file("tif", made::ramp(pages, 0, 255)));
    CHECK_FALSE(copies(folder, "invert | invert"));
}

TEST_CASE("what could be read of a damaged file is encoded") {
    const TemporaryFolder folder;
    const std::string whole = made::file("jpg", made::ramp({160, 120, 3}, 0, 255));
    folder.put("in/a.jpg", whole);
    CHECK(copies(folder, "load lenient=true | invert | invert"));
    folder.put("in/a.jpg", whole.substr(0, whole.size() - 300));
    CHECK_FALSE(copies(folder, "load lenient=true | invert | invert"));
}

namespace {

bool copies_file(const FileReport& report) {
    const FilePipeline pipeline = made::pipeline("invert");
    const CheckedGraph graph = pipeline.for_file(report.file);
    const CheckedNode& sink = graph.nodes[pipeline.sinks().front().node];
    return copy_file(report, *sink.stage->as<SinkDef>()->open(sink.values, {}), false);
}

}  // namespace

TEST_CASE("a file that changed since it was read is not copied") {
    const TemporaryFolder folder;
    FileReport report;
    report.file = {folder.put("in/a.png", full_png()), folder / "a.png"};
    report.input_stamp = stamp_of(report.file.input);
    CHECK(copies_file(report));
    CHECK(bytes_of(folder / "a.png") == full_png());
    folder.put("in/a.png", full_png() + "more");
    CHECK_FALSE(copies_file(report));
    std::filesystem::remove(report.file.input);
    CHECK_FALSE(copies_file(report));
    CHECK(bytes_of(folder / "a.png") == full_png());
}

TEST_CASE("a copy that cannot be written is an error of its output") {
    const TemporaryFolder folder;
    FileReport report;
    report.file = {folder.put("in/a.png", full_png()), folder / "none/a.png"};
    report.input_stamp = stamp_of(report.file.input);
    try {
        copies_file(report);
        FAIL("it was written");
    } catch (const Error& error) {
        CHECK(error.where() == (folder / "none/a.png").string());
    }
}
