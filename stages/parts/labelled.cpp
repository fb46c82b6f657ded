#include "stages/shared/lists.hpp"

namespace sluice::stages {
namespace {

struct Labelled {
    int connectivity = 8;
};

ImageFormat labels_of(const ImageFormat& mask) {
    return {mask.width, mask.height, 1, Pixel::i32, Space::data};
}

SequencePlan along(const ImageFormat& src, bool diagonal, const Workers& workers) {
    const std::size_t pairs = src.height / 2 + 1;  // of rows
    const std::size_t strips = std::min(pairs, 4 * workers.compute_units);
    const std::size_t room = (src.width + 4) / 2 * 2;  // numbers of the runs of a row
    // Roots in a row, on average of two rows: where diagonal neighbours belong together, both have as many as
    // one. One more is written, and not kept.
    const std::size_t root_room = (src.width + 1) / (diagonal ? 4 : 2) + 1;
    SequencePlan plan;
    plan.kernels = {{"labelled_strips", strips},
                    {"labelled_strips_join", 1},
                    {"labelled_strips_number", strips},
                    {"labelled_strips_lead", 1},
                    {"labelled_strips_fill", strips}};
    plan.scratch = {{"runs", strips * 2 * room * sizeof(std::uint32_t)},
                    {"roots", 2 * pairs * root_room * sizeof(std::uint32_t)},
                    {"counts", strips * sizeof(std::uint32_t)},
                    {"left", strips * sizeof(std::uint32_t)},
                    {"joined", (strips * room / 2 + 1) * sizeof(std::uint32_t)}};
    plan.constants = {{"strips", static_cast<double>(strips)},
                      {"room", static_cast<double>(room)},
                      {"root_room", static_cast<double>(root_room)}};
    return plan;
}

SequencePlan side_by_side(const ImageFormat& src, const Workers& workers) {
    const Parts segments(src, workers, 16), blocks(src, workers, 256);
    const std::size_t chunks = ceil_div(blocks.count, counts_chunk);
    SequencePlan plan;
    plan.kernels = {{"labelled_link", segments.items, segments.group},
                    {"labelled_merge", segments.items, segments.group},
                    {"labelled_shorten", segments.items, segments.group},
                    {"labelled_count", blocks.items, blocks.group},
                    {"labelled_chunks", chunks, blocks.group},
                    {"labelled_all", 1},
                    {"labelled_number", blocks.items, blocks.group},
                    {"labelled_fill", std::min<std::size_t>(src.width * src.height, 1 << 20), blocks.group}};
    plan.scratch = {{"counts", blocks.count * sizeof(std::uint32_t)},
                    {"chunks", chunks * sizeof(std::uint32_t)}};
    plan.constants = {{"parts", static_cast<double>(blocks.count)}};
    return plan;
}

}  // namespace

// A part of label.
StageDef labelled() {
    return sequence<Labelled>("labelled", "Numbers the connected components of a mask of 8 bits.")
        .internal()
        .image_out("dst", "Label of each pixel; 0 where the mask is 0.")
        .param("connectivity", &Labelled::connectivity, "Neighbours of a pixel: 4 or 8.", range(4, 8))
        .infer([](const Labelled&, const StageInputs& inputs) { return labels_of(inputs.image()); })
        .kernels([](const Labelled& p, const StageInputs& inputs, const Workers& workers) {
            return workers.along ? along(inputs.image(), p.connectivity == 8, workers)
                                 : side_by_side(inputs.image(), workers);
        })
        .function("labelled");
}

}  // namespace sluice::stages
