#include "stages/shared/lists.hpp"

namespace sluice::stages {
namespace {

struct Blobs {
    std::int64_t most = 65535;
};

bool of_reals(const StageInputs& inputs) { return inputs.images[2] && !is_integer(inputs.image(2).pixel); }

TableLayout layout(const Blobs& p, const StageInputs& inputs) {
    std::vector<Field> fields{{"area", FieldType::u32},  {"x", FieldType::u32},      {"y", FieldType::u32},
                              {"width", FieldType::u32}, {"height", FieldType::u32}, {"cx", FieldType::f64},
                              {"cy", FieldType::f64}};
    if (inputs.images[2]) fields.push_back({"mean", FieldType::f64});
    if (of_reals(inputs)) fields.push_back({"count", FieldType::u32});
    return list_layout(p.most, std::move(fields));
}

// fixed_sum of kernels/fixed_sum.clh: as many as the number of pixels allows.
int bits_of_sums(const ImageFormat& src) {
    int bits = 62;
    for (std::size_t pixels = 1; pixels < src.width * src.height; pixels *= 2) --bits;
    return bits;
}

SequencePlan plan(const Blobs& p, const StageInputs& inputs, const Workers& workers) {
    constexpr std::size_t most_bytes = std::size_t{1} << 28;
    const ImageFormat& src = inputs.image();
    const bool reals = of_reals(inputs);
    const std::size_t sums_bytes = reals ? 56 : 48;  // blobs_sums of kernels/blobs.cl
    const auto most = static_cast<std::size_t>(p.most);
    const Parts parts(src, workers, 32);
    const std::size_t room = std::max<std::size_t>(1, most_bytes / (most * sums_bytes));
    constexpr std::size_t copies = 16;  // of items side by side
    const std::size_t parts_of_sums =
        workers.along ? std::min({src.height, 2 * workers.compute_units, room}) : std::min(copies, room);
    const std::size_t rows_at_once =
        workers.along ? 2 * workers.compute_units : std::min<std::size_t>(most, 1 << 16);
    SequencePlan plan;
    plan.constants = {{"parts", static_cast<double>(parts_of_sums)}};
    plan.scratch = {{"sums", parts_of_sums * most * sums_bytes},
                    {"tops", parts_of_sums * sizeof(std::uint32_t), true}};
    if (!workers.along) plan.kernels = {{"blobs_begin", most * parts_of_sums, parts.group}};
    const std::string ways = workers.along ? "blobs_strips" : "blobs_segments";
    const auto over_pixels = [&](const std::string& what) {
        plan.kernels.push_back({ways + what, workers.along ? parts_of_sums : parts.items, parts.group});
    };
    over_pixels(reals ? "_of_reals" : inputs.images[2] ? "_of" : "");
    if (reals) over_pixels("_sums");
    plan.kernels.push_back({"blobs_end", rows_at_once, parts.group});
    if (reals) {
        plan.kernels.push_back({"blobs_means", rows_at_once, parts.group});
        plan.scratch.push_back({"greatest", most * sizeof(std::uint32_t), true});
        plan.constants.push_back({"bits", static_cast<double>(bits_of_sums(src))});
    }
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
        .image_in("of", "Image whose mean is measured.", true)
        .table_out("blobs", "List with a row for each label.",
                   {"area", "x", "y", "width", "height", "cx", "cy", "mean", "count"})
        .param("most", &Blobs::most, "Labels that are measured.", range(1, static_cast<double>(most_of_list)))
        .observed({"area", "x", "y", "width", "height", "cx", "cy", "mean", "count"})
        .warning(more_than_most())
        .layout(layout)
        .kernels(plan)
        .function("blobs");
}

}  // namespace sluice::stages
