// Writes grey as 8 bit with a palette of greys, RGB as 24 bit, RGBA as 32 bit with a V4 header, whose
// masks say that there is alpha. stb_image_write has no grey.
#include "io/bmp/bmp.hpp"
#include "io/resolution.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sluice {
namespace {

void put16(std::vector<std::uint8_t>& out, std::uint32_t value) { append_number(out, value, 2, false); }

void put32(std::vector<std::uint8_t>& out, std::uint32_t value) { append_number(out, value, 4, false); }

std::uint32_t whole_number(double value) {
    return static_cast<std::uint32_t>(
        std::min(std::round(value), double{std::numeric_limits<std::int32_t>::max()}));
}

}  // namespace

std::vector<std::uint8_t> bmp_write(const ConstHostView& src, const Metadata& metadata, const EncodeOptions&,
                                    const Warn& warn) {
    const std::size_t channels = static_cast<std::size_t>(src.format.channels);
    const std::size_t row = (src.format.width * channels + 3) / 4 * 4;
    const std::uint32_t header = channels == 4 ? 108 : 40;
    const std::uint32_t palette = channels == 1 ? 256 : 0;
    const std::uint32_t offset = 14 + header + 4 * palette;
    const std::size_t total = offset + row * src.format.height;
    if (total > std::numeric_limits<std::uint32_t>::max())
        throw_input("a BMP holds at most 4 GiB: save as .png");

    std::vector<std::uint8_t> out;
    out.reserve(total);
    out.insert(out.end(), {'B', 'M'});
    put32(out, static_cast<std::uint32_t>(total));
    put32(out, 0);
    put32(out, offset);
    put32(out, header);
    put32(out, static_cast<std::uint32_t>(src.format.width));
    put32(out, static_cast<std::uint32_t>(src.format.height));
    put16(out, 1);
    put16(out, static_cast<std::uint32_t>(8 * channels));
    put32(out, channels == 4 ? 3 : 0);  // by masks, or plain
    put32(out, static_cast<std::uint32_t>(row * src.format.height));
    const Resolution resolution = in_unit(metadata.resolution, Resolution::Unit::metre);
    const bool known = resolution.unit == Resolution::Unit::metre;  // 0: not known
    if (!known && !resolution.empty()) warn("the shape of its pixels is lost: BMP has no place for it alone");
    put32(out, known ? whole_number(resolution.x) : 0);
    put32(out, known ? whole_number(resolution.y) : 0);
    put32(out, palette);
    put32(out, 0);
    if (channels == 4) {
        for (const std::uint32_t mask : {0xFF0000u, 0xFF00u, 0xFFu, 0xFF000000u}) put32(out, mask);
        put32(out, 0x73524742);  // the colour space is sRGB
        out.resize(14 + header);
    }
    for (std::uint32_t level = 0; level < palette; ++level) put32(out, level * 0x010101u);

    for (std::size_t y = src.format.height; y-- > 0;) {
        const auto* in = reinterpret_cast<const std::uint8_t*>(src.row(y));
        for (std::size_t x = 0; x < src.format.width; ++x, in += channels) {
            if (channels == 1) {
                out.push_back(in[0]);
                continue;
            }
            out.insert(out.end(), {in[2], in[1], in[0]});
            if (channels == 4) out.push_back(in[3]);
        }
        out.resize(out.size() + row - src.format.width * channels);
    }
    return out;
}

}  // namespace sluice
