#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {
namespace {

struct Lookup {
    Pixel pixel = Pixel::u8;
    double white = 0;
    std::optional<Space> space;
    bool alpha = false;
    bool luma = false;
};

std::string refuse(const Lookup&, const StageInputs& inputs) {
    const ImageFormat& src = inputs.image();
    const TableLayout& lut = inputs.table(1);
    if (!is_integer(src.pixel) || bytes(src.pixel) > 2)
        return "only 8 and 16 bit are looked up, not " + src.text();
    if (lut.fields.size() != 1) return "its table has more than one field";
    const FieldType type = lut.fields[0].type;
    return type == FieldType::f32 || type == FieldType::f64 ? "" : "its table holds no real numbers";
}

}  // namespace

// A part of others. The Table has a value for each level of the image's pixel type, from the lowest on.
StageDef lookup() {
    return point<Lookup>("lookup", "Replaces each value by its entry in a lookup table.")
        .internal()
        .table_in("lut", "The lookup table, for each channel or for all.", {"value"})
        .param("pixel", &Lookup::pixel, "The pixel type of the result.")
        .param("white", &Lookup::white,
               "Pixel value of white in the result; 0 is the default of the pixel type.", at_least(0))
        .param("space", &Lookup::space, "The space of the result.", keyword("keep"))
        .param("alpha", &Lookup::alpha, "Look up alpha like a colour.")
        .param("luma", &Lookup::luma,
               "Look up the luma, rounded to an integer, and change all colours with it.")
        .refuse(refuse)
        .infer([](const Lookup& p, const StageInputs& inputs) {
            ImageFormat dst = inputs.image();
            dst.pixel = p.pixel;
            dst.white = p.white;
            dst.space = p.space.value_or(dst.space);
            return dst;
        })
        .alpha([](const Lookup& p) { return p.alpha ? AlphaLane::apply : AlphaLane::keep; })
        .function([](const Lookup& p, const StageInputs&) {
            return KernelFunction{"lookup", p.luma ? "lookup_luma" : "lookup"};
        })
        .constants([](const Lookup&, const StageInputs& inputs) -> std::vector<Constant> {
            const TableLayout& lut = inputs.table(1);
            const Field& values = lut.fields.at(0);
            return {{"channels", static_cast<double>(lut.channels.size())},
                    {"levels", static_cast<double>(values.count)},
                    {"first", lowest(inputs.image().pixel)},
                    {"doubles", values.type == FieldType::f64 ? 1.0 : 0.0}};
        });
}

}  // namespace sluice::stages
