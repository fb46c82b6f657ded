#include "pipeline/plan/schedule/reduce_design.hpp"

namespace sluice {

bool ReduceDesign::places() const {
    return layout.find("min_at") != nullptr || layout.find("max_at") != nullptr;
}

std::size_t ReduceDesign::channel_bytes() const {
    std::size_t bytes = 0;
    for (const Quantity& q : quantities) bytes += q.bytes();
    return bytes;
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

void place_bins(ReduceDesign& reduce, const PassShape& shape) {
    reduce.bins_in = shape.alone ? BinsIn::own_copy : reduce.local_bins ? BinsIn::local : BinsIn::global;
    reduce.bins_copies = reduce.bins_in == BinsIn::own_copy ? shape.layer_groups : 1;
}

}  // namespace sluice
