// OpenEXR through its own library: what the codec is. read.cpp and write.cpp have the work. Without the
// library only this file is built.
#include "io/exr/exr.hpp"

#include "io/shared_options.hpp"
#include "io/texts.hpp"

namespace sluice {

const Declared<ExrReading>& exr_reading() {
    static const auto options =
        Declared<ExrReading>()
            .param("layer", &ExrReading::layer,
                   "Layer whose channels are read: diffuse stands for diffuse.R, diffuse.G and so on.",
                   such_as{"diffuse"}, option("exr_layer"))
            .param("channels", &ExrReading::channels,
                   "Names of one to four channels that become the image, with commas between them. By "
                   "default, R, G, B and A, or Y and A, as far as the file has them.",
                   such_as{"Z", "N.X,N.Y,N.Z"}, option("exr_channels"))
            .param("window", &ExrReading::window,
                   "Which pixels are read. data: the data window, which has all stored pixels. display: the "
                   "display window; pixels that are not stored are 0.",
                   option("exr_window"));
    return options;
}

const Declared<ExrWriting>& exr_writing() {
    static const auto options = Declared<ExrWriting>().param(
        "compression", &ExrWriting::compression,
        "Compression method. pxr24, b44, b44a, dwaa and dwab change pixel values; the others do not.");
    return options;
}

}  // namespace sluice

namespace sluice::formats {

std::vector<Codec> exr() {
    Codec codec;
    codec.name = "OpenEXR";
    codec.rank = 96;
    codec.extensions = {"exr"};
    codec.probe = [](Bytes head) { return has_magic(head, "\x76\x2F\x31\x01"); };
    codec.pages = true;
    codec.load_options = exr_reading().params();
    codec.save_options = exr_writing().params();
#ifdef SLUICE_LACKS
    codec.missing = SLUICE_LACKS;
#else
    codec.libraries = {exr_library()};
    codec.read_file_header = exr_header;
    codec.open = exr_open;
    codec.places = true;
    codec.begin = exr_begin;
    codec.write_memory = exr_write_memory;
    codec.holds.pixels = {Pixel::f16, Pixel::f32};
    codec.holds.channels = {1, 2, 3, 4};
    codec.holds.floats = Capabilities::Floats::linear;
    codec.holds.metadata = codec.reads_kinds = {MetadataKind::text, MetadataKind::dpi};
    codec.holds.text_key = comment_key;
    codec.holds.lanes = true;
#endif
    return {codec};
}

}  // namespace sluice::formats
