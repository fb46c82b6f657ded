#include "pipeline/graph/stage_builder.hpp"
#include "stages/shared/cube_of.hpp"
#include "stages/shared/model.hpp"

namespace sluice::stages {
namespace {

struct Lut {
    std::string file = "none";
    std::optional<std::vector<double>> values;
    std::string interpolation = "tetrahedral";

    std::vector<Cube> cubes() const { return cubes_of(file, values.value_or(std::vector<double>())); }
};

std::string check(const Lut& p) {
    if ((p.file == "none") == !p.values.has_value())
        return "needs either file=, such as look.cube, or values=";
    return "";
}

std::string refuse(const Lut& p, const StageInputs& inputs) {
    const ImageFormat& src = inputs.image();
    try {
        const std::vector<Cube> cubes = p.cubes();
        if (!cubes.back().solid && cubes.back().is_grey()) return "";
        if (src.colors() == 1)
            return p.file + " is for colours, but " + src.text() +
                   " is grey; convert channels=" + (src.has_alpha() ? "4" : "3") + " before";
        return not_rgb(src);
    } catch (const Error& e) {
        return e.what();
    }
}

void expand(const Lut& p, Expansion& e) {
    const std::vector<Cube> cubes = p.cubes();
    const auto list = [](const std::array<double, 3>& v) { return std::vector<double>(v.begin(), v.end()); };
    const auto looked_up = [&](std::size_t turn, const Expansion::Edge& image) {
        const Cube& cube = cubes[turn];
        const std::string shaper = turn + 1 < cubes.size() ? "shaper_" : "";
        const auto table = e.add("cube_table", shaper + "table",
                                 {{"file", p.file},
                                  {"values", p.values.value_or(std::vector<double>())},
                                  {"turn", static_cast<std::int64_t>(turn)}},
                                 {});
        return e.add("cube", shaper + "cube",
                     {{"interpolation", p.interpolation},
                      {"size", static_cast<std::int64_t>(cube.size)},
                      {"solid", cube.solid},
                      {"low", list(cube.low)},
                      {"high", list(cube.high)}},
                     {image, table});
    };
    Expansion::Edge image = e.input().value();
    const ImageFormat src = e.format(image);
    if (cubes.size() == 1) return e.output(looked_up(0, image));
    // What the shaper makes is not rounded on its way to the cube.
    Values real{{"pixel", value_of(real_of(src.pixel))}}, back{{"pixel", value_of(src.pixel)}};
    if (is_signed_integer(src.pixel)) real["white"] = src.white_value();  // whose numbers stay
    image = e.add("convert", "real", real, {image});
    for (std::size_t turn = 0; turn < cubes.size(); ++turn) image = looked_up(turn, image);
    if (src.white != e.format(image).white) back["white"] = src.white_value();
    e.output(e.add("convert", "back", back, {image}));
}

}  // namespace

StageDef lut() {
    return composition<Lut>(
               "lut", "Applies a lookup table (LUT): a .cube file of one or three dimensions, or values.")
        .also({{"maplut", "values=0,0.4,1"}})
        .image_in("src", "The image. Its values are looked up as they are.")
        .image_out("dst", "The result, with the alpha of the image.")
        .example("values=0,0.1,0.4,0.9,1")
        .param("file", &Lut::file,
               "Path of a .cube file: a curve, a cube, or a curve (shaper) and a cube. Values outside its "
               "domain are clipped to its ends. LUT_IN_VIDEO_RANGE and LUT_OUT_VIDEO_RANGE are followed.",
               path, keyword("none"))
        .param("values", &Lut::values,
               "Table instead of a file: the results for evenly spaced values from 0 to white; 1 is white. "
               "0,1 changes nothing in this range.",
               count(2, 256), of_white, keyword("none"), live_while("the number of values stays the same"))
        .param("interpolation", &Lut::interpolation,
               "Interpolation between entries of the table: tetrahedral, as in colour grading, linear "
               "(trilinear for a cube) or nearest. Curves take linear and nearest.",
               choices{"tetrahedral", "linear", "nearest"})
        .check(check)
        .refuse(refuse)
        .expand(expand);
}

}  // namespace sluice::stages
