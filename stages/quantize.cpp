#include "pipeline/core/message.hpp"
#include "pipeline/graph/stage_builder.hpp"

#include <cstdint>

namespace sluice::stages {
namespace {

struct Quantize {
    double scale = 1;
    std::int64_t zero_point = 0;
    Pixel pixel = Pixel::i8;
};

std::string fault(const Quantize& p) {
    const auto zero = static_cast<double>(p.zero_point);
    if (zero >= lowest(p.pixel) && zero <= highest(p.pixel)) return "";
    return "zero_point " + std::to_string(p.zero_point) + " is no number of " + std::string(name(p.pixel)) +
           ", which holds " + number_text(lowest(p.pixel)) + " to " + number_text(highest(p.pixel));
}

}  // namespace

StageDef quantize() {
    return point<Quantize>("quantize",
                           "Makes small integers of numbers, as quantized neural networks take them: each "
                           "becomes round(number / scale) + zero_point, as by QuantizeLinear of ONNX. Halves "
                           "become even; what the type does not hold becomes its lowest or highest number. "
                           "Integers count as the numbers that they are, alpha as a colour, NaN as 0. The "
                           "result is plain numbers, which NPY files hold.")
        .also({{"QuantizeLinear", "0.02"}})
        .example("0.0187 zero_point=-14")
        .param("scale", &Quantize::scale, "The number that one step stands for.", range(1e-12, 1e12))
        .param("zero_point", &Quantize::zero_point, "What 0 becomes.", range(-32768, 65535))
        .param("pixel", &Quantize::pixel, "The pixel type of the result.", choices{"i8", "u8", "i16", "u16"})
        .check(fault)
        .alpha([](const Quantize&) { return AlphaLane::apply; })
        .finite_of_integers()
        .infer([](const Quantize& p, const StageInputs& inputs) {
            ImageFormat dst = inputs.image();
            dst.pixel = p.pixel;
            dst.white = 0;
            dst.space = Space::data;
            dst.meant.reset();
            return dst;
        })
        .function("quantize");
}

}  // namespace sluice::stages
