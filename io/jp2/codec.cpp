// JPEG 2000 through OpenJPEG: what the codecs are. read.cpp and write.cpp have the work. Without OpenJPEG
// only this file is built.
#include "io/jp2/jp2.hpp"

#include "io/shared_options.hpp"

namespace sluice {

const Declared<Jp2Options>& jp2_options() {
    static const auto options = [] {
        Declared<Jp2Options> declared;
        declare_quality(declared);
        declare_lossless(declared);
        return declared;
    }();
    return options;
}

}  // namespace sluice

namespace sluice::formats {

std::vector<Codec> jp2() {
    using namespace std::string_view_literals;
    Codec boxes;
    boxes.name = "JPEG 2000";
    boxes.rank = 101;
    boxes.extensions = {"jp2", "jpf", "jpx"};
    boxes.probe = [](Bytes head) { return has_magic(head, "\0\0\0\x0CjP  \r\n\x87\n"sv); };
    boxes.save_options = jp2_options().params();
#ifdef SLUICE_LACKS
    boxes.missing = SLUICE_LACKS;
#else
    boxes.libraries = {jp2_library()};
    boxes.read_file_header = [](const FileBytes& file, const DecodeOptions&) { return jp2_header(file); };
    boxes.open = jp2_open;
    boxes.places = true;
    boxes.write = jp2_write;
    boxes.write_memory = [](const ImageFormat& format, const EncodeOptions&) {
        return jp2_write_memory(format);
    };
    boxes.holds.pixels = {Pixel::u8, Pixel::u16};
    boxes.holds.channels = {1, 2, 3, 4};
    boxes.holds.metadata = boxes.reads_kinds = {MetadataKind::icc, MetadataKind::exif, MetadataKind::xmp,
                                                MetadataKind::iptc, MetadataKind::dpi};
    boxes.holds.lanes = true;
#endif

    Codec bare = boxes;
    bare.name = "JPEG 2000 codestream";
    bare.rank = 102;
    bare.extensions = {"j2k", "j2c", "jpc"};
    bare.probe = [](Bytes head) { return has_magic(head, "\xFF\x4F\xFF\x51"sv); };
#ifndef SLUICE_LACKS
    bare.write = [](const ConstHostView& image, const Metadata&, const EncodeOptions& options, const Warn&) {
        return j2k_write(image, options);
    };
    bare.holds.metadata = bare.reads_kinds = {};
#endif
    return {boxes, bare};
}

}  // namespace sluice::formats
