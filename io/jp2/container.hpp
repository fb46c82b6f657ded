// What the boxes of a JPEG 2000 file and the head of its codestream say. No pixel is decoded.
#pragma once

#include "pipeline/files/bytes.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace sluice {

struct Jp2Component {
    int bits = 0;
    bool has_sign = false;
    std::size_t dx = 1, dy = 1;  // pixels of the image to a sample of it
};

// Numbers of the standard.
enum class Jp2Colours { unknown = 0, cmyk = 12, lab = 14, srgb = 16, grey = 17, ycc = 18 };

struct Jp2Container {
    std::size_t width = 0, height = 0;
    std::vector<Jp2Component> components;  // of the codestream: 1 to 4
    std::uint64_t tiles = 0;
    // If `ended`: bytes of the longest part of a tile, as it says itself.
    std::uint64_t longest = 0;
    bool boxes = false;  // it is no bare codestream

    std::vector<int> palette;  // bits of each column; empty: none
    Jp2Colours colours = Jp2Colours::unknown;
    int alpha = -1;           // which channel; -1: none that is said to be
    bool multiplied = false;  // colours are with alpha
    bool says_channels = false;
    std::vector<std::uint8_t> icc, exif, xmp, iptc;
    std::vector<std::string_view> too_large;  // names of those that are left out
    bool ended = false;                       // the file ends before its codestream does
};

// Throws EndOfData when the file ends in its header, Error(input) when it is broken or of a kind that is not
// read.
Jp2Container jp2_container(const FileBytes& file);

// Marks of uuid boxes.
inline constexpr std::string_view jp2_xmp_uuid =
                                      "\xBE\x7A\xCF\xCB\x97\xA9\x42\xE8\x9C\x71\x99\x94\x91\xE3\xAF\xAC",
                                  jp2_exif_uuid = "JpgTiffExif->JP2",
                                  jp2_iptc_uuid =
                                      "\x33\xC7\xA4\xD2\xB8\x1D\x47\x23\xA0\xBA\xF1\xA3\xE0\x97\xAD\x38";

}  // namespace sluice
