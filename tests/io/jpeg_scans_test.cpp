// What decoding a JPEG of many scans costs, which is foretold and bounded.
#include "tests/io/known_image.hpp"
#include "tests/temporary_folder.hpp"

#include "io/read.hpp"
#include "io/write.hpp"

#include <doctest/doctest.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <jpeglib.h>

using namespace sluice;
using known::contains;
using known::error_of;

namespace {

// A grey JPEG in up to 694 scans, all of them valid: the mean of each block, then each frequency bit by bit.
std::string grey_in_scans(unsigned side, std::size_t scans) {
    constexpr int highest = 10, frequencies = DCTSIZE2;
    std::vector<jpeg_scan_info> script{{1, {0}, 0, 0, 0, 0}};
    for (int k = 1; k < frequencies; ++k)
        for (int bit = highest; bit >= 0; --bit)
            script.push_back({1, {0}, k, k, bit == highest ? 0 : bit + 1, bit});
    script.resize(std::min(scans, script.size()));

    jpeg_compress_struct jpeg{};
    jpeg_error_mgr errors{};
    jpeg.err = jpeg_std_error(&errors);
    jpeg_create_compress(&jpeg);
    unsigned char* bytes = nullptr;
    unsigned long size = 0;
    jpeg_mem_dest(&jpeg, &bytes, &size);
    jpeg.image_width = jpeg.image_height = side;
    jpeg.input_components = 1;
    jpeg.in_color_space = JCS_GRAYSCALE;
    jpeg_set_defaults(&jpeg);
    jpeg.scan_info = script.data();
    jpeg.num_scans = static_cast<int>(script.size());
    jpeg_start_compress(&jpeg, TRUE);
    std::vector<JSAMPLE> row(side, 90);
    for (JSAMPROW line = row.data(); jpeg.next_scanline < side;) jpeg_write_scanlines(&jpeg, &line, 1);
    jpeg_finish_compress(&jpeg);
    jpeg_destroy_compress(&jpeg);
    std::string file(reinterpret_cast<char*>(bytes), size);
    std::free(bytes);
    return file;
}

std::string fault_of(const std::string& file) {
    return error_of([&] { read(as_bytes(file), "x"); });
}

}  // namespace

TEST_CASE("a JPEG of hundreds of scans is read while it is small, and refused where that costs seconds") {
    CHECK(fault_of(grey_in_scans(64, 694)) == "");
    CHECK(fault_of(grey_in_scans(1000, 50)) == "");
    CHECK(contains(fault_of(grey_in_scans(1000, 694)),
                   "x: it has too many scans: the first 501 read all of it 501 times"));
}

TEST_CASE("a baseline JPEG takes some rows beside its picture, a progressive one all of its coefficients") {
    const TemporaryFolder folder;
    constexpr std::size_t side = 2000;
    const auto beside = [](const std::string& path) { return open_image(path)->memory().beside; };
    const HostImage image(ImageFormat{side, side, 1});
    const std::string baseline = (folder / "baseline.jpg").string();
    write(baseline, image.view());
    CHECK(beside(baseline) < side * side / 2);
    const std::string scans = folder.put("scans.jpg", grey_in_scans(side, 3)).string();
    CHECK(beside(scans) > sizeof(JCOEF) * side * side);
    CHECK(beside(scans) < 3 * side * side);
}
