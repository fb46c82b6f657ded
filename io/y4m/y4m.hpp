// YUV4MPEG2: frames of video without compression, one after the other, each a line "FRAME" and its planes.
#pragma once

#include "io/codec.hpp"
#include "io/images.hpp"
#include "io/yuv_frame.hpp"

#include <cstddef>
#include <memory>
#include <vector>

namespace sluice {

struct Y4mHeader {
    ImageFormat format;  // of a frame as it is read: R G B, or grey
    YuvFrame frame;
    bool alpha = false;                 // a fourth plane, which is not read
    std::vector<std::uint32_t> delays;  // of the first frames, in milliseconds; those of the others repeat
    std::size_t bytes = 0;              // of the header

    // Makes the frame one of this format.
    void lay_out();
};

// Throws Error(input) if it is broken, or has a format that is not read.
Y4mHeader read_y4m_header(Bytes head);
// How long the first frames are shown at so many frames in so many seconds, until whole milliseconds pass.
std::vector<std::uint32_t> delays_at(std::uint64_t frames, std::uint64_t seconds);
// The same backwards; 25 in 1 for none.
struct FrameRate {
    std::uint64_t frames = 25, seconds = 1;
};
FrameRate rate_of(const std::vector<std::uint32_t>& delays);

std::unique_ptr<FileRows> y4m_open(const FileBytes& file, const DecodeOptions& options, const Warn& warn);
std::unique_ptr<ImagesReader> y4m_images(ReadBytes read, const DecodeOptions& options);
std::unique_ptr<RowWriter> y4m_begin(Output& file, const ImageFormat& format, const Metadata& metadata,
                                     const EncodeOptions& options);
std::vector<ParamDecl> y4m_load_options();
std::vector<ParamDecl> y4m_save_options();

}  // namespace sluice
