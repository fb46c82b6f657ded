// load: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Reads a picture from a file; EXIF orientation is applied, depth is kept.
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
    enum class Layout { auto_, hw, hwc, chw, nhw, nhwc, nchw };
    friend const char* word_of(Layout value) {
        static constexpr const char* words[] = {"auto", "hw", "hwc", "chw", "nhw", "nhwc", "nchw"};
        return words[static_cast<int>(value)];
    }

    // The file; - is stdin.
    // path of a file
    Text path = {};
    // A picture of more is refused by its header; 0 allows what takes 1 GiB in memory.
    // whole number, at least 0; unit px; default: 0
    Integer max_pixels = {};
    // Accept a picture whose data ends early or is damaged, with a warning.
    // true or false; default: false
    Flag lenient = {};
    // Of a TIFF with several; 0 takes all, which must be of one format, as layers of one image.
    // whole number, at least 0; default: 1
    Integer page = {};
    // By how much a JPEG is read smaller, in both directions, for less work; auto: by as much as all stages
    // ask for that take the picture, as thumbnail and resize draft=true do.
    // one of never, auto, 2, 4, 8; default: auto
    Choice<Shrink> shrink = {};
    // How its values relate to light; auto: as the file says. HDR and colour PFM hold linear light; floats of
    // TIFF, NPY and grey PFM are numbers as they stand (space=data), unless the profile of the TIFF says
    // more. `load space=encoded`, `linear` or `data` decides otherwise. Linear light is sRGB encoded for
    // files of integers such as PNG, encoded values are decoded for HDR and colour PFM, and numbers stay as
    // they are: the `saved` line of `run` says what was done.
    // one of encoded, linear, data, or auto; default: auto
    Choice<Space> space = {};
    // Which value is no pixel: it is read as NaN, which no statistics count, and a TIFF of floats that is
    // saved has it again. auto: as the file says (GeoTIFF), of a file of floats; none; or a number: a file of
    // integers is read as f32 then, or f64, with the numbers that it has.
    // text; default: auto
    Text nodata = {};
    // Of an NPY: what its axes are, n images of h rows and w pixels with c channels. auto takes (h, w), (h,
    // w, c) and (n, h, w, c) with 1 to 4 channels, and asks where there is another reading.
    // one of auto, hw, hwc, chw, nhw, nhwc, nchw; default: auto
    Choice<Layout> layout = {};
    // A picture that takes the processor longer to decode is given up; 0 allows any time.
    // number in [0, 1e+06]; unit s; default: 300
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
