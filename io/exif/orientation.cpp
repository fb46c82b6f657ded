#include "io/exif/orientation.hpp"

#include "io/resolution.hpp"

#include <libexif/exif-data.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

namespace sluice {
namespace {

struct Unref {
    void operator()(ExifData* data) const { exif_data_unref(data); }
};

// Copies src(x, y) to where it belongs. In blocks, so that a turned picture is not read down its
// columns through the whole cache. `Size` is the bytes of a pixel, known to the compiler.
template <std::size_t Size>
void place(const HostImage& src, HostImage& dst, int orientation) {
    const std::size_t width = src.format().width;
    const std::size_t height = src.format().height;
    const bool swap = orientation >= 5;
    const bool flip_x = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
    const bool flip_y = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
    constexpr std::size_t block = 32;
    for (std::size_t top = 0; top < height; top += block)
        for (std::size_t left = 0; left < width; left += block)
            for (std::size_t y = top; y < std::min(top + block, height); ++y)
                for (std::size_t x = left; x < std::min(left + block, width); ++x) {
                    const std::size_t u = flip_x ? width - 1 - x : x;
                    const std::size_t v = flip_y ? height - 1 - y : y;
                    std::byte* at = swap ? dst.row(u) + v * Size : dst.row(v) + u * Size;
                    std::memcpy(at, src.row(y) + x * Size, Size);
                }
}

}  // namespace

int exif_orientation(Bytes exif) {
    // libexif wants the identifier that JPEG files put before the block.
    constexpr std::string_view identifier("Exif\0\0", 6);
    std::vector<std::uint8_t> block;
    if (!has_magic(exif, identifier)) block.assign(identifier.begin(), identifier.end());
    block.insert(block.end(), exif.begin(), exif.end());

    const std::unique_ptr<ExifData, Unref> data(
        exif_data_new_from_data(block.data(), static_cast<unsigned>(block.size())));
    if (!data) return 1;
    const ExifEntry* entry = exif_content_get_entry(data->ifd[EXIF_IFD_0], EXIF_TAG_ORIENTATION);
    if (entry == nullptr || entry->format != EXIF_FORMAT_SHORT || entry->components < 1 || entry->size < 2)
        return 1;
    const int value = exif_get_short(entry->data, exif_data_get_byte_order(data.get()));
    return value >= 1 && value <= 8 ? value : 1;
}

ImageFormat upright(ImageFormat format, int orientation) {
    if (orientation >= 5) std::swap(format.width, format.height);
    return format;
}

HostImage upright(HostImage image, int orientation) {
    if (orientation <= 1) return image;
    HostImage dst(upright(image.format(), orientation), image.destination());
    dst.metadata = std::move(image.metadata);
    dst.metadata.resolution = turned(dst.metadata.resolution, orientation);
    dst.metadata.altered = true;
    switch (bytes(image.format().pixel) * image.view().step()) {
        case 1: place<1>(image, dst, orientation); break;
        case 2: place<2>(image, dst, orientation); break;
        case 3: place<3>(image, dst, orientation); break;
        case 4: place<4>(image, dst, orientation); break;
        case 6: place<6>(image, dst, orientation); break;
        case 8: place<8>(image, dst, orientation); break;
        case 12: place<12>(image, dst, orientation); break;
        case 16: place<16>(image, dst, orientation); break;
        case 24: place<24>(image, dst, orientation); break;
        case 32: place<32>(image, dst, orientation); break;
        default: throw_input("its pixels cannot be turned upright");
    }
    return dst;
}

}  // namespace sluice
