// Whether passes stay within rows: they read and write whole units, which rows are padded for.
#pragma once

#include "pipeline/plan/plan.hpp"

#include <string>
#include <variant>

namespace sluice::test {

// The first image whose rows end before a pass does, and that pass, or "". What has no padding (natural image
// objects, rows) is written up to its right edge.
inline std::string beyond_rows(const ExecutionPlan& plan) {
    const std::string define = "#define UNIT ";
    for (const PlannedStep& step : plan.steps) {
        const auto* launch = std::get_if<Launch>(&step);
        if (launch == nullptr || !launch->over_pixels) continue;
        const std::string& text = launch->program->source;
        if (text.find(define) == std::string::npos) continue;  // of a sequence: it goes by single pixels
        const std::size_t unit = std::stoul(text.substr(text.find(define) + define.size()));
        for (const auto* images : {&launch->reads, &launch->writes})
            for (const std::size_t i : *images) {
                const PlannedImage& image = plan.images[i];
                const std::size_t pixels = (image.format.width + unit - 1) / unit * unit;
                if (image.padded() && pixels * image.format.lane_bytes() > image.pitch)
                    return launch->stages + " goes " + std::to_string(pixels) + " pixels along " +
                           image.name + ", whose rows have " +
                           std::to_string(image.pitch / image.format.lane_bytes());
            }
    }
    return "";
}

}  // namespace sluice::test
