// convert: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Changes pixel type, number of channels, sRGB encoding, colour model and colour profile.
struct convert {
    enum class Pixel { u8, i8, u16, i16, i32, f16, f32, f64, keep };
    friend const char* word_of(Pixel value) {
        static constexpr const char* words[] = {"u8", "i8", "u16", "i16", "i32", "f16", "f32", "f64", "keep"};
        return words[static_cast<int>(value)];
    }
    enum class Space { encoded, linear, data, keep };
    friend const char* word_of(Space value) {
        static constexpr const char* words[] = {"encoded", "linear", "data", "keep"};
        return words[static_cast<int>(value)];
    }
    enum class To { keep, rgb, hsv, hsl, lab, xyz, ycbcr, grey };
    friend const char* word_of(To value) {
        static constexpr const char* words[] = {"keep", "rgb", "hsv", "hsl", "lab", "xyz", "ycbcr", "grey"};
        return words[static_cast<int>(value)];
    }
    enum class Scale { white, none };
    friend const char* word_of(Scale value) {
        static constexpr const char* words[] = {"white", "none"};
        return words[static_cast<int>(value)];
    }
    enum class Profile { keep, srgb };
    friend const char* word_of(Profile value) {
        static constexpr const char* words[] = {"keep", "srgb"};
        return words[static_cast<int>(value)];
    }
    enum class Intent { relative, perceptual, saturation };
    friend const char* word_of(Intent value) {
        static constexpr const char* words[] = {"relative", "perceptual", "saturation"};
        return words[static_cast<int>(value)];
    }

    // The pixel type of the result; integers round half to even and saturate.
    // one of u8, i8, u16, i16, i32, f16, f32, f64, or keep; default: keep
    Choice<Pixel> pixel = {};
    // 1 = grey (luma of colours), 2 = grey and alpha, 3 = RGB, 4 = RGBA; alpha that is new is opaque.
    // whole number in [1, 4], or keep; default: keep
    IntegerOrWord channels = {};
    // linear light or sRGB encoded. No curve leads from data or to it: data becomes what is said here, and
    // its numbers stay. HDR and colour PFM hold linear light; floats of TIFF, NPY and grey PFM are numbers as
    // they stand (space=data), unless the profile of the TIFF says more. `load space=encoded`, `linear` or
    // `data` decides otherwise. Linear light is sRGB encoded for files of integers such as PNG, encoded
    // values are decoded for HDR and colour PFM, and numbers stay as they are: the `saved` line of `run` says
    // what was done.
    // one of encoded, linear, data, or keep; default: keep
    Choice<Space> space = {};
    // What three colours stand for. hsv, hsl: hue of 0 to 360 degrees, the others of 0 to 1. lab: CIE 1976,
    // D65, L of 0 to 100, and xyz: of linear light, decoded before where it is encoded. All of these are real
    // numbers, as OpenCV's of floats. ycbcr: BT.601 of the full range, as JPEG. grey: luma, one channel. rgb:
    // the way back.
    // one of keep, rgb, hsv, hsl, lab, xyz, ycbcr, grey; default: keep
    Choice<To> to = {};
    // white takes white to white (u8 to f32 divides by 255); none keeps the numbers.
    // one of white, none; default: white
    Choice<Scale> scale = {};
    // The code value of white in the result; auto is that of the pixel type.
    // number, at least 1e-06, or auto; default: auto
    NumberOrWord white = {};
    // Whether to warn when floats of unknown range are clipped on their way to integers. The convert that the
    // planner puts before a save does.
    // true or false; default: false
    Flag warn = {};
    // srgb takes the colours from the profile of the file to sRGB, before all else; the result has a profile
    // that says so. A picture without a profile is taken as sRGB and stays as it is, and so does one that
    // would not change.
    // one of keep, srgb; default: keep
    Choice<Profile> profile = {};
    // Which colours are meant where a profile has several tables, as those of printers and of some scanners
    // do. Most profiles are a matrix, which knows no difference.
    // one of relative, perceptual, saturation; only with profile srgb; default: relative
    Choice<Intent> intent = {};
    std::string id = {};                 // "" = its name
    std::vector<std::string> from = {};  // ids that its inputs come from; {} = the stage before

    void add_to(Graph& graph) const {
        graph.add("convert", set_among({
            {"pixel", &pixel},
            {"channels", &channels},
            {"space", &space},
            {"to", &to},
            {"scale", &scale},
            {"white", &white},
            {"warn", &warn},
            {"profile", &profile},
            {"intent", &intent},
        }), id, from);
    }
    operator Graph() const {
        Graph graph;
        add_to(graph);
        return graph;
    }
};

}  // namespace sluice::stages
