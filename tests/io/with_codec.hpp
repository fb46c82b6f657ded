// What tests of one format begin with.
#pragma once

#include "io/codecs.hpp"
#include "io/write.hpp"
#include "pipeline/core/host_image.hpp"
#include "tests/skip.hpp"

#include <string>

namespace known {

// Whether a test case has to return since this build cannot read files of that kind, for want of a library.
inline bool lacks(const std::string& extension, const std::string& library) {
    if (sluice::codec_of_extension(extension)->reads()) return false;
    report_skip("sluice was built without " + library);
    return true;
}

// A file of that kind, in memory.
inline std::string encoded(const std::string& extension, const sluice::HostImage& image,
                           const sluice::Values& values = {}, const sluice::Metadata& metadata = {}) {
    const auto file = sluice::encode(extension, image.view(), metadata, values);
    return {file.begin(), file.end()};
}

}  // namespace known
