// convert: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Changes the pixel type, number of channels, sRGB encoding, colour model or colour profile.
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

    // Pixel type of the result. Integers are rounded half to even and clipped.
    // one of u8, i8, u16, i16, i32, f16, f32, f64, or keep; default: keep
    Choice<Pixel> pixel = {};
    // Number of channels: 1 is grey (luma of colours), 2 is grey and alpha, 3 is RGB, 4 is RGBA. New alpha is
    // opaque.
    // integer in [1, 4], or keep; default: keep
    IntegerOrWord channels = {};
    // Encoding of the result: linear light, sRGB-encoded values or data. Data is never converted: to or from
    // data, the numbers stay and only their meaning changes. OpenEXR, Radiance HDR and colour PFM files hold
    // linear light. Floating-point TIFF, NPY and grey PFM files are read as plain numbers (space=data),
    // unless a TIFF has a colour profile. `load space=encoded`, `load space=linear` or `load space=data`
    // overrides this. On saving, linear light is encoded as sRGB for integer formats such as PNG, encoded
    // values are made linear for OpenEXR, HDR and colour PFM, and plain numbers are unchanged. The `saved`
    // line of `run` says which conversion was made.
    // one of encoded, linear, data, or keep; default: keep
    Choice<Space> space = {};
    // Colour model of the result. hsv, hsl: hue from 0 to 360 degrees, the others from 0 to 1. lab: CIE 1976,
    // D65, L from 0 to 100. xyz and lab take linear light; encoded values are decoded first. All of these are
    // floating-point numbers, as OpenCV's for floats. ycbcr: full-range BT.601, as in JPEG. grey: luma, one
    // channel. rgb: converts back.
    // one of keep, rgb, hsv, hsl, lab, xyz, ycbcr, grey; default: keep
    Choice<To> to = {};
    // white maps white to white (u8 to f32 divides by 255). none keeps the numbers.
    // one of white, none; default: white
    Choice<Scale> scale = {};
    // Pixel value of white in the result. auto is that of the pixel type.
    // number, at least 1e-06, or auto; default: auto
    NumberOrWord white = {};
    // Warn if floats of unknown range are clipped on their way to integers. The conversion that is added
    // before a save warns too.
    // true or false; default: false
    Flag warn = {};
    // srgb converts the colours from the profile of the file to sRGB, before anything else, and the result
    // has an sRGB profile. An image without a profile counts as sRGB and stays as it is, and so does an image
    // that would not change.
    // one of keep, srgb; default: keep
    Choice<Profile> profile = {};
    // Rendering intent, for profiles with several tables, as those of printers and some scanners. Most
    // profiles are a matrix, and the intent makes no difference.
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
