// WebP through libwebp: what the codec is. read.cpp and write.cpp have the work. Without libwebp only this
// file is built.
#include "io/webp/webp.hpp"

#include "io/shared_options.hpp"

namespace sluice {

const Declared<WebpOptions>& webp_options() {
    static const auto options = [] {
        Declared<WebpOptions> declared;
        declare_quality(declared);
        declare_lossless(declared);
        declare_effort(declared, range(0, 6), keyword("auto"));
        return declared;
    }();
    return options;
}

}  // namespace sluice

namespace sluice::formats {

std::vector<Codec> webp() {
    Codec codec;
    codec.name = "WebP";
    codec.rank = 95;
    codec.extensions = {"webp"};
    codec.probe = [](Bytes head) { return has_magic(head, "RIFF") && has_magic(head, "WEBP", 8); };
    codec.pages = true;
    codec.save_options = webp_options().params();
#ifdef SLUICE_LACKS
    codec.missing = SLUICE_LACKS;
#else
    codec.libraries = {webp_library()};
    codec.read_file_header = [](const FileBytes& file, const DecodeOptions& options) {
        return webp_header(file, options.page);
    };
    codec.open = webp_open;
    codec.places = true;
    codec.write = webp_write;
    codec.write_memory = webp_write_memory;
    codec.holds.pixels = {Pixel::u8};
    codec.holds.channels = {3, 4};
    codec.holds.metadata =
        codec.reads_kinds = {MetadataKind::icc, MetadataKind::exif, MetadataKind::xmp, MetadataKind::dpi};
    codec.holds.layers = codec.holds.animation = true;
    codec.holds.lanes = true;
    codec.holds.max_side = 16383;
#endif
    return {codec};
}

}  // namespace sluice::formats
