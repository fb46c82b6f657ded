// TIFF through libtiff: what the codec is. read.cpp and write.cpp have the work. Without libtiff only this
// file is built.
#include "io/tiff/tiff.hpp"

#include "io/shared_options.hpp"
#include "io/texts.hpp"

namespace sluice {

const Declared<TiffOptions>& tiff_options() {
    static const auto options = [] {
        Declared<TiffOptions> declared;
        declared.param(
            "compression", &TiffOptions::compression,
            "Level of deflate, from 0 (none) to 9 (smallest file, slow), or a method. lzw: for old "
            "readers. zstd: for new ones. jpeg: for photographs of 8 bits, with quality. g4: for "
            "pages of black and white.");
        declare_quality(declared);
        return declared
            .param("predictor", &TiffOptions::predictor,
                   "Store differences of neighbours, which are easier to compress. auto: horizontal for "
                   "integers. float is for floating-point numbers.")
            .param("tile", &TiffOptions::tile,
                   "Side of tiles, a multiple of 16; 0 writes strips of rows. A pyramid has 256 by default.",
                   range(0, 8192), unit("px"))
            .param("pyramid", &TiffOptions::pyramid,
                   "Also store smaller copies of the image (1/2, 1/4 and so on), in tiles, as sub-images.")
            .param("bigtiff", &TiffOptions::bigtiff,
                   "Write BigTIFF, whose files may be larger than 4 GiB. Files that may become as large are "
                   "BigTIFF in any case.");
    }();
    return options;
}

}  // namespace sluice

namespace sluice::formats {

std::vector<Codec> tiff() {
    using namespace std::string_view_literals;
    Codec codec;
    codec.name = "TIFF";
    codec.rank = 90;
    codec.extensions = {"tif", "tiff"};
    codec.probe = [](Bytes head) {
        for (const std::string_view magic : {"II*\0"sv, "MM\0*"sv, "II+\0"sv, "MM\0+"sv})
            if (has_magic(head, magic)) return true;
        return false;
    };
    codec.raw_pictures = true;
    codec.pages = true;
    codec.save_options = tiff_options().params();
#ifdef SLUICE_LACKS
    codec.missing = SLUICE_LACKS;
#else
    codec.libraries = {tiff_library()};
    codec.read_file_header = [](const FileBytes& file, const DecodeOptions& options) {
        return tiff_header(file, options.page);
    };
    codec.open = tiff_open;
    codec.begin = tiff_begin;
    codec.holds.pixels = {Pixel::u8,  Pixel::i8,  Pixel::u16, Pixel::i16,
                          Pixel::i32, Pixel::f16, Pixel::f32, Pixel::f64};
    codec.holds.channels = {1, 2, 3, 4};
    codec.holds.nodata = true;
    codec.holds.metadata = codec.reads_kinds = MetadataKinds::all();
    codec.holds.text_key = description_key;
    codec.holds.layers = true;
    codec.holds.floats = Capabilities::Floats::profiled;
    codec.write_memory = tiff_write_memory;
#endif
    return {codec};
}

}  // namespace sluice::formats
