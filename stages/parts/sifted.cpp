#include "stages/shared/lists.hpp"

namespace sluice::stages {
namespace {

struct Sifted {
    std::int64_t area_min = 1, area_max = most_area;
};

SequencePlan plan(const Sifted&, const StageInputs& inputs, const Workers& workers) {
    const ImageFormat& src = inputs.image();
    const Parts parts(src, workers, 32);
    const std::size_t labels = src.width * src.height / 2 + 2;  // that there can be, with 0
    const std::size_t chunks = ceil_div(labels, counts_chunk);
    SequencePlan plan;
    plan.kernels = {{"sifted_areas", parts.items, parts.group},
                    {"sifted_count", std::min(chunks, parts.items), parts.group},
                    {"sifted_all", 1},
                    {"sifted_labels", parts.items, parts.group}};
    plan.scratch = {{"areas", labels * sizeof(std::uint32_t), true},
                    {"last", sizeof(std::uint32_t), true},
                    {"chunks", chunks * sizeof(std::uint32_t)}};
    plan.constants = {parts.segment_constant()};
    return plan;
}

}  // namespace

// A part of label.
StageDef sifted() {
    return sequence<Sifted>("sifted", "Keeps the blobs of an area, and numbers them anew.")
        .internal()
        .image_out("dst", "Labels of the blobs that are kept; 0 elsewhere.")
        .param("area_min", &Sifted::area_min, "Least area.", range(0, static_cast<double>(most_area)),
               unit("px"))
        .param("area_max", &Sifted::area_max, "Greatest area.", range(0, static_cast<double>(most_area)),
               unit("px"))
        .infer([](const Sifted&, const StageInputs& inputs) { return inputs.image(); })
        .kernels(plan)
        .function("sifted");
}

}  // namespace sluice::stages
