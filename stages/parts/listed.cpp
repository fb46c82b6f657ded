#include "stages/shared/lists.hpp"

namespace sluice::stages {
namespace {

struct Listed {
    std::int64_t most = 65535;
};

TableLayout listed_fields(const Listed& p, const StageInputs& inputs) {
    std::vector<Field> fields{{"x", FieldType::u32}, {"y", FieldType::u32}};
    if (inputs.images[1]) {
        const Pixel pixel = real_of(inputs.image(1).pixel);
        fields.push_back({"value", pixel == Pixel::f64 ? FieldType::f64 : FieldType::f32});
    }
    return list_layout(p.most, std::move(fields));
}

SequencePlan listed_kernels(const Listed&, const StageInputs& inputs, const Workers& workers) {
    const Parts parts(inputs.image(), workers, 256);
    const std::size_t chunks = ceil_div(parts.count, counts_chunk);
    SequencePlan plan;
    plan.kernels = {{"listed_count", parts.items, parts.group},
                    {"listed_chunks", std::min(chunks, parts.items), parts.group},
                    {"listed_all", 1},
                    {inputs.images[1] ? "listed_entries_of" : "listed_entries", parts.items, parts.group}};
    plan.scratch = {{"counts", parts.count * sizeof(std::uint32_t)},
                    {"chunks", chunks * sizeof(std::uint32_t)}};
    plan.constants = {parts.segment_constant(), {"parts", static_cast<double>(parts.count)}};
    return plan;
}

}  // namespace

// A part of stages that find places: a pass makes a mask of these, and this lists them.
StageDef listed() {
    return sequence<Listed>("listed", "Lists the pixels of a mask that are not 0.")
        .internal()
        .image_in("of", "Image whose values are listed.", true)
        .table_out("list", "List of places, in scan order.", {"x", "y", "value"})
        .param("most", &Listed::most, "Entries that the list holds.",
               range(1, static_cast<double>(most_of_list)))
        .observed({"x", "y", "value"})
        .warning(more_than_most())
        .layout(listed_fields)
        .kernels(listed_kernels)
        .function("listed");
}

}  // namespace sluice::stages
