#include "pipeline/graph/stage_builder.hpp"
#include "stages/shared/cube_of.hpp"
#include "stages/shared/model.hpp"

namespace sluice::stages {
namespace {

struct Lut {
    std::string file = "none";
    std::optional<std::vector<double>> values;
    std::string interpolation = "tetrahedral";

    Cube cube() const { return cube_of(file, values.value_or(std::vector<double>())); }
};

std::string check(const Lut& p) {
    if ((p.file == "none") == !p.values.has_value())
        return "takes a file=, such as look.cube, or values=: one of them";
    return "";
}

std::string refuse(const Lut& p, const StageInputs& inputs) {
    const ImageFormat& src = inputs.image();
    try {
        const Cube cube = p.cube();
        if (!cube.solid && cube.is_grey()) return "";
        if (src.colors() == 1)
            return p.file + " is for colours, and " + src.text() + " is grey; convert channels=3 before";
        return not_rgb(src);
    } catch (const Error& e) {
        return e.what();
    }
}

void expand(const Lut& p, Expansion& e) {
    const Cube cube = p.cube();
    const auto table = e.add("cube_table", "table",
                             {{"file", p.file}, {"values", p.values.value_or(std::vector<double>())}}, {});
    const auto list = [](const std::array<double, 3>& v) { return std::vector<double>(v.begin(), v.end()); };
    e.output(e.add("cube", "cube",
                   {{"interpolation", p.interpolation},
                    {"size", static_cast<std::int64_t>(cube.size)},
                    {"solid", cube.solid},
                    {"low", list(cube.low)},
                    {"high", list(cube.high)}},
                   {e.input(), table}));
}

}  // namespace

StageDef lut() {
    return composition<Lut>("lut", "Looks colours up in a table, a .cube file of one or three dimensions.")
        .image_in("src", "The image, whose values are looked up as they are.")
        .image_out("dst", "The result; alpha is that of the image.")
        .example("values=0,0.1,0.4,0.9,1")
        .param("file", &Lut::file, "A .cube file; values beyond its domain take the ends of that.", path,
               keyword("none"))
        .param(
            "values", &Lut::values,
            "In the place of a file: what values from 0 to white become, at even distances; 1 is white. 0,1 "
            "changes nothing within.",
            count(2, 256), keyword("none"), live_while("there are as many"))
        .param(
            "interpolation", &Lut::interpolation,
            "Between colours of the table: tetrahedral as colour grading does, linear (in three dimensions "
            "trilinear) or nearest. Curves know linear and nearest.",
            choices{"tetrahedral", "linear", "nearest"})
        .check(check)
        .refuse(refuse)
        .expand(expand);
}

}  // namespace sluice::stages
