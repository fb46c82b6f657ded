#include "io/npy/npy.hpp"

namespace sluice {

const Declared<NpyOptions>& npy_reading() {
    static const auto options = Declared<NpyOptions>().param(
        "layout", &NpyOptions::layout,
        "Axes of an array that is read: n images of h rows and w pixels with c channels. auto accepts (h, "
        "w), (h, w, c) "
        "and (n, h, w, c) with 1 to 4 channels, and asks for a layout if the axes could mean something "
        "else.");
    return options;
}

const Declared<NpyOptions>& npy_writing() {
    static const auto options = Declared<NpyOptions>().param(
        "layout", &NpyOptions::layout,
        "Axes of the array that is written: n images of h rows and w pixels with c channels. nchw is what "
        "most neural "
        "networks take. auto: hw for one channel, hwc for several, nhwc for several layers.",
        option("npy_layout"));
    return options;
}

}  // namespace sluice

namespace sluice::formats {

std::vector<Codec> npy() {
    Codec codec;
    codec.name = "NPY";
    codec.rank = 100;
    codec.extensions = {"npy"};
    codec.load_options = npy_reading().params();
    codec.save_options = npy_writing().params();
    codec.probe = [](Bytes head) { return has_magic(head, "\x93NUMPY"); };
    codec.read_file_header = npy_header;
    codec.open = npy_open;
    codec.begin = npy_begin;
    codec.join = npy_join;
    codec.write_memory = npy_write_memory;
    codec.holds.pixels = {Pixel::u8,  Pixel::i8,  Pixel::u16, Pixel::i16,
                          Pixel::i32, Pixel::f16, Pixel::f32, Pixel::f64};
    codec.holds.channels = {1, 2, 3, 4};
    codec.holds.as_they_are = true;
    codec.holds.layers = true;
    codec.holds.data = true;
    return {codec};
}

}  // namespace sluice::formats
