// GIF, animated or not: what the codec is. Own code: stb_image 2.27 takes a picture with transparency for
// complete wherever its data ends, and mixes up red and blue of the background; giflib keeps all of an
// animation in memory and loses 9 dB where colours have to be chosen.
#include "io/gif/gif.hpp"

#include "io/shared_options.hpp"
#include "io/texts.hpp"

namespace sluice {

const Declared<GifOptions>& gif_options() {
    static const auto options = [] {
        Declared<GifOptions> declared;
        declare_colors(declared);
        return declared;
    }();
    return options;
}

}  // namespace sluice

namespace sluice::formats {

std::vector<Codec> gif() {
    Codec codec;
    codec.name = "GIF";
    codec.rank = 94;
    codec.extensions = {"gif"};
    codec.probe = [](Bytes head) { return has_magic(head, "GIF87a") || has_magic(head, "GIF89a"); };
    codec.pages = true;
    codec.read_file_header = [](const FileBytes& file, const DecodeOptions& options) {
        return gif_header(file, options.page);
    };
    codec.save_options = gif_options().params();
    codec.open = gif_open;
    codec.places = true;
    codec.write = gif_write;
    codec.write_memory = [](const ImageFormat& format, const EncodeOptions&) {
        return gif_write_memory(format);
    };
    codec.holds.pixels = {Pixel::u8};
    codec.holds.channels = {3, 4};
    codec.holds.metadata = codec.reads_kinds = {MetadataKind::icc, MetadataKind::xmp, MetadataKind::text};
    codec.holds.text_key = comment_key;
    codec.holds.layers = codec.holds.animation = true;
    codec.holds.lanes = true;
    codec.holds.max_side = 65535;
    return {codec};
}

}  // namespace sluice::formats
