// Video without a header: frames without anything between them, as ffmpeg's rawvideo. Size and layout of a
// frame are options.
#pragma once

#include "io/codec.hpp"
#include "io/images.hpp"
#include "io/yuv_frame.hpp"
#include "pipeline/core/enum_names.hpp"
#include "pipeline/core/size.hpp"
#include "pipeline/core/yuv.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sluice {

// What a frame holds. The first seven are those of the stage `yuv`.
enum class RawPixels {
    nv12,
    nv21,
    i420,
    yv12,
    yuyv,
    uyvy,
    p010,
    grey8,
    grey16,
    rgb24,
    bgr24,
    rgba,
    bgra,
    rgb48,
    rgba64
};
template <>
inline constexpr std::array<std::string_view, 15> names_of<RawPixels>{
    "nv12",   "nv21",  "i420",  "yv12", "yuyv", "uyvy",  "p010",  "grey8",
    "grey16", "rgb24", "bgr24", "rgba", "bgra", "rgb48", "rgba64"};
// Those of ffmpeg's -pix_fmt that are spelled otherwise.
template <>
inline constexpr std::array<std::pair<std::string_view, std::string_view>, 10> aliases_of<RawPixels>{
    {{"yuv420p", "i420"},
     {"yuyv422", "yuyv"},
     {"yuy2", "yuyv"},
     {"uyvy422", "uyvy"},
     {"p010le", "p010"},
     {"gray", "grey8"},
     {"gray8", "grey8"},
     {"gray16le", "grey16"},
     {"rgb48le", "rgb48"},
     {"rgba64le", "rgba64"}}};

// A frame of a size. Value type.
class RawLayout {
public:
    // Throws Error(usage) if no frame has that size.
    RawLayout(RawPixels pixels, Size size, YuvMatrix matrix, YuvRange range);

    const ImageFormat& format() const { return format_; }  // of the image
    std::size_t bytes() const;                             // of a frame
    std::string text() const;                              // "640x480 pixels as nv12"
    void decode(const std::uint8_t* frame, const HostView& image) const;
    void encode(const ConstHostView& image, std::uint8_t* frame) const;

private:
    HostView colours(void* frame) const;  // where it is no Y'CbCr

    RawPixels pixels_;
    ImageFormat format_;
    std::optional<YuvFrame> yuv_;
};

// The image that is read from such a frame, but for its size.
ImageFormat rawvideo_format(RawPixels pixels);

FileHeader rawvideo_header(const FileBytes& file, const DecodeOptions& options);
FileHeader rawvideo_images_header(const DecodeOptions& options);
std::unique_ptr<FileRows> rawvideo_open(const FileBytes& file, const DecodeOptions& options,
                                        const Warn& warn);
std::unique_ptr<ImagesReader> rawvideo_images(ReadBytes read, const DecodeOptions& options);
std::unique_ptr<RowWriter> rawvideo_begin(Output& file, const ImageFormat& format,
                                          const EncodeOptions& options);
// What a file with these options can store.
Capabilities rawvideo_holds(const EncodeOptions& options);
std::vector<ParamDecl> rawvideo_load_options();
std::vector<ParamDecl> rawvideo_save_options();

}  // namespace sluice
