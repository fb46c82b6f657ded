// What tests of TIFF share: whether this build has it, and the files of tests/data/tiff.
#pragma once

#include "tests/io/known_image.hpp"
#include "tests/io/with_codec.hpp"
#include "tests/places.hpp"

namespace known {

// Whether a test case has to return since this build has no libtiff.
inline bool no_tiff() { return lacks("tif", "libtiff"); }

inline std::string tiff_path(const std::string& name) { return SLUICE_TEST_DATA "/tiff/" + name + ".tif"; }

struct Loaded {
    HostImage image;
    std::vector<std::string> warnings;
};

inline Loaded load_tiff(const std::string& name, const sluice::ReadOptions& options = {}) {
    Loaded result;
    result.image = sluice::read(tiff_path(name), options,
                                [&](const std::string& message) { result.warnings.push_back(message); });
    CHECK(sluice::probe(tiff_path(name), options) == result.image.format());
    return result;
}

// "" when the file holds that image and nothing was said about it.
inline std::string tiff_difference(const std::string& name, const HostImage& right, double tolerance = 0) {
    const Loaded loaded = load_tiff(name);
    if (!loaded.warnings.empty()) return "warns: " + loaded.warnings.front();
    return difference(loaded.image, right, tolerance);
}

}  // namespace known
