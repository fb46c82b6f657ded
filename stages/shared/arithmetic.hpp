// Stages that compute each colour from that of a second image, or from a number: kernels/arithmetic.cl.
#pragma once

#include "pipeline/graph/per_channel.hpp"
#include "stages/shared/second.hpp"

#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace sluice::stages {

struct Arithmetic {
    std::optional<CodeValues> value;
};

enum class Factor { no, yes };  // whether white of `b` is 1, a factor

// `beside`: what else is wrong with both images, or with the first alone.
inline PointBuilder<Arithmetic> arithmetic(
    const std::string& name, const std::string& summary, Factor factor = Factor::no,
    const std::function<std::string(const Arithmetic&, const StageInputs&)>& beside = {}) {
    return PointBuilder<Arithmetic>(name, summary)
        .image_in("a", "The image.")
        .image_in(
            "b",
            "Image of the same size. Its values are converted to the white and the channels of the first.",
            true)
        .image_out("dst", "The result, in the format of the first image and with its alpha.")
        .example("value=20")
        .param("value", &Arithmetic::value,
               "Number to use instead of the second image: one for all colours, or one for each.",
               count(1, 3), keyword("none"), live)
        .refuse([beside](const Arithmetic& p, const StageInputs& inputs) -> std::string {
            const ImageFormat& a = inputs.image();
            const auto& b = inputs.images.at(1);
            if (b.has_value() == p.value.has_value())
                return b ? "it has both a second image and value=; give one of them"
                         : "it needs a second image (from=a,b) or value=";
            if (p.value && p.value->size() > 1 && static_cast<int>(p.value->size()) != a.colors())
                return "value= must be one number, or one for each colour of " + a.text() + ", not " +
                       std::to_string(p.value->size());
            const std::string fault = b ? apart(a, *b) : "";
            return !fault.empty() || !beside ? fault : beside(p, inputs);
        })
        .function([name](const Arithmetic& p, const StageInputs&) {
            return KernelFunction{"arithmetic", "arithmetic_" + name + (p.value ? "_value" : "")};
        })
        .constants([factor](const Arithmetic& p, const StageInputs& inputs) {
            const ImageFormat& a = inputs.image();
            const auto& b = inputs.images.at(1);
            std::vector<Constant> constants{{"whole", is_integer(a.pixel) ? 1.0 : 0.0},
                                            {"white_b", b ? b->white_value() : 1}};
            if (p.value) put_per_channel(constants, "value", p.value->in(a.white_value()));
            if (!b) return constants;
            for (const Constant& constant : second_constants(a, *b)) constants.push_back(constant);
            if (factor == Factor::yes) constants[2].value = 1;
            return constants;
        });
}

// Of bits, which only integers have, and only those of one type together.
inline PointBuilder<Arithmetic> of_bits(const std::string& name, const std::string& summary) {
    return arithmetic(
        name, summary, Factor::yes, [](const Arithmetic& p, const StageInputs& inputs) -> std::string {
            const ImageFormat& a = inputs.image();
            const auto& b = inputs.images.at(1);
            if (!is_integer(a.pixel))
                return "works on bits, which " + a.text() + " does not have; put convert pixel= before it";
            if (b && (b->pixel != a.pixel || (a.colors() == 1 && b->colors() != 1)))
                return "works on bits, but those of " + a.text() + " and " + b->text() +
                       " differ; convert one of them first";
            const auto value = p.value ? p.value->in(a.white_value()) : std::vector<double>();
            for (const double v : value)
                if (v != std::floor(v) || v < lowest(a.pixel) || v > highest(a.pixel))
                    return "value= must be an integer that " + std::string(sluice::name(a.pixel)) +
                           " can hold, not " + number_text(v);
            return "";
        });
}

}  // namespace sluice::stages
