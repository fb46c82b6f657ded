// JPEG XL through libjxl: what the codec is. read.cpp and write.cpp have the work. Without libjxl only this
// file is built.
#include "io/jxl/jxl.hpp"

#include "io/shared_options.hpp"

namespace sluice {

const Declared<JxlOptions>& jxl_options() {
    static const auto options = [] {
        Declared<JxlOptions> declared;
        declare_quality(declared);
        declare_lossless(declared);
        declare_effort(declared, range(1, 9), keyword("auto"));
        return declared;
    }();
    return options;
}

}  // namespace sluice

namespace sluice::formats {

std::vector<Codec> jxl() {
    using namespace std::string_view_literals;
    Codec codec;
    codec.name = "JPEG XL";
    codec.rank = 105;
    codec.extensions = {"jxl"};
    codec.probe = [](Bytes head) {
        return has_magic(head, "\xFF\x0A"sv) || has_magic(head, "\0\0\0\x0CJXL \r\n\x87\n"sv);
    };
    codec.pages = true;
    codec.isolated = true;  // libjxl aborts where memory runs out, and where it does not trust itself
    codec.save_options = jxl_options().params();
#ifdef SLUICE_LACKS
    codec.missing = SLUICE_LACKS;
#else
    codec.libraries = {jxl_library()};
    codec.read_file_header = [](const FileBytes& file, const DecodeOptions& options) {
        return jxl_header(file, options.page);
    };
    codec.open = jxl_open;
    codec.places = true;
    codec.write = jxl_write;
    codec.write_memory = jxl_write_memory;
    codec.holds.pixels = {Pixel::u8, Pixel::u16, Pixel::f16, Pixel::f32};
    codec.holds.channels = {1, 2, 3, 4};
    codec.holds.floats = Capabilities::Floats::linear;
    codec.holds.metadata =
        codec.reads_kinds = {MetadataKind::icc, MetadataKind::exif, MetadataKind::xmp, MetadataKind::dpi};
#endif
    return {codec};
}

}  // namespace sluice::formats
