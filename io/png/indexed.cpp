#include "io/png/indexed.hpp"

#include "pipeline/core/ceil_div.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <unordered_map>
#include <utility>

namespace sluice {
namespace {

// As R G B A.
HostImage as_rgba(const ConstHostView& src) {
    ImageFormat format = src.format;
    format.channels = 4;
    format.grey_alpha = false;
    HostImage dst(format, Destination{});
    const bool grey = src.format.colors() == 1, has_alpha = src.format.has_alpha();
    for (std::size_t y = 0; y < format.height; ++y) {
        const auto* from = reinterpret_cast<const std::uint8_t*>(src.row(y));
        auto* to = reinterpret_cast<std::uint8_t*>(dst.row(y));
        for (std::size_t x = 0; x < format.width; ++x, from += src.step(), to += 4) {
            for (std::size_t c = 0; c < 3; ++c) to[c] = from[grey ? 0 : c];
            to[3] = has_alpha ? from[grey ? 1 : 3] : 255;
        }
    }
    return dst;
}

using ColourAlpha = std::array<std::uint8_t, 4>;
ColourAlpha at(const HostImage& image, std::size_t x, std::size_t y) {
    const auto* pixel = reinterpret_cast<const std::uint8_t*>(image.row(y)) + 4 * x;
    return {pixel[0], pixel[1], pixel[2], pixel[3]};
}

// Numbers of colours. Neighbours are often the same.
class ColourNumbers {
public:
    std::uint8_t& operator[](const ColourAlpha& colour) {
        if (last_ == nullptr || colour != of_last_) {
            last_ = &numbers_[std::bit_cast<std::uint32_t>(colour)];  // which stays where it is
            of_last_ = colour;
        }
        return *last_;
    }
    std::size_t size() const { return numbers_.size(); }
    std::vector<ColourAlpha> colours() const {
        std::vector<ColourAlpha> all;
        for (const auto& [colour, number] : numbers_) all.push_back(std::bit_cast<ColourAlpha>(colour));
        return all;
    }

private:
    std::unordered_map<std::uint32_t, std::uint8_t> numbers_;
    ColourAlpha of_last_{};
    std::uint8_t* last_ = nullptr;
};

// As they are, transparent ones first; nothing if there are more than `most`.
std::optional<IndexedImage> exact(const HostImage& image, std::size_t most,
                                  std::vector<std::uint8_t>& alpha) {
    ColourNumbers number;
    for (std::size_t y = 0; y < image.format().height; ++y)
        for (std::size_t x = 0; x < image.format().width; ++x) {
            number[at(image, x, y)];
            if (number.size() > most) return std::nullopt;
        }
    std::vector<ColourAlpha> colours = number.colours();
    std::sort(colours.begin(), colours.end(), [](const ColourAlpha& a, const ColourAlpha& b) {
        return std::pair(a[3] == 255, a) < std::pair(b[3] == 255, b);
    });
    IndexedImage result;
    for (const ColourAlpha& colour : colours) {
        number[colour] = static_cast<std::uint8_t>(result.palette.size());
        result.palette.push_back({colour[0], colour[1], colour[2]});
        if (colour[3] != 255) alpha.push_back(colour[3]);
    }
    result.indices.reserve(image.format().pixels());
    for (std::size_t y = 0; y < image.format().height; ++y)
        for (std::size_t x = 0; x < image.format().width; ++x)
            result.indices.push_back(number[at(image, x, y)]);
    return result;
}

bool has_part_alpha(const HostImage& image) {
    for (std::size_t y = 0; y < image.format().height; ++y)
        for (std::size_t x = 0; x < image.format().width; ++x)
            if (const std::uint8_t alpha = at(image, x, y)[3]; alpha != 0 && alpha != 255) return true;
    return false;
}

IndexedImage chosen(const HostImage& image, std::size_t most, PaletteDither dither, const Warn& warn,
                    std::vector<std::uint8_t>& alpha) {
    if (has_part_alpha(image))
        warn(
            "its alpha becomes all or nothing, since it has more colours than its palette: below a half a "
            "pixel is transparent");
    IndexedImage result = indexed(image.view(), most, dither);
    if (result.clear) {
        alpha.assign(result.palette.size(), 255);
        alpha[*result.clear] = 0;
    }
    return result;
}

}  // namespace

PngIndexed png_indexed(const ConstHostView& src, std::size_t most, PaletteDither dither, const Warn& warn) {
    const HostImage image = as_rgba(src);
    PngIndexed dst;
    std::optional<IndexedImage> coded = exact(image, most, dst.alpha);
    if (!coded) coded = chosen(image, most, dither, warn, dst.alpha);
    dst.palette = coded->palette;
    for (const int bits : {4, 2, 1})
        if (dst.palette.size() <= std::size_t{1} << bits) dst.bits = bits;
    const std::size_t width = image.format().width;
    dst.pitch = ceil_div(width * static_cast<std::size_t>(dst.bits), std::size_t{8});
    dst.rows.resize(dst.pitch * image.format().height);
    const auto in_byte = static_cast<std::size_t>(8 / dst.bits);
    for (std::size_t y = 0; y < image.format().height; ++y)
        for (std::size_t x = 0; x < width; ++x) {
            const std::size_t shift = 8 - static_cast<std::size_t>(dst.bits) * (x % in_byte + 1);
            dst.rows[y * dst.pitch + x / in_byte] |=
                static_cast<std::uint8_t>(coded->indices[y * width + x] << shift);
        }
    return dst;
}

}  // namespace sluice
