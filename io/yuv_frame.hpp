// Frames of video in memory: numbers for brightness and for two colour differences, which pixels may share.
#pragma once

#include "pipeline/core/format.hpp"
#include "pipeline/core/host_image.hpp"
#include "pipeline/core/yuv.hpp"

#include <cstddef>
#include <cstdint>

namespace sluice {

// Where the numbers of one kind lie in a frame, in samples.
struct YuvPlane {
    std::size_t at = 0;    // the first one
    std::size_t step = 1;  // from one to the next in a row
    std::size_t row = 0;   // from row to row
};

struct YuvFrame {
    std::size_t width = 0, height = 0;
    std::size_t across = 1;   // 1 or 2 pixels in a row share their differences; 0: there are none
    std::size_t down = 1;     // and 1 or 2 in a column
    Pixel pixel = Pixel::u8;  // u8, or u16 in the byte order of this machine
    double white = 255;       // full range of the numbers
    int shift = 0;            // bits below each number, which are 0
    YuvMatrix matrix = YuvMatrix::bt601;
    YuvRange range = YuvRange::limited;
    YuvPlane y, u, v;
    std::size_t samples = 0;  // of a frame

    // Rounded up. REQUIRES: across > 0
    std::size_t columns_of_differences() const { return (width + across - 1) / across; }
    std::size_t rows_of_differences() const { return (height + down - 1) / down; }
    std::size_t bytes() const { return samples * sluice::bytes(pixel); }

    // Whether numbers of a kind lie side by side, in the low bits.
    bool plain() const { return y.step == 1 && u.step == 1 && v.step == 1 && shift == 0; }
    // Lays out the planes Y, U and V one after the other, without padding. Sets `samples`.
    void planar();
};

// Between a frame and pixels: R G B, or grey where there are no differences. `pixels` have the size and the
// type of the frame, and any white. `frame` has frame.bytes() bytes. Computed in float, and rounded once.
void yuv_decode(const YuvFrame& layout, const std::uint8_t* frame, const HostView& pixels);
// Pixels that share their differences get the mean.
void yuv_encode(const YuvFrame& layout, const ConstHostView& pixels, std::uint8_t* frame);

}  // namespace sluice
