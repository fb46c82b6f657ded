// Video without a header. Own code: there is nothing to parse.
#include "io/rawvideo/rawvideo.hpp"

namespace sluice::formats {

std::vector<Codec> rawvideo() {
    Codec codec;
    codec.name = "raw video";
    codec.rank = 109;
    codec.extensions = {"yuv", "rawvideo"};
    codec.told_by_name = true;
    codec.load_options = rawvideo_load_options();
    codec.save_options = rawvideo_save_options();
    codec.pages = true;
    codec.read_file_header = rawvideo_header;
    codec.open = rawvideo_open;
    codec.images = rawvideo_images;
    codec.images_header = [](Bytes, const DecodeOptions& options) { return rawvideo_images_header(options); };
    codec.begin = [](Output& file, const ImageFormat& format, const Metadata&, const EncodeOptions& options,
                     const Warn&) { return rawvideo_begin(file, format, options); };
    codec.takes_images = true;
    codec.holds.pixels = {Pixel::u8, Pixel::u16};
    codec.holds.channels = {1, 3, 4};
    codec.holds.layers = true;
    codec.holds_with = rawvideo_holds;
    return {codec};
}

}  // namespace sluice::formats
