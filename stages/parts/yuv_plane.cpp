#include "pipeline/core/yuv.hpp"
#include "stages/shared/filter.hpp"

namespace sluice::stages {
namespace {

struct YuvPlane {
    std::string plane = "y";
    YuvMatrix matrix = YuvMatrix::bt601;
    std::vector<double> levels{0, 1, 0, 1};
    Pixel pixel = Pixel::u8;
};

}  // namespace

// A part of to_yuv.
StageDef yuv_plane() {
    return point<YuvPlane>("yuv_plane", "Converts R G B to brightness, or to colour differences.")
        .internal()
        .param("plane", &YuvPlane::plane, "Channels of the result: y, or some of u and v.",
               choices{"y", "u", "v", "uv", "vu"})
        .param("matrix", &YuvPlane::matrix, "Weights of red and blue in the brightness.")
        .param("levels", &YuvPlane::levels,
               "Pixel values: of black, from black to white, of no colour, of all colour differences.",
               count(4, 4))
        .param("pixel", &YuvPlane::pixel, "The pixel type of the result.")
        .alpha([](const YuvPlane&) { return AlphaLane::apply; })
        .infer([](const YuvPlane& p, const StageInputs& inputs) {
            ImageFormat dst = in_pixel(inputs.image(), p.pixel);
            dst.channels = static_cast<int>(p.plane.size());
            dst.grey_alpha = false;
            dst.meant.reset();
            return dst;
        })
        .function("yuv_plane")
        .constants([](const YuvPlane& p, const StageInputs& inputs) {
            const YuvWeights w = weights_of(p.matrix);
            const double white = inputs.image().white_value();
            const double u = p.levels[3] / white / 2 / (1 - w.blue),
                         v = p.levels[3] / white / 2 / (1 - w.red);
            const auto channel = [&](std::size_t i) -> std::array<double, 4> {
                const char letter = p.plane[std::min(i, p.plane.size() - 1)];
                const double y = p.levels[1] / white;
                if (letter == 'y') return {y * w.red, y * w.green(), y * w.blue, p.levels[0]};
                if (letter == 'u') return {-u * w.red, -u * w.green(), u * (1 - w.blue), p.levels[2]};
                return {v * (1 - w.red), -v * w.green(), -v * w.blue, p.levels[2]};
            };
            std::vector<Constant> constants;
            for (std::size_t i = 0; i < 2; ++i) {
                const std::string of = i == 0 ? "first_" : "second_";
                const std::array<double, 4> row = channel(i);
                constants.push_back({of + "red", row[0]});
                constants.push_back({of + "green", row[1]});
                constants.push_back({of + "blue", row[2]});
                constants.push_back({of + "begin", row[3]});
            }
            return constants;
        });
}

}  // namespace sluice::stages
