// YUV4MPEG2: frames of video without compression, one after the other, each a line "FRAME" and its planes.
#pragma once

#include "io/codec.hpp"
#include "io/images.hpp"
#include "pipeline/core/yuv.hpp"

#include <cstddef>
#include <memory>
#include <vector>

namespace sluice {

struct Y4mHeader {
    ImageFormat format;      // of a frame as it is read: R G B, or grey
    std::size_t across = 1;  // pixels in a row that share their colour differences; 0: there are none
    std::size_t down = 1;    // and in a column
    bool alpha = false;      // a fourth plane, which is not read
    YuvRange range = YuvRange::limited;
    std::vector<std::uint32_t> delays;  // of the first frames, in milliseconds; those of the others repeat
    std::size_t bytes = 0;              // of the header

    std::size_t columns_of_differences() const { return (format.width + across - 1) / across; }
    std::size_t rows_of_differences() const { return (format.height + down - 1) / down; }
    // Samples of each plane, and of all that are there.
    std::size_t luma_samples() const { return format.width * format.height; }
    std::size_t difference_samples() const {
        return across == 0 ? 0 : columns_of_differences() * rows_of_differences();
    }
    std::size_t frame_bytes() const;
};

// Throws Error(input) if it is broken, or has a format that is not read.
Y4mHeader read_y4m_header(Bytes head);
// How long the first frames are shown at so many frames in so many seconds, until whole milliseconds pass.
std::vector<std::uint32_t> delays_at(std::uint64_t frames, std::uint64_t seconds);
// Those of `count` frames.
std::vector<std::uint32_t> repeated(const std::vector<std::uint32_t>& delays, std::size_t count);
// The same backwards; 25 in 1 for none.
struct FrameRate {
    std::uint64_t frames = 25, seconds = 1;
};
FrameRate rate_of(const std::vector<std::uint32_t>& delays);

// Between the planes of a frame and pixels, row by row. `frame`: as in the file.
void y4m_decode(const Y4mHeader& header, YuvMatrix matrix, Bytes frame, const HostView& dst);
void y4m_encode(const Y4mHeader& header, YuvMatrix matrix, const ConstHostView& src, std::uint8_t* frame);

std::unique_ptr<FileRows> y4m_open(const FileBytes& file, const DecodeOptions& options, const Warn& warn);
std::unique_ptr<ImagesReader> y4m_images(ReadBytes read, const DecodeOptions& options);
std::unique_ptr<RowWriter> y4m_begin(Output& file, const ImageFormat& format, const Metadata& metadata,
                                     const EncodeOptions& options);
std::vector<ParamDecl> y4m_load_options();
std::vector<ParamDecl> y4m_save_options();

}  // namespace sluice
