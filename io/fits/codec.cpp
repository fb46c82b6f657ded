// FITS, the format of astronomy: what the codec is. Own code: the format is short, and cfitsio takes names of
// files for commands and addresses.
#include "io/fits/fits.hpp"

namespace sluice::formats {

std::vector<Codec> fits() {
    Codec codec;
    codec.name = "FITS";
    codec.rank = 106;
    codec.extensions = {"fits", "fit", "fts"};
    codec.probe = [](Bytes head) { return has_magic(head, "SIMPLE  ="); };
    codec.pages = true;
    codec.read_file_header = [](const FileBytes& file, const DecodeOptions& options) {
        return fits_header(file, options.page);
    };
    codec.open = fits_open;
    codec.places = true;
    codec.write = fits_write;
    codec.holds.pixels = {Pixel::u8, Pixel::i8, Pixel::u16, Pixel::i16, Pixel::i32, Pixel::f32, Pixel::f64};
    codec.holds.channels = {1, 3};
    codec.holds.as_they_are = true;
    codec.holds.nodata = true;  // NaN is
    codec.holds.layers = true;
    codec.holds.lanes = true;
    return {codec};
}

}  // namespace sluice::formats
