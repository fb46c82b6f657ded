// AVIF through libavif: what the codec is. read.cpp and write.cpp have the work. Without libavif only this
// file is built.
#include "io/avif/avif.hpp"

#include "io/boxes.hpp"
#include "io/shared_options.hpp"

namespace sluice {

const Declared<AvifOptions>& avif_options() {
    static const auto options = [] {
        Declared<AvifOptions> declared;
        declare_quality(declared);
        declare_lossless(declared);
        declare_effort(declared, range(0, 10));
        return declared.param(
            "bits", &AvifOptions::bits,
            "Bits of each channel in the file. auto is 8, and 12 for images with more than 8 bits.");
    }();
    return options;
}

}  // namespace sluice

namespace sluice::formats {

std::vector<Codec> avif() {
    Codec codec;
    codec.name = "AVIF";
    codec.rank = 103;
    codec.extensions = {"avif"};
    codec.probe = [](Bytes head) { return has_brand(head, {"avif", "avis"}); };
    codec.pages = true;
    codec.isolated = true;  // dav1d and aom abort where memory runs out
    codec.save_options = avif_options().params();
#ifdef SLUICE_LACKS
    codec.missing = SLUICE_LACKS;
#else
    codec.libraries = {avif_library()};
    codec.read_file_header = [](const FileBytes& file, const DecodeOptions& options) {
        return avif_header(file, options.page);
    };
    codec.open = avif_open;
    codec.places = true;
    codec.write = avif_write;
    codec.write_memory = [](const ImageFormat& format, const EncodeOptions&) {
        return avif_write_memory(format);
    };
    codec.holds.pixels = {Pixel::u8, Pixel::u16};
    codec.holds.channels = {1, 2, 3, 4};
    codec.holds.metadata =
        codec.reads_kinds = {MetadataKind::icc, MetadataKind::exif, MetadataKind::xmp, MetadataKind::dpi};
    codec.holds.lanes = true;
    codec.holds.max_side = 32768;
#endif
    return {codec};
}

}  // namespace sluice::formats
