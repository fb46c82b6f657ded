// save: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Writes a picture to a file, which appears complete or not at all.
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

    // The file; - is stdout. Its extension tells the format.
    // path of a file
    Text path = {};
    // An extension, such as png: the format whatever the name of the file. HDR and colour PFM hold linear
    // light; floats of TIFF, NPY and grey PFM are numbers as they stand (space=data), unless the profile of
    // the TIFF says more. `load space=encoded`, `linear` or `data` decides otherwise. Linear light is sRGB
    // encoded for files of integers such as PNG, encoded values are decoded for HDR and colour PFM, and
    // numbers stay as they are: the `saved` line of `run` says what was done.
    // text, or auto; default: auto
    Text format = {};
    // Of JPEG: more is better and larger.
    // whole number in [1, 100]; default: 90
    Integer quality = {};
    // Of PNG and TIFF: 0 is none, 9 is smallest and slow.
    // whole number in [0, 9]; default: 1
    Integer compression = {};
    // Of PNG, before compression; auto is up for compression 0 to 4, else adaptive.
    // one of auto, none, sub, up, average, paeth, adaptive; default: auto
    Choice<Filter> filter = {};
    // Go on when the file would survive a power failure (fsync).
    // true or false; default: false
    Flag durable = {};
    // What becomes of a file that exists: never is an error, skip keeps it, newer replaces it where the input
    // was changed since, always replaces it.
    // one of never, skip, newer, always; default: never
    Choice<Overwrite> overwrite = {};
    // With overwrite=newer: the file whose time counts; run and batch name the input.
    // path of a file; default: -
    Text newer_than = {};
    std::string id = {};                 // "" = its name
    std::vector<std::string> from = {};  // ids that its inputs come from; {} = the stage before

    void add_to(Graph& graph) const {
        graph.add("save", set_among({
            {"path", &path},
            {"format", &format},
            {"quality", &quality},
            {"compression", &compression},
            {"filter", &filter},
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
