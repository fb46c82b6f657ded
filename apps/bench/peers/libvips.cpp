// The stretch of a folder as a program on libvips' C API does it: libvips IN OUT THREADS [percentiles].
// Errors end the program.
#include "apps/bench/peers/folder.hpp"

#include <vips/vips.h>

#include <array>

namespace fs = std::filesystem;

namespace {

struct Gains {  // of each band
    std::array<double, 4> gain{}, base{};

    void set(std::size_t band, double low, double high) {
        gain[band] = high > low ? 255 / (high - low) : 1;
        base[band] = high > low ? -low * 255 / (high - low) : 0;
    }
};

Gains extremes(VipsImage* image) {
    VipsImage* found = nullptr;  // a row for all bands, then one for each: minimum, maximum
    if (vips_stats(image, &found, nullptr) != 0) vips_error_exit(nullptr);
    Gains gains;
    for (int c = 0; c < vips_image_get_bands(image); ++c)
        gains.set(static_cast<std::size_t>(c), *VIPS_MATRIX(found, 0, c + 1), *VIPS_MATRIX(found, 1, c + 1));
    g_object_unref(found);
    return gains;
}

// Of all bands together: their levels side by side, counted once.
Gains percentiles(VipsImage* image) {
    VipsImage *values = nullptr, *histogram = nullptr;
    if (vips_bandunfold(image, &values, nullptr) != 0 || vips_hist_find(values, &histogram, nullptr) != 0)
        vips_error_exit(nullptr);
    const auto* counts = static_cast<const unsigned*>(vips_image_get_data(histogram));
    const double all = static_cast<double>(VIPS_IMAGE_N_PELS(values));
    const auto level = [&](double percent) {
        double below = 0;
        const int bins = vips_image_get_width(histogram);
        for (int v = 0; v < bins; ++v)
            if ((below += counts[v]) >= percent / 100 * all) return v;
        return bins - 1;
    };
    Gains gains;
    for (std::size_t c = 0; c < gains.gain.size(); ++c)
        gains.set(c, level(lower_percentile), level(upper_percentile));
    g_object_unref(histogram);
    g_object_unref(values);
    return gains;
}

void stretch(const fs::path& in, const fs::path& out, bool by_percentiles) {
    VipsImage* file = vips_image_new_from_file(in.c_str(), nullptr);
    if (file == nullptr) vips_error_exit("%s", in.c_str());
    VipsImage* image = vips_image_copy_memory(file);  // it is read twice
    if (image == nullptr) vips_error_exit("%s", in.c_str());
    Gains gains = by_percentiles ? percentiles(image) : extremes(image);
    const int bands = vips_image_get_bands(image);
    VipsImage* result = nullptr;
    if (vips_linear(image, &result, gains.gain.data(), gains.base.data(), bands, "uchar", TRUE, nullptr) != 0)
        vips_error_exit("%s", in.c_str());
    const bool jpeg = out.extension() == ".jpg";
    // Colours at half the size, as in the inputs and as the others write them.
    const int failed = jpeg ? vips_image_write_to_file(result, out.c_str(), "Q", 90, "subsample_mode",
                                                       VIPS_FOREIGN_SUBSAMPLE_ON, nullptr)
                            : vips_image_write_to_file(result, out.c_str(), nullptr);
    if (failed != 0) vips_error_exit("%s", out.c_str());
    for (VipsImage* used : {result, image, file}) g_object_unref(used);
}

}  // namespace

int main(int argc, char** argv) {
    if (VIPS_INIT(argv[0]) != 0) vips_error_exit(nullptr);
    vips_concurrency_set(1);  // the threads of the folder are enough
    return each_file(argc, argv, [joint = by_percentiles(argc, argv)] {
        return [joint](const fs::path& in, const fs::path& out) { stretch(in, out, joint); };
    });
}
