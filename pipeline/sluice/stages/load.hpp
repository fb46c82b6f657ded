// load: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Reads an image from a file. EXIF orientation is applied, and the bit depth is kept.
struct load {
    enum class Shrink { never, auto_, _2, _4, _8 };
    friend const char* word_of(Shrink value) {
        static constexpr const char* words[] = {"never", "auto", "2", "4", "8"};
        return words[static_cast<int>(value)];
    }
    enum class Space { encoded, linear, data, auto_ };
    friend const char* word_of(Space value) {
        static constexpr const char* words[] = {"encoded", "linear", "data", "auto"};
        return words[static_cast<int>(value)];
    }
    enum class Window { data, display };
    friend const char* word_of(Window value) {
        static constexpr const char* words[] = {"data", "display"};
        return words[static_cast<int>(value)];
    }
    enum class Layout { auto_, hw, hwc, chw, nhw, nhwc, nchw };
    friend const char* word_of(Layout value) {
        static constexpr const char* words[] = {"auto", "hw", "hwc", "chw", "nhw", "nhwc", "nchw"};
        return words[static_cast<int>(value)];
    }

    // Input file; - reads stdin.
    // path of a file
    Text path = {};
    // Largest number of pixels. The header of a larger image is enough to refuse it. 0 allows images that
    // take up to 1 GiB in memory.
    // integer, at least 0; in px; default: 0
    Integer max_pixels = {};
    // Accept an image whose data is truncated or damaged, with a warning.
    // true or false; default: false
    Flag lenient = {};
    // Page of a file, counted from 1. 0 loads all pages as layers of one image; they must have the same
    // format.
    // integer, at least 0; for TIFF, WebP and OpenEXR files; default: 1
    Integer page = {};
    // How many times smaller to decode, in both directions, which is faster. auto: as much as all stages that
    // take the image allow (thumbnail, and resize with draft=true).
    // one of never, auto, 2, 4, 8; for JPEG files; default: auto
    Choice<Shrink> shrink = {};
    // How pixel values relate to light. auto: as the file says. OpenEXR, Radiance HDR and colour PFM files
    // hold linear light. Floating-point TIFF, NPY and grey PFM files are read as plain numbers (space=data),
    // unless a TIFF has a colour profile. `load space=encoded`, `load space=linear` or `load space=data`
    // overrides this. On saving, linear light is encoded as sRGB for integer formats such as PNG, encoded
    // values are made linear for OpenEXR, HDR and colour PFM, and plain numbers are unchanged. The `saved`
    // line of `run` says which conversion was made.
    // one of encoded, linear, data, or auto; default: auto
    Choice<Space> space = {};
    // Pixel value that means no data. It is read as NaN, statistics do not count it, and a float TIFF that is
    // saved contains it again. auto: as the file says (GeoTIFF with floats). none: no such value. A number:
    // integer files are then read as f32 or f64, and their numbers stay the same.
    // text; default: auto
    Text nodata = {};
    // Layer whose channels are read: diffuse stands for diffuse.R, diffuse.G and so on.
    // text, such as diffuse; for OpenEXR files; default: ""
    Text layer = {};
    // Names of one to four channels that become the image, with commas between them. By default, R, G, B and
    // A, or Y and A, as far as the file has them.
    // text, such as Z or N.X,N.Y,N.Z; for OpenEXR files; default: ""
    Text channels = {};
    // Which pixels are read. data: those that the file stores. display: those that are meant to be shown;
    // pixels that are not stored are 0.
    // one of data, display; for OpenEXR files; default: data
    Choice<Window> window = {};
    // Axes of the array: n images of h rows and w pixels with c channels. auto accepts (h, w), (h, w, c) and
    // (n, h, w, c) with 1 to 4 channels, and asks for a layout if the axes could mean something else.
    // one of auto, hw, hwc, chw, nhw, nhwc, nchw; for NPY files; default: auto
    Choice<Layout> layout = {};
    // Longest time for decoding, in processor time. An image that takes longer fails; 0 allows any time.
    // number in [0, 1e+06]; in s; default: 300
    Number max_seconds = {};
    std::string id = {};                 // "" = its name
    std::vector<std::string> from = {};  // ids that its inputs come from; {} = the stage before

    void add_to(Graph& graph) const {
        graph.add("load", set_among({
            {"path", &path},
            {"max_pixels", &max_pixels},
            {"lenient", &lenient},
            {"page", &page},
            {"shrink", &shrink},
            {"space", &space},
            {"nodata", &nodata},
            {"layer", &layer},
            {"channels", &channels},
            {"window", &window},
            {"layout", &layout},
            {"max_seconds", &max_seconds},
        }), id, from);
    }
    operator Graph() const {
        Graph graph;
        add_to(graph);
        return graph;
    }
};

}  // namespace sluice::stages
