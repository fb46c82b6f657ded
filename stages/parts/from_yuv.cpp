#include "pipeline/core/yuv.hpp"
#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {
namespace {

struct FromYuv {
    YuvMatrix matrix = YuvMatrix::bt601;
    std::vector<double> levels{0, 1, 0, 1};
    bool turned = false;
    Pixel pixel = Pixel::u8;
    double white = 0;
};

}  // namespace

// A part of yuv: of planes in one size, or of one image with all three.
StageDef from_yuv() {
    return PointBuilder<FromYuv>("from_yuv", "Converts brightness and colour differences to R G B.")
        .internal()
        .image_in("src", "Brightness, or all three.")
        .image_in("chroma", "One colour difference, or both.", true)
        .image_in("chroma_2", "The other colour difference.", true)
        .image_out("dst", "The result.")
        .param("matrix", &FromYuv::matrix, "Weights of red and blue in the brightness.")
        .param("levels", &FromYuv::levels,
               "Pixel values: of black, from black to white, of no colour, of all colour differences.",
               count(4, 4))
        .param("turned", &FromYuv::turned, "Whether the second of two channels of colour differences is U.")
        .param("pixel", &FromYuv::pixel, "The pixel type of the result.")
        .param("white", &FromYuv::white, "White of the result; 0 is the default of the pixel type.",
               at_least(0))
        .alpha([](const FromYuv&) { return AlphaLane::apply; })
        .infer([](const FromYuv& p, const StageInputs& inputs) {
            ImageFormat dst = inputs.image();
            dst.channels = 3;
            dst.pixel = p.pixel;
            dst.white = p.white;
            dst.space = Space::encoded;
            dst.model = Model::rgb;
            dst.meant.reset();
            return dst;
        })
        .function([](const FromYuv&, const StageInputs& inputs) -> KernelFunction {
            if (inputs.images.at(2)) return {"from_yuv", "from_yuv_of_three"};
            return {"from_yuv", inputs.images.at(1) ? "from_yuv_of_two" : "from_yuv"};
        })
        .constants([](const FromYuv& p, const StageInputs& inputs) {
            const auto [red, blue] = weights_of(p.matrix);
            const double green = weights_of(p.matrix).green();
            const double white = p.white > 0 ? p.white : default_white(p.pixel);
            const double of_chroma = white / p.levels[3];
            std::vector<Constant> constants{{"black", p.levels[0]},
                                            {"neutral", p.levels[2]},
                                            {"of_luma", white / p.levels[1]},
                                            {"red_v", of_chroma * 2 * (1 - red)},
                                            {"green_u", -of_chroma * 2 * (1 - blue) * blue / green},
                                            {"green_v", -of_chroma * 2 * (1 - red) * red / green},
                                            {"blue_u", of_chroma * 2 * (1 - blue)}};
            const auto& chroma = inputs.images.at(1);
            if (!chroma || inputs.images.at(2)) return constants;
            const double second = chroma->has_alpha() ? 3 : 1;
            constants.push_back({"u_lane", p.turned ? second : 0});
            constants.push_back({"v_lane", p.turned ? 0 : second});
            return constants;
        });
}

}  // namespace sluice::stages
