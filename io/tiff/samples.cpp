#include "io/tiff/samples.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

namespace sluice {
namespace {

// Sample `index` of a row that has `bits` for each, the first in the highest bits.
unsigned bits_at(const std::uint8_t* row, std::size_t index, int bits) {
    const std::size_t first = index * static_cast<std::size_t>(bits);
    unsigned value = 0;
    for (std::size_t bit = first; bit < first + static_cast<std::size_t>(bits); ++bit)
        value = value << 1 | (row[bit / 8] >> (7 - bit % 8) & 1u);
    return value;
}

template <class Take>
void for_each_taken(const TiffPage& page, std::size_t columns, std::size_t plane, Take take) {
    const std::size_t count = page.taken.size();
    for (std::size_t x = 0; x < columns; ++x) {
        if (page.planes) {
            take(x, x * count + plane);
        } else {
            for (std::size_t k = 0; k < count; ++k)
                take(x * static_cast<std::size_t>(page.samples) + static_cast<std::size_t>(page.taken[k]),
                     x * count + k);
        }
    }
}

template <std::size_t Size>
void take_whole(const TiffPage& page, const std::uint8_t* row, std::size_t columns, std::size_t plane,
                std::byte* dst) {
    if (!page.planes && page.taken.size() == static_cast<std::size_t>(page.samples)) {
        std::memcpy(dst, row, columns * page.taken.size() * Size);
        return;
    }
    for_each_taken(page, columns, plane, [&](std::size_t from, std::size_t to) {
        std::memcpy(dst + to * Size, row + from * Size, Size);
    });
}

// Calls `use` with a value of the type that holds a stored sample; f16 counts as its bits.
template <class Use>
void with_type(Pixel pixel, Use use) {
    switch (pixel) {
        case Pixel::u8: use(std::uint8_t{}); break;
        case Pixel::i8: use(std::int8_t{}); break;
        case Pixel::u16: use(std::uint16_t{}); break;
        case Pixel::i16: use(std::int16_t{}); break;
        case Pixel::i32: use(std::int32_t{}); break;
        case Pixel::f32: use(float{}); break;
        case Pixel::f64: use(double{}); break;
        case Pixel::f16: break;
    }
}

template <class T>
T inverted(T v, const ImageFormat& format) {
    if constexpr (std::is_floating_point_v<T>)
        return static_cast<T>(format.white_value()) - v;
    else if constexpr (std::is_signed_v<T>)
        return static_cast<T>(~v);
    else
        return static_cast<T>(format.white_value() - v);
}

// The colour that was multiplied by alpha, in units of white.
template <class T>
T divided(T v, T alpha, double white) {
    if (alpha <= 0) return 0;
    const double colour = static_cast<double>(v) / static_cast<double>(alpha) * white;
    if constexpr (std::is_floating_point_v<T>)
        return static_cast<T>(colour);
    else
        return static_cast<T>(
            std::clamp(std::nearbyint(colour), double{std::numeric_limits<T>::lowest()}, white));
}

// Grey and RGB, in place in a row of the image.
template <class T>
void convert_row(const TiffPage& page, T* row) {
    const ImageFormat& format = page.format;
    const auto channels = static_cast<std::size_t>(format.channels);
    const auto colors = static_cast<std::size_t>(format.colors());
    if (page.bits < 8 && format.white == 0) {
        const int most = (1 << page.bits) - 1;
        for (std::size_t i = 0; i < format.width * channels; ++i)
            row[i] = static_cast<T>(static_cast<int>(row[i]) * 255 / most);
    }
    for (std::size_t x = 0; x < format.width; ++x, row += channels)
        for (std::size_t c = 0; c < colors; ++c) {
            if (page.colors == TiffPage::Colors::white_is_zero) row[c] = inverted(row[c], format);
            if (page.premultiplied) row[c] = divided(row[c], row[channels - 1], format.white_value());
        }
}

void convert_half_row(const TiffPage& page, std::uint16_t* row) {
    const auto channels = static_cast<std::size_t>(page.format.channels);
    std::vector<float> floats(page.format.width * channels);
    std::transform(row, row + floats.size(), floats.begin(), half_to_float);
    convert_row(page, floats.data());
    std::transform(floats.begin(), floats.end(), row, float_to_half);
}

template <class T>
void inks_to_rgb(const TiffPage& page, const T* src, std::size_t step, T* dst) {
    const auto white = static_cast<std::uint32_t>(page.format.white_value());
    for (std::size_t x = 0; x < page.format.width; ++x, src += step, dst += 3)
        for (int c = 0; c < 3; ++c)
            dst[c] =
                static_cast<T>((static_cast<std::uint64_t>(white - std::min<std::uint32_t>(src[c], white)) *
                                    (white - std::min<std::uint32_t>(src[3], white)) +
                                white / 2) /
                               white);
}

// Red, green and blue of each index.
std::vector<std::uint8_t> palette_of(TiffFile& file, int bits) {
    std::uint16_t* lists[3] = {};
    if (TIFFGetField(file.get(), TIFFTAG_COLORMAP, &lists[0], &lists[1], &lists[2]) != 1)
        throw_input("it is a broken TIFF: it has no palette");
    const std::size_t count = std::size_t{1} << bits;
    bool bytes = true;  // some programs wrote 0..255 where 0..65535 is meant
    for (const std::uint16_t* list : lists)
        bytes = bytes && std::all_of(list, list + count, [](std::uint16_t v) { return v < 256; });
    std::vector<std::uint8_t> palette(3 * count);
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t c = 0; c < 3; ++c)
            palette[3 * i + c] = static_cast<std::uint8_t>(bytes ? lists[c][i] : lists[c][i] >> 8);
    return palette;
}

}  // namespace

void take_samples(const TiffPage& page, const std::uint8_t* row, std::size_t columns, std::size_t plane,
                  std::byte* dst) {
    if (page.bits % 8 != 0) {
        for_each_taken(page, columns, plane, [&](std::size_t from, std::size_t to) {
            const unsigned value = bits_at(row, from, page.bits);
            if (page.stored == Pixel::u8)
                reinterpret_cast<std::uint8_t*>(dst)[to] = static_cast<std::uint8_t>(value);
            else
                reinterpret_cast<std::uint16_t*>(dst)[to] = static_cast<std::uint16_t>(value);
        });
        return;
    }
    if (page.widens()) {
        for_each_taken(page, columns, plane, [&](std::size_t from, std::size_t to) {
            std::uint32_t value = 0;
            std::memcpy(&value, row + from * sizeof value, sizeof value);
            reinterpret_cast<double*>(dst)[to] = value;
        });
        return;
    }
    switch (bytes(page.stored)) {
        case 1: take_whole<1>(page, row, columns, plane, dst); break;
        case 2: take_whole<2>(page, row, columns, plane, dst); break;
        case 4: take_whole<4>(page, row, columns, plane, dst); break;
        default: take_whole<8>(page, row, columns, plane, dst);
    }
}

void convert_samples(TiffFile& file, const TiffPage& page, const Samples& src, const HostView& dst) {
    using Colors = TiffPage::Colors;
    std::vector<std::uint8_t> palette;
    if (page.colors == Colors::palette) palette = palette_of(file, page.bits);
    const std::size_t size = bytes(page.stored);
    for (std::size_t y = 0; y < dst.format.height; ++y) {
        const std::byte* row = src.at(0, y, size);
        const auto as = [&](auto type) { return reinterpret_cast<decltype(type)*>(dst.row(y)); };
        if (page.colors == Colors::palette) {
            for (std::size_t x = 0; x < page.format.width; ++x) {
                const std::size_t index =
                    size == 1 ? std::size_t{reinterpret_cast<const std::uint8_t*>(row)[x * src.count]}
                              : std::size_t{reinterpret_cast<const std::uint16_t*>(row)[x * src.count]};
                std::memcpy(dst.row(y) + 3 * x, palette.data() + 3 * index, 3);
            }
        } else if (page.colors == Colors::inks) {
            if (page.stored == Pixel::u8)
                inks_to_rgb(page, reinterpret_cast<const std::uint8_t*>(row), src.count, as(std::uint8_t{}));
            else
                inks_to_rgb(page, reinterpret_cast<const std::uint16_t*>(row), src.count,
                            as(std::uint16_t{}));
        } else {
            std::memcpy(dst.row(y), row, page.format.host_bytes() / page.format.height);
            if (page.stored == Pixel::f16) convert_half_row(page, as(std::uint16_t{}));
            with_type(page.stored, [&](auto type) { convert_row(page, as(type)); });
        }
    }
}

void read_by_libtiff(TiffFile& file, const TiffPage& page, const HostView& dst) {
    TIFF* tiff = file.get();
    TIFFSetField(tiff, TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT);  // turning is orientation.cpp's
    char why[1024] = "";
    TIFFRGBAImage image;
    if (TIFFRGBAImageOK(tiff, why) == 0 || TIFFRGBAImageBegin(&image, tiff, 1, why) == 0)
        throw_input("libtiff cannot read its colours: " + std::string(why));
    image.req_orientation = ORIENTATION_TOPLEFT;
    const auto width = static_cast<std::uint32_t>(page.format.width);
    const auto height = static_cast<std::uint32_t>(page.format.height);
    std::vector<std::uint32_t> pixels(page.format.width * page.format.height);
    const int got = TIFFRGBAImageGet(&image, pixels.data(), width, height);
    TIFFRGBAImageEnd(&image);
    for (std::size_t y = 0; y < page.format.height; ++y)
        for (std::size_t x = 0; x < page.format.width; ++x) {
            const std::uint32_t pixel = pixels[y * page.format.width + x];
            auto* to = reinterpret_cast<std::uint8_t*>(dst.row(y)) + 3 * x;
            to[0] = static_cast<std::uint8_t>(TIFFGetR(pixel));
            to[1] = static_cast<std::uint8_t>(TIFFGetG(pixel));
            to[2] = static_cast<std::uint8_t>(TIFFGetB(pixel));
        }
    file.check(got == 1);
}

}  // namespace sluice
