#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {
namespace {

struct Stretch {
    Pixel pixel = Pixel::u8;
    double white = 0;
    bool clamp = true;
    bool luma = false;
    bool alpha = false;
    bool exact = true;
    bool narrow = true;
    double units = 1;
    std::int64_t in_parts = 0, out_parts = 1;
    std::int64_t rise = 0, whole = 0, rest = 0;
    std::optional<ValueRange> meant;
};

std::string function_of(const Stretch& p, Pixel src) {
    const std::string open = p.clamp ? "" : "_open";
    if (p.luma) return "stretch_luma" + open;
    if (!p.exact || !is_integer(src) || !is_integer(p.pixel)) return "stretch" + open;
    if (p.in_parts > 0) return "stretch64" + open;
    if (p.units != 1 && p.clamp) return "stretch16_within";
    return (p.narrow && src == Pixel::u8 && p.pixel == Pixel::u8 ? "stretch8" : "stretch16") + open;
}

}  // namespace

// A part of normalize.
StageDef stretch() {
    return point<Stretch>("stretch", "Applies the line of stretch_range.")
        .internal()
        .table_in("range", "The line.",
                  {"lo", "hi", "bottom", "top", "gain", "origin", "scale", "base", "least", "most", "from",
                   "from_rest", "to", "to_rest"})
        .param("pixel", &Stretch::pixel, "The pixel type of the result.")
        .param("white", &Stretch::white,
               "Pixel value of white in the result; 0 is the default of the pixel type.", at_least(0))
        .param("clamp", &Stretch::clamp, "Clamp values outside the input range.")
        .param("luma", &Stretch::luma, "Stretch the luma, and change all colours with it.")
        .param("alpha", &Stretch::alpha, "Treat alpha like a colour.")
        .param("exact", &Stretch::exact, "Stretch integers exactly.")
        .param("narrow", &Stretch::narrow, "The ends are close enough together for stretch8.")
        .param("units", &Stretch::units, "Pixel values of the result for each pixel value of the source.")
        .param("in_parts", &Stretch::in_parts,
               "Parts of a pixel value of the source, for stretch64; 0 if stretch8 or stretch16 is used.",
               at_least(0))
        .param("out_parts", &Stretch::out_parts, "Parts of a pixel value of the result.", at_least(1))
        .param("rise", &Stretch::rise, "Number of them between the ends.")
        .param("whole", &Stretch::whole, "Result for the minimum, rounded down ...")
        .param("rest", &Stretch::rest, "... and what is left, in parts.", at_least(0))
        .param("meant", &Stretch::meant, "Intended range of floats in the result.", keyword("unknown"))
        .infer([](const Stretch& p, const StageInputs& inputs) {
            ImageFormat dst = inputs.image();
            dst.pixel = p.pixel;
            dst.white = p.white;
            dst.meant = p.meant;
            return dst;
        })
        .alpha([](const Stretch& p) { return p.alpha ? AlphaLane::apply : AlphaLane::keep; })
        .monotone()
        .function([](const Stretch& p, const StageInputs& inputs) {
            return KernelFunction{"stretch", function_of(p, inputs.image().pixel)};
        });
}

}  // namespace sluice::stages
