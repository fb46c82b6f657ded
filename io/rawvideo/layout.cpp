#include "io/rawvideo/rawvideo.hpp"

#include "pipeline/core/copy_rows.hpp"

#include <string>
#include <utility>

namespace sluice {
namespace {

bool is_yuv(RawPixels pixels) { return pixels <= RawPixels::p010; }

// REQUIRES: is_yuv(pixels)
YuvFrame rawvideo_yuv_frame(RawPixels pixels, const Size& size) {
    YuvFrame frame;
    frame.width = size.width;
    frame.height = size.height;
    frame.across = 2;
    if (pixels == RawPixels::yuyv || pixels == RawPixels::uyvy) {
        const std::size_t row = 2 * size.width;
        const std::size_t luma = pixels == RawPixels::uyvy ? 1 : 0, first = 1 - luma;
        frame.y = {luma, 2, row};
        frame.u = {first, 4, row};
        frame.v = {first + 2, 4, row};
        frame.samples = row * size.height;
        return frame;
    }
    frame.down = 2;
    if (pixels == RawPixels::p010) {  // the ten upper bits of 16
        frame.pixel = Pixel::u16;
        frame.white = 1023;
        frame.shift = 6;
    }
    frame.planar();
    if (pixels != RawPixels::i420 && pixels != RawPixels::yv12) {  // U and V side by side
        const std::size_t row = 2 * frame.columns_of_differences();
        frame.u = {frame.u.at, 2, row};
        frame.v = {frame.u.at + 1, 2, row};
    }
    if (pixels == RawPixels::nv21 || pixels == RawPixels::yv12) std::swap(frame.u, frame.v);
    return frame;
}

}  // namespace

ImageFormat rawvideo_format(RawPixels pixels) {
    ImageFormat format{1, 1, 3, Pixel::u8};
    switch (pixels) {
        case RawPixels::grey16: format.pixel = Pixel::u16; [[fallthrough]];
        case RawPixels::grey8: format.channels = 1; break;
        case RawPixels::rgba64: format.pixel = Pixel::u16; [[fallthrough]];
        case RawPixels::rgba:
        case RawPixels::bgra: format.channels = 4; break;
        case RawPixels::rgb48:
        case RawPixels::p010: format.pixel = Pixel::u16; break;
        default: break;
    }
    return format;
}

RawLayout::RawLayout(RawPixels pixels, Size size, YuvMatrix matrix, YuvRange range)
    : pixels_(pixels), format_(rawvideo_format(pixels)) {
    format_.width = size.width;
    format_.height = size.height;
    if (!is_yuv(pixels)) return;
    yuv_ = rawvideo_yuv_frame(pixels, size);
    yuv_->matrix = matrix;
    yuv_->range = range;
    if (yuv_->down == 1 && size.width % 2 != 0)
        throw Error(Error::Kind::usage, "",
                    "in " + std::string(name(pixels)) +
                        " two pixels share their colour, so that the width must be even, not " +
                        std::to_string(size.width));
}

std::size_t RawLayout::bytes() const { return yuv_ ? yuv_->bytes() : format_.host_bytes(); }

std::string RawLayout::text() const {
    return std::to_string(format_.width) + "x" + std::to_string(format_.height) + " pixels as " +
           std::string(name(pixels_));
}

HostView RawLayout::colours(void* frame) const {
    HostView view{format_, frame, format_.host_bytes() / format_.height};
    if (pixels_ == RawPixels::bgr24 || pixels_ == RawPixels::bgra) view.format.order = Order::bgr;
    return view;
}

void RawLayout::decode(const std::uint8_t* frame, const HostView& image) const {
    if (yuv_) return yuv_decode(*yuv_, frame, image);
    copy_rows(colours(const_cast<std::uint8_t*>(frame)), image);
}

void RawLayout::encode(const ConstHostView& image, std::uint8_t* frame) const {
    if (yuv_) return yuv_encode(*yuv_, image, frame);
    copy_rows(image, colours(frame));
}

}  // namespace sluice
