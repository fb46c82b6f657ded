// Deep Zoom as one ZIP archive (SZI): what the codec is. write.cpp has the work.
#include "io/deepzoom/deepzoom.hpp"

#include "io/shared_options.hpp"

namespace sluice {

const Declared<DeepZoomOptions>& deepzoom_options() {
    static const auto options = [] {
        Declared<DeepZoomOptions> declared;
        declare_quality(declared);
        return declared
            .param("tile", &DeepZoomOptions::tile, "Side of tiles, without the overlap.", range(1, 8192),
                   unit("px"))
            .param("overlap", &DeepZoomOptions::overlap, "Pixels that a tile shares with each neighbour.",
                   range(0, 64), unit("px"))
            .param("tile_format", &DeepZoomOptions::tile_format, "Format of the tiles.");
    }();
    return options;
}

}  // namespace sluice

namespace sluice::formats {

std::vector<Codec> deepzoom() {
    Codec codec;
    codec.name = "Deep Zoom";
    codec.rank = 108;
    codec.extensions = {"szi"};
    codec.save_options = deepzoom_options().params();
    codec.begin = deepzoom_begin;
    codec.write_memory = deepzoom_write_memory;
    codec.holds.pixels = {Pixel::u8};
    codec.holds.channels = {1, 3};
    codec.holds.metadata = {MetadataKind::icc};
    return {codec};
}

}  // namespace sluice::formats
