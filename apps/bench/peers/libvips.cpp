// The min-max stretch of a folder as a program on libvips' C API does it: libvips IN OUT THREADS. Errors end
// the program.
#include "apps/bench/peers/folder.hpp"

#include <vips/vips.h>

#include <array>

namespace fs = std::filesystem;

namespace {

void stretch(const fs::path& in, const fs::path& out) {
    VipsImage* file = vips_image_new_from_file(in.c_str(), nullptr);
    if (file == nullptr) vips_error_exit("%s", in.c_str());
    VipsImage* image = vips_image_copy_memory(file);  // it is read twice
    VipsImage* found = nullptr;  // a row for all bands, then one for each: minimum, maximum
    if (image == nullptr || vips_stats(image, &found, nullptr) != 0) vips_error_exit("%s", in.c_str());
    std::array<double, 4> gain{}, base{};
    const int bands = vips_image_get_bands(image);
    for (int c = 0; c < bands; ++c) {
        const double low = *VIPS_MATRIX(found, 0, c + 1), high = *VIPS_MATRIX(found, 1, c + 1);
        gain[static_cast<std::size_t>(c)] = high > low ? 255 / (high - low) : 1;
        base[static_cast<std::size_t>(c)] = high > low ? -low * 255 / (high - low) : 0;
    }
    VipsImage* result = nullptr;
    if (vips_linear(image, &result, gain.data(), base.data(), bands, "uchar", TRUE, nullptr) != 0)
        vips_error_exit("%s", in.c_str());
    const bool jpeg = out.extension() == ".jpg";
    const int failed = jpeg ? vips_image_write_to_file(result, out.c_str(), "Q", 90, nullptr)
                            : vips_image_write_to_file(result, out.c_str(), nullptr);
    if (failed != 0) vips_error_exit("%s", out.c_str());
    for (VipsImage* used : {result, found, image, file}) g_object_unref(used);
}

}  // namespace

int main(int argc, char** argv) {
    if (VIPS_INIT(argv[0]) != 0) vips_error_exit(nullptr);
    vips_concurrency_set(1);  // the threads of the folder are enough
    return each_file(argc, argv, [] { return stretch; });
}
