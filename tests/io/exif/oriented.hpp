// Pictures as cameras store them that were held in some other way than upright.
#pragma once

#include "tests/io/png/parts.hpp"

#include "io/exif/orientation.hpp"
#include "pipeline/core/host_image.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sluice::oriented {

using known::ChunkPlace;

// A block of EXIF with nothing in it but the orientation.
inline std::string exif(int orientation, bool big_endian) {
    const char value = static_cast<char>(orientation);
    if (big_endian)
        return std::string("MM\0*\0\0\0\10\0\1\1\x12\0\3\0\0\0\1\0", 19) + value + std::string(6, '\0');
    return std::string("II*\0\10\0\0\0\1\0\x12\1\3\0\1\0\0\0", 18) + value + std::string(7, '\0');
}

// Where EXIF says that the pixel (x, y) of the picture was stored, written out from its definition: which
// side of the picture the first row and the first column of the file are.
inline std::size_t stored_x(int orientation, std::size_t x, std::size_t y, const ImageFormat& upright) {
    const std::size_t right = upright.width - 1 - x, bottom = upright.height - 1 - y;
    const std::size_t by_orientation[] = {x, right, right, x, y, y, bottom, bottom};
    return by_orientation[orientation - 1];
}
inline std::size_t stored_y(int orientation, std::size_t x, std::size_t y, const ImageFormat& upright) {
    const std::size_t right = upright.width - 1 - x, bottom = upright.height - 1 - y;
    const std::size_t by_orientation[] = {y, y, bottom, bottom, x, right, right, x};
    return by_orientation[orientation - 1];
}

// `picture` as a camera held in that way would have stored it.
inline HostImage as_stored(const HostImage& picture, int orientation) {
    HostImage stored(upright(picture.format(), orientation));
    for (std::size_t y = 0; y < picture.format().height; ++y)
        for (std::size_t x = 0; x < picture.format().width; ++x)
            for (int c = 0; c < picture.format().channels; ++c)
                set_sample(stored.view(), stored_x(orientation, x, y, picture.format()),
                           stored_y(orientation, x, y, picture.format()), c, sample(picture.view(), x, y, c));
    return stored;
}

// A JPEG or PNG with the block put where it belongs.
inline std::string with_exif(const std::vector<std::uint8_t>& file, const std::string& block,
                             ChunkPlace place = ChunkPlace::behind_header) {
    std::string bytes(file.begin(), file.end());
    if (bytes.starts_with("\xFF\xD8")) {
        const std::string body = std::string("Exif\0\0", 6) + block;
        return bytes.insert(2, std::string("\xFF\xE1\0", 3) + static_cast<char>(body.size() + 2) + body);
    }
    return known::with_chunk(bytes, "eXIf", block, place);
}

}  // namespace sluice::oriented
