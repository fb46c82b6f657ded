#include "io/exif/orientation.hpp"

#include "io/resolution.hpp"

#include <libexif/exif-data.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace sluice {
namespace {

struct Unref {
    void operator()(ExifData* data) const { exif_data_unref(data); }
};

// Calls `work` with the bytes of a pixel as a constant, which the compiler knows.
template <class Work>
void with_pixel_size(const ConstHostView& view, Work work) {
    switch (bytes(view.format.pixel) * view.step()) {
        case 1: return work(std::integral_constant<std::size_t, 1>());
        case 2: return work(std::integral_constant<std::size_t, 2>());
        case 3: return work(std::integral_constant<std::size_t, 3>());
        case 4: return work(std::integral_constant<std::size_t, 4>());
        case 6: return work(std::integral_constant<std::size_t, 6>());
        case 8: return work(std::integral_constant<std::size_t, 8>());
        case 12: return work(std::integral_constant<std::size_t, 12>());
        case 16: return work(std::integral_constant<std::size_t, 16>());
        case 24: return work(std::integral_constant<std::size_t, 24>());
        case 32: return work(std::integral_constant<std::size_t, 32>());
        default: throw_input("its pixels cannot be turned upright");
    }
}

// A row of pixels, from its last to its first where it is mirrored.
template <std::size_t Size>
void copy_row(const std::byte* src, std::byte* dst, std::size_t width, bool mirrored) {
    if (!mirrored) return static_cast<void>(std::memcpy(dst, src, width * Size));
    for (std::size_t x = 0; x < width; ++x) std::memcpy(dst + (width - 1 - x) * Size, src + x * Size, Size);
}

// In blocks, so that neither picture is gone through down its columns. Columns of a block one by one, so that
// what is written lies side by side.
template <std::size_t Size>
void transpose(const ConstHostView& rows, std::size_t first, std::size_t height, const HostView& upright,
               const Turn& turn) {
    const std::size_t width = rows.format.width, count = rows.format.height;
    constexpr std::size_t block = 64;
    for (std::size_t top = 0; top < count; top += block)
        for (std::size_t left = 0; left < width; left += block) {
            const std::size_t below = std::min(top + block, count);
            for (std::size_t x = left; x < std::min(left + block, width); ++x) {
                std::byte* const to = upright.row(turn.mirror_columns ? width - 1 - x : x);
                for (std::size_t y = top; y < below; ++y) {
                    const std::size_t at = turn.mirror_rows ? height - 1 - (first + y) : first + y;
                    std::memcpy(to + at * Size, rows.row(y) + x * Size, Size);
                }
            }
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

Turn turn_of(int orientation) {
    return {orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8,
            orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7, orientation >= 5};
}

void place(const ConstHostView& rows, std::size_t first, const HostView& upright, int orientation) {
    const Turn turn = turn_of(orientation);
    const std::size_t height = turn.transpose ? upright.format.width : upright.format.height;
    with_pixel_size(rows, [&](auto size) {
        if (turn.transpose) return transpose<size>(rows, first, height, upright, turn);
        for (std::size_t y = 0; y < rows.format.height; ++y)
            copy_row<size>(rows.row(y), upright.row(turn.mirror_rows ? height - 1 - (first + y) : first + y),
                           rows.format.width, turn.mirror_columns);
    });
}

void mirror(const HostView& rows) {
    with_pixel_size(rows, [&](auto size) {
        using Pixel = std::array<std::byte, size>;
        for (std::size_t y = 0; y < rows.format.rows(); ++y) {
            auto* const row = reinterpret_cast<Pixel*>(rows.row(y));
            std::reverse(row, row + rows.format.width);
        }
    });
}

HostImage upright(HostImage image, int orientation) {
    if (orientation <= 1) return image;
    HostImage dst(upright(image.format(), orientation), image.destination());
    dst.metadata = std::move(image.metadata);
    dst.metadata.resolution = turned(dst.metadata.resolution, orientation);
    dst.metadata.altered = true;
    place(image.view(), 0, dst.view(), orientation);
    return dst;
}

}  // namespace sluice
