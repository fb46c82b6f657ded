#include "pipeline/core/copy_rows.hpp"

#include "pipeline/core/sample_type.hpp"

#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>

namespace sluice {
namespace {

template <class T>
void spread_two(const T* src, T* dst, std::size_t width, bool grey_alpha) {
    for (std::size_t x = 0; x < width; ++x, src += 2, dst += 4) {
        dst[0] = src[0];
        dst[1] = grey_alpha ? src[0] : src[1];
        dst[2] = grey_alpha ? src[0] : T{0};
        dst[3] = grey_alpha ? src[1] : T{0};
    }
}

template <class T>
void gather_two(const T* src, T* dst, std::size_t width, bool grey_alpha) {
    for (std::size_t x = 0; x < width; ++x, src += 4, dst += 2) {
        dst[0] = src[0];
        dst[1] = src[grey_alpha ? 3 : 1];
    }
}

// Of three or four channels. What is known when this is compiled lets a compiler use vectors.
template <std::size_t src_step, std::size_t dst_step, bool swapped, class T>
void move_colors(const T* __restrict src, T* __restrict dst, std::size_t width, bool alpha) {
    for (std::size_t x = 0; x < width; ++x, src += src_step, dst += dst_step) {
        dst[0] = src[swapped ? 2 : 0];
        dst[1] = src[1];
        dst[2] = src[swapped ? 0 : 2];
        if (dst_step == 4) dst[3] = alpha ? src[src_step - 1] : T{0};
    }
}

// Pixels of three bytes to four, a word at a time: shuffles of bytes are no vectors everywhere.
template <bool swapped>
void spread_bytes(const std::uint8_t* __restrict src, std::uint8_t* __restrict dst, std::size_t width) {
    for (std::size_t x = 0; x + 1 < width; ++x, src += 3, dst += 4) {
        std::uint32_t pixel;  // and the first byte of the next one
        std::memcpy(&pixel, src, sizeof pixel);
        pixel = swapped ? __builtin_bswap32(pixel) >> 8 : pixel & 0xffffff;
        std::memcpy(dst, &pixel, sizeof pixel);
    }
    move_colors<3, 4, swapped>(src, dst, 1, false);
}

// Which channel a lane of pixels holds; nullopt: none. The lanes of a device hold two channels in four.
std::optional<int> channel_of_lane(const ConstHostView& view, std::size_t lane) {
    const ImageFormat& format = view.format;
    const auto own = static_cast<int>(lane);
    if (format.channels == 2 && view.step() == 4) {
        if (format.grey_alpha) return lane == 3 ? 1 : 0;
        return lane < 2 ? std::optional(own) : std::nullopt;
    }
    if (own >= format.channels) return std::nullopt;
    const bool reversed = format.channels > 2 && format.order == Order::bgr && own < 3;
    return reversed ? 2 - own : own;
}

std::size_t lanes_of(const ConstHostView& view) {
    return view.in_planes() ? static_cast<std::size_t>(view.format.channels) : view.step();
}

// Where the samples of a lane begin in a row, if each follows the one before it after view.step().
std::size_t lane_offset(const ConstHostView& view, std::size_t lane) {
    return lane * (view.in_planes() ? view.plane : bytes(view.format.pixel));
}

// A row of which one side has planes.
template <class T>
void convert_planes(const ConstHostView& src, const HostView& dst, std::size_t y) {
    const std::size_t src_step = src.step(), dst_step = dst.step(), width = dst.format.width;
    for (std::size_t lane = 0; lane < lanes_of(dst); ++lane) {
        T* const to = reinterpret_cast<T*>(dst.row(y) + lane_offset(dst, lane));
        const std::optional<int> channel = channel_of_lane(dst, lane);
        std::size_t other = 0;
        while (channel && channel_of_lane(src, other) != channel) ++other;
        const T* const from = reinterpret_cast<const T*>(src.row(y) + lane_offset(src, other));
        for (std::size_t x = 0; x < width; ++x) to[x * dst_step] = channel ? from[x * src_step] : T{0};
    }
}

template <class T>
void convert_row(const ConstHostView& src, const T* from, const HostView& dst, T* to) {
    const ImageFormat& format = src.format;
    const std::size_t width = format.width;
    const bool swapped = src.format.order != dst.format.order, alpha = format.channels == 4;
    if (format.channels == 2)
        return src.step() == 2 ? spread_two(from, to, width, format.grey_alpha)
                               : gather_two(from, to, width, format.grey_alpha);
    if constexpr (sizeof(T) == 1 && std::endian::native == std::endian::little)
        if (src.step() == 3 && dst.step() == 4) {
            const auto* bytes = reinterpret_cast<const std::uint8_t*>(from);
            auto* words = reinterpret_cast<std::uint8_t*>(to);
            return swapped ? spread_bytes<true>(bytes, words, width)
                           : spread_bytes<false>(bytes, words, width);
        }
    if (src.step() == 3 && dst.step() == 3) return move_colors<3, 3, true>(from, to, width, alpha);
    if (src.step() == 3)
        return swapped ? move_colors<3, 4, true>(from, to, width, alpha)
                       : move_colors<3, 4, false>(from, to, width, alpha);
    if (dst.step() == 3)
        return swapped ? move_colors<4, 3, true>(from, to, width, alpha)
                       : move_colors<4, 3, false>(from, to, width, alpha);
    return move_colors<4, 4, true>(from, to, width, alpha);
}

}  // namespace

bool same_samples(const ConstHostView& a, const ConstHostView& b) {
    return a.in_planes() == b.in_planes() && a.step() == b.step() &&
           (a.format.channels < 3 || a.format.order == b.format.order);
}

void copy_rows(const ConstHostView& src, const HostView& dst) {
    const ImageFormat& format = dst.format;
    const std::size_t row_bytes = format.width * dst.step() * bytes(format.pixel);
    const bool planes = src.in_planes() || dst.in_planes(), same = !planes && same_samples(src, dst);
    with_sample_type(format.pixel, [&](auto sample) {
        using T = decltype(sample);
        for (std::size_t y = 0; y < format.rows(); ++y) {
            if (planes)
                convert_planes<T>(src, dst, y);
            else if (same)
                std::memcpy(dst.row(y), src.row(y), row_bytes);
            else
                convert_row(src, reinterpret_cast<const T*>(src.row(y)), dst,
                            reinterpret_cast<T*>(dst.row(y)));
        }
    });
}

}  // namespace sluice
