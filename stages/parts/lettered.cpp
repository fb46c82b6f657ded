#include "stages/shared/light.hpp"

namespace sluice::stages {
namespace {

struct Lettered {
    std::int64_t x = 0, y = 0;
    std::int64_t width = 1, height = 1;
    std::vector<double> color{0, 0, 0, 0};
};

}  // namespace

// A part of text: what lies over the image, whose size it has.
StageDef lettered() {
    return point<Lettered>("lettered", "Provides an image of text.")
        .internal()
        .table_in("letters", "How much of each pixel is covered, row by row.", {"coverage"})
        .param("x", &Lettered::x, "Column at which the text begins.", unit("px"))
        .param("y", &Lettered::y, "Row at which the text begins.", unit("px"))
        .param("width", &Lettered::width, "Size of the text.", at_least(1), unit("px"))
        .param("height", &Lettered::height, "Size of the text.", at_least(1), unit("px"))
        .param("color", &Lettered::color, "The pixel value of each lane.", count(4, 4))
        .alpha([](const Lettered&) { return AlphaLane::apply; })
        .infer([](const Lettered&, const StageInputs& inputs) {
            ImageFormat dst = moved(inputs.image());
            const bool grey = dst.colors() == 1;
            dst.white = dst.white_value();
            if (is_signed_integer(dst.pixel)) dst.pixel = real_of(dst.pixel);
            dst.channels = grey ? 2 : 4;
            dst.grey_alpha = grey;
            return dst;
        })
        .function("lettered")
        .constants([](const Lettered& p, const StageInputs& inputs) -> std::vector<Constant> {
            return {{"ink_0", p.color[0]},
                    {"ink_1", p.color[1]},
                    {"ink_2", p.color[2]},
                    {"ink_3", p.color[3]},
                    {"levels", static_cast<double>(inputs.tables.at(1)->fields.front().count)}};
        });
}

}  // namespace sluice::stages
