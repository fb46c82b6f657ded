// YUV4MPEG2, which ffmpeg, mjpegtools, x264 and others read and write: video without compression. Own code:
// the format is a line of text before each frame.
#include "io/y4m/y4m.hpp"

namespace sluice::formats {

std::vector<Codec> y4m() {
    Codec codec;
    codec.name = "Y4M";
    codec.rank = 107;
    codec.extensions = {"y4m"};
    codec.load_options = y4m_load_options();
    codec.save_options = y4m_save_options();
    codec.probe = [](Bytes head) { return has_magic(head, "YUV4MPEG2 "); };
    codec.pages = true;
    codec.images_header = [](Bytes head, const DecodeOptions&) -> FileHeader {
        return read_y4m_header(head).format;
    };
    codec.read_file_header = [](const FileBytes& file, const DecodeOptions& options) -> FileHeader {
        return y4m_open(file, options, {})->format;
    };
    codec.open = y4m_open;
    codec.images = y4m_images;
    codec.begin = [](Output& file, const ImageFormat& format, const Metadata& metadata,
                     const EncodeOptions& options,
                     const Warn&) { return y4m_begin(file, format, metadata, options); };
    codec.takes_images = true;
    codec.holds.pixels = {Pixel::u8, Pixel::u16};
    codec.holds.channels = {1, 3};
    codec.holds.layers = codec.holds.animation = true;
    return {codec};
}

}  // namespace sluice::formats
