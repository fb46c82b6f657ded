// save: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Writes an image to a file, which appears complete or not at all.
struct save {
    enum class Filter { auto_, none, sub, up, average, paeth, adaptive };
    friend const char* word_of(Filter value) {
        static constexpr const char* words[] = {"auto", "none", "sub", "up", "average", "paeth", "adaptive"};
        return words[static_cast<int>(value)];
    }
    enum class Overwrite { never, skip, newer, always };
    friend const char* word_of(Overwrite value) {
        static constexpr const char* words[] = {"never", "skip", "newer", "always"};
        return words[static_cast<int>(value)];
    }

    // Output file; - writes to stdout. The extension selects the format.
    // path of a file
    Text path = {};
    // File format, given as an extension such as png, whatever the name of the file. OpenEXR, Radiance HDR
    // and colour PFM files hold linear light. Floating-point TIFF, NPY and grey PFM files are read as plain
    // numbers (space=data), unless a TIFF has a colour profile. `load space=encoded`, `load space=linear` or
    // `load space=data` overrides this. On saving, linear light is encoded as sRGB for integer formats such
    // as PNG, encoded values are made linear for OpenEXR, HDR and colour PFM, and plain numbers are
    // unchanged. The `saved` line of `run` says which conversion was made.
    // text, or auto; default: auto
    Text format = {};
    // PNG and TIFF: Compression: 0 is none, 9 makes the smallest file and is slow. OpenEXR: Compression.
    // pxr24, b44, b44a, dwaa and dwab change values; none, rle, zips, zip and piz do not. Default: 1 for PNG
    // and TIFF, zip for OpenEXR.
    // integer in [0, 9], or none, or rle, or zips, or zip, or piz, or pxr24, or b44, or b44a, or dwaa, or
    // dwab, or auto; for PNG, TIFF and OpenEXR files; default: auto
    IntegerOrWord compression = {};
    // Row filter, which prepares rows for compression. auto uses up for compression 0 to 4, adaptive above.
    // one of auto, none, sub, up, average, paeth, adaptive; for PNG files; default: auto
    Choice<Filter> filter = {};
    // A higher value looks better and makes a larger file. Default: 90 for JPEG, 80 for WebP.
    // integer in [1, 100], or auto; for JPEG and WebP files; default: auto
    IntegerOrWord quality = {};
    // Store every pixel as it is. quality has no effect then.
    // true or false; for WebP files; default: false
    Flag lossless = {};
    // A higher value makes a smaller file and takes longer. auto is 4, and 1 for lossless files.
    // integer in [0, 6], or auto; for WebP files; default: auto
    IntegerOrWord effort = {};
    // Wait until the file would survive a power failure (fsync).
    // true or false; default: false
    Flag durable = {};
    // What to do if the file exists. never: fail. skip: keep it. newer: replace it if the input has changed
    // since. always: replace it.
    // one of never, skip, newer, always; default: never
    Choice<Overwrite> overwrite = {};
    // File whose time is compared, for overwrite=newer. run and batch set it to the input.
    // path of a file; default: -
    Text newer_than = {};
    std::string id = {};                 // "" = its name
    std::vector<std::string> from = {};  // ids that its inputs come from; {} = the stage before

    void add_to(Graph& graph) const {
        graph.add("save", set_among({
            {"path", &path},
            {"format", &format},
            {"compression", &compression},
            {"filter", &filter},
            {"quality", &quality},
            {"lossless", &lossless},
            {"effort", &effort},
            {"durable", &durable},
            {"overwrite", &overwrite},
            {"newer_than", &newer_than},
        }), id, from);
    }
    operator Graph() const {
        Graph graph;
        add_to(graph);
        return graph;
    }
};

}  // namespace sluice::stages
