// PNG through libpng: what the codec is. read.cpp and write.cpp have the work.
#include "io/png/png.hpp"

#include "io/shared_options.hpp"

#include <png.h>
#include <zlib.h>
#ifdef SLUICE_LIBDEFLATE
#include <libdeflate.h>
#endif

namespace sluice {
namespace {

Declared<PngOptions> declared() {
    Declared<PngOptions> options;
    declare_compression(options);
    declare_colors(options, keyword("none"));
    return options.param("filter", &PngOptions::filter,
                         "Row filter, which prepares rows for compression. auto uses up for compression 0 to "
                         "4, adaptive above.",
                         option("png_filter"));
}

}  // namespace

const Declared<PngOptions>& png_options() {
    static const Declared<PngOptions> options = declared();
    return options;
}

}  // namespace sluice

namespace sluice::formats {

std::vector<Codec> png() {
    Codec codec;
    codec.name = "PNG";
    codec.rank = 10;
    codec.libraries.push_back(std::string("libpng ") + png_get_libpng_ver(nullptr));
#ifdef SLUICE_LIBDEFLATE
    codec.libraries.emplace_back("libdeflate " LIBDEFLATE_VERSION_STRING);
#endif
    codec.libraries.push_back(std::string("zlib ") + zlibVersion());
    codec.extensions = {"png", "apng"};
    codec.save_options = png_options().params();
    codec.probe = [](Bytes head) { return has_magic(head, "\x89PNG\r\n\x1A\n"); };
    codec.read_file_header = [](const FileBytes& file, const DecodeOptions&) { return png_header(file); };
    codec.open = png_open;
    codec.begin = png_begin;
    codec.slower_by_rows = png_compresses_at_once;
    codec.holds.pixels = {Pixel::u8, Pixel::u16};
    codec.holds.channels = {1, 2, 3, 4};
    codec.holds.metadata = MetadataKinds::all();
    codec.holds.metadata.remove(MetadataKind::geo);
    codec.reads_kinds = codec.holds.metadata;
    codec.holds.png_color = true;
    codec.holds.lanes = true;
    codec.write_memory = png_write_memory;
    codec.places = true;
    return {codec};
}

}  // namespace sluice::formats
