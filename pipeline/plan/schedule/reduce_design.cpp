#include "pipeline/plan/schedule/reduce_design.hpp"

#include <algorithm>
#include <array>

namespace sluice {

bool ReduceDesign::places() const {
    return layout.find("min_at") != nullptr || layout.find("max_at") != nullptr;
}

std::size_t ReduceDesign::channel_bytes() const {
    std::size_t bytes = 0;
    for (const Quantity& q : quantities) bytes += q.bytes();
    return bytes;
}

bool counts_keys(const Reduction& reduction, const ImageFormat& format) {
    const Pixel pixel = counted_pixel(reduction, format);
    if (!is_integer(pixel) || bytes(pixel) > 2) return false;
    const std::array<double, 2> all{lowest(pixel), highest(pixel)};
    const std::size_t levels = std::size_t{1} << (8 * bytes(pixel));
    return reduction.digit || (reduction.bins == levels && reduction.range.value_or(all) == all);
}

bool few_bins(const TableLayout& layout) {
    const Field* histogram = layout.find("histogram");
    return histogram == nullptr || histogram->count * layout.channels.size() <= 8192;
}

bool last_group_adds_bins(const FinishChoice& finish, const ReduceDesign& reduce, bool in_strips) {
    return finish.last_group && few_bins(reduce.layout) && !in_strips;
}

void share_local_memory(std::vector<ReduceDesign>& reduces, const DeviceFacts& device) {
    std::size_t taken = 0;
    for (ReduceDesign& reduce : reduces) {
        reduce.local_bins = 2 * (taken + reduce.bins_bytes()) <= device.local_bytes;
        if (reduce.local_bins) taken += reduce.bins_bytes();
    }
}

std::size_t ways_of_bins(const ReduceDesign& reduce) {
    constexpr std::size_t bins_in_turns = 3072, most_ways = 4;
    return std::clamp<std::size_t>(bins_in_turns / std::max<std::size_t>(reduce.all_bins(), 1), 1, most_ways);
}

void place_bins(ReduceDesign& reduce, const PassShape& shape) {
    reduce.bins_in = shape.alone ? BinsIn::own_copy : reduce.local_bins ? BinsIn::local : BinsIn::global;
    if (reduce.bins_in != BinsIn::own_copy) return;
    reduce.bins_ways = ways_of_bins(reduce);
    reduce.bins_copies = shape.layer_groups * reduce.bins_ways;
}

}  // namespace sluice
