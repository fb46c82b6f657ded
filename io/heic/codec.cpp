// HEIC through libheif, read only: writing would need x265, which is GPL. read.cpp has the work. Without
// libheif only this file is built.
#include "io/heic/heic.hpp"

#include "io/boxes.hpp"

namespace sluice::formats {

std::vector<Codec> heic() {
    Codec codec;
    codec.name = "HEIC";
    codec.rank = 104;
    codec.extensions = {"heic", "heif", "hif"};
    codec.probe = [](Bytes head) {
        return has_brand(head,
                         {"heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs", "mif1", "msf1"});
    };
    codec.pages = true;
    codec.isolated = true;  // libheif and libde265 end the process where memory runs out
#ifdef SLUICE_LACKS
    codec.missing = SLUICE_LACKS;
#else
    codec.libraries = {heic_library()};
    codec.read_file_header = [](const FileBytes& file, const DecodeOptions& options) {
        return heic_header(file, options.page);
    };
    codec.open = heic_open;
    codec.places = true;
    codec.reads_kinds = {MetadataKind::icc, MetadataKind::exif, MetadataKind::xmp, MetadataKind::dpi};
#endif
    return {codec};
}

}  // namespace sluice::formats
