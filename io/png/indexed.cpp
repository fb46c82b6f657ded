#include "io/png/indexed.hpp"

#include "pipeline/core/ceil_div.hpp"

#include <algorithm>
#include <array>
#include <map>

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

// The colours that there are, transparent ones first, with a number each; none if there are more than `most`.
std::map<ColourAlpha, std::uint8_t> all_colours(const HostImage& image, std::size_t most) {
    std::map<ColourAlpha, std::uint8_t> all;
    ColourAlpha last{};
    for (std::size_t y = 0; y < image.format().height; ++y)
        for (std::size_t x = 0; x < image.format().width; ++x) {
            const ColourAlpha colour = at(image, x, y);
            if (!all.empty() && colour == last) continue;
            last = colour;
            all.emplace(colour, std::uint8_t{0});
            if (all.size() > most) return {};
        }
    std::uint8_t number = 0;
    for (const bool opaque : {false, true})
        for (auto& [colour, index] : all)
            if ((colour[3] == 255) == opaque) index = number++;
    return all;
}

IndexedImage exact(const HostImage& image, const std::map<ColourAlpha, std::uint8_t>& all,
                   std::vector<std::uint8_t>& alpha) {
    IndexedImage result;
    result.palette.resize(all.size());
    alpha.resize(all.size(), 255);
    for (const auto& [colour, index] : all) {
        result.palette[index] = {colour[0], colour[1], colour[2]};
        alpha[index] = colour[3];
    }
    while (!alpha.empty() && alpha.back() == 255) alpha.pop_back();
    for (std::size_t y = 0; y < image.format().height; ++y)
        for (std::size_t x = 0; x < image.format().width; ++x)
            result.indices.push_back(all.at(at(image, x, y)));
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
    const auto all = all_colours(image, most);
    const IndexedImage coded =
        all.empty() ? chosen(image, most, dither, warn, dst.alpha) : exact(image, all, dst.alpha);
    dst.palette = coded.palette;
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
                static_cast<std::uint8_t>(coded.indices[y * width + x] << shift);
        }
    return dst;
}

}  // namespace sluice
