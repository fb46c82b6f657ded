#include "pipeline/run/pack.hpp"

#include <cstdint>
#include <cstring>

namespace sluice {
namespace {

// Samples are only moved, so their size is all that matters.
template <class Work>
void with_sample_type(Pixel pixel, const Work& work) {
    switch (bytes(pixel)) {
        case 1: return work(std::uint8_t{});
        case 2: return work(std::uint16_t{});
        case 4: return work(std::uint32_t{});
        default: return work(std::uint64_t{});
    }
}

template <class T>
void pack_row(const T* src, std::size_t step, T* dst, const ImageFormat& format) {
    const std::size_t width = format.width, red = format.order == Order::bgr ? 2 : 0;
    const int channels = format.channels;
    if (channels == 2 && !format.grey_alpha) {
        for (std::size_t x = 0; x < width; ++x, src += 2, dst += 4) {
            dst[0] = src[0];
            dst[1] = src[1];
            dst[2] = dst[3] = 0;
        }
    } else if (channels == 2) {
        for (std::size_t x = 0; x < width; ++x, src += 2, dst += 4) {
            dst[0] = dst[1] = dst[2] = src[0];
            dst[3] = src[1];
        }
    } else if (channels == 3) {
        for (std::size_t x = 0; x < width; ++x, src += step, dst += 4) {
            dst[0] = src[red];
            dst[1] = src[1];
            dst[2] = src[2 - red];
            dst[3] = 0;
        }
    } else {
        for (std::size_t x = 0; x < width; ++x, src += 4, dst += 4) {
            dst[0] = src[red];
            dst[1] = src[1];
            dst[2] = src[2 - red];
            dst[3] = src[3];
        }
    }
}

template <class T>
void unpack_row(const T* src, T* dst, std::size_t step, const ImageFormat& format) {
    const std::size_t width = format.width, red = format.order == Order::bgr ? 2 : 0;
    const int channels = format.channels;
    if (channels == 2) {
        const std::size_t second = format.grey_alpha ? 3 : 1;
        for (std::size_t x = 0; x < width; ++x, src += 4, dst += 2) {
            dst[0] = src[0];
            dst[1] = src[second];
        }
        return;
    }
    for (std::size_t x = 0; x < width; ++x, src += 4, dst += step) {
        dst[red] = src[0];
        dst[1] = src[1];
        dst[2 - red] = src[2];
        if (channels == 4) dst[3] = src[3];
    }
}

bool same_rows(const ConstHostView& view) {
    const ImageFormat& format = view.format;
    return view.step() == static_cast<std::size_t>(format.lanes()) &&
           (format.channels == 1 || format.order == Order::rgb);
}

}  // namespace

bool same_in_staging(const ImageFormat& format) { return format.channels == format.lanes(); }

bool as_on_device(const ConstHostView& view, std::size_t pitch) {
    return same_rows(view) && view.pitch == pitch;
}

bool at_a_page(const ConstHostView& view) {
    return reinterpret_cast<std::uintptr_t>(view.data) % PageAllocator<std::byte>::page == 0;
}

void pack_rows(const ConstHostView& src, std::byte* dst, std::size_t pitch) {
    const ImageFormat& format = src.format;
    for (std::size_t y = 0; y < format.rows(); ++y) {
        if (same_rows(src)) {
            std::memcpy(dst + y * pitch, src.row(y), format.width * format.lane_bytes());
            continue;
        }
        with_sample_type(format.pixel, [&](auto sample) {
            using T = decltype(sample);
            pack_row(reinterpret_cast<const T*>(src.row(y)), src.step(),
                     reinterpret_cast<T*>(dst + y * pitch), format);
        });
    }
}

void unpack_rows(const std::byte* src, std::size_t pitch, const HostView& dst) {
    const ImageFormat& format = dst.format;
    for (std::size_t y = 0; y < format.rows(); ++y) {
        if (same_rows(dst)) {
            std::memcpy(dst.row(y), src + y * pitch, format.width * format.lane_bytes());
            continue;
        }
        with_sample_type(format.pixel, [&](auto sample) {
            using T = decltype(sample);
            unpack_row(reinterpret_cast<const T*>(src + y * pitch), reinterpret_cast<T*>(dst.row(y)),
                       dst.step(), format);
        });
    }
}

}  // namespace sluice
