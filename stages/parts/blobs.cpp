#include "stages/shared/lists.hpp"

namespace sluice::stages {
namespace {

struct Blobs {
    std::int64_t most = 65535;
};

TableLayout layout(const Blobs& p, const StageInputs& inputs) {
    std::vector<Field> fields{{"area", FieldType::u32},  {"x", FieldType::u32},      {"y", FieldType::u32},
                              {"width", FieldType::u32}, {"height", FieldType::u32}, {"cx", FieldType::f64},
                              {"cy", FieldType::f64}};
    if (inputs.images[2]) fields.push_back({"mean", FieldType::f64});
    return list_layout(p.most, std::move(fields));
}

SequencePlan plan(const Blobs& p, const StageInputs& inputs, const Workers& workers) {
    constexpr std::size_t sums_bytes = 48;  // blobs_sums of kernels/blobs.cl
    constexpr std::size_t most_bytes = std::size_t{1} << 28;
    const ImageFormat& src = inputs.image();
    const auto most = static_cast<std::size_t>(p.most);
    const Parts parts(src, workers, 32);
    const std::size_t room = std::max<std::size_t>(1, most_bytes / (most * sums_bytes));
    constexpr std::size_t copies = 16;  // of items side by side
    const std::size_t parts_of_sums =
        workers.along ? std::min({src.height, 2 * workers.compute_units, room}) : std::min(copies, room);
    SequencePlan plan;
    plan.constants = {{"parts", static_cast<double>(parts_of_sums)}};
    const std::string of = inputs.images[2] ? "_of" : "";
    if (workers.along)
        plan.kernels = {{"blobs_strips" + of, parts_of_sums}};
    else
        plan.kernels = {{"blobs_begin", most * parts_of_sums, parts.group},
                        {"blobs_segments" + of, parts.items, parts.group}};
    plan.kernels.push_back({"blobs_end",
                            workers.along ? 2 * workers.compute_units : std::min<std::size_t>(most, 1 << 16),
                            parts.group});
    plan.scratch = {{"sums", parts_of_sums * most * sums_bytes},
                    {"tops", parts_of_sums * sizeof(std::uint32_t), true}};
    if (workers.along) {
        const std::size_t run_room = (src.width + 4) / 2 * 2;
        plan.scratch.push_back({"runs", parts_of_sums * run_room * sizeof(std::uint32_t)});
        plan.constants.push_back({"room", static_cast<double>(run_room)});
    }
    return plan;
}

}  // namespace

// A part of label.
StageDef blobs() {
    return sequence<Blobs>("blobs", "Measures the pixels of each label.")
        .internal()
        .image_in("mask", "Mask in which each run of pixels has one label, or none.")
        .image_in("of", "Image of integers whose mean is measured.", true)
        .table_out("blobs", "List with a row for each label.",
                   {"area", "x", "y", "width", "height", "cx", "cy", "mean"})
        .param("most", &Blobs::most, "Labels that are measured.", range(1, static_cast<double>(most_of_list)))
        .observed({"area", "x", "y", "width", "height", "cx", "cy", "mean"})
        .warning(more_than_most())
        .layout(layout)
        .kernels(plan)
        .function("blobs");
}

}  // namespace sluice::stages
