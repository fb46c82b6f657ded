// Histograms in files that `sluice stats --histogram --json` writes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

struct Histograms {
    struct Group {
        std::string name;                   // "R", "Y", "joint"; alpha is left out
        std::vector<std::uint64_t> counts;  // from the lowest value of the pixel type on
    };
    std::vector<Group> groups;  // one at least, and all of one length
    std::string pixel;          // of the pictures, "u8"
    double white = 0;
};

// Those of the data set of the file, or of its only picture. Throws Error(input) that names the path: no such
// file, no histograms, pictures of several pixel types.
Histograms read_histograms(const std::string& path);
Histograms parse_histograms(std::string_view text);  // without the path

}  // namespace sluice
