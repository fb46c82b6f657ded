#include "pipeline/run/kept_tables.hpp"

#include <algorithm>

namespace sluice {

// Of each frame on its way there are two states: what it reads may be nobody's any more, since frames end in
// any order.
KeptTables::KeptTables(const Device& device, const ExecutionPlan& plan, std::size_t frames) : plan_(plan) {
    for (std::size_t i = 0; i < plan.tables.size(); ++i)
        if (plan.tables[i].kept) tables_.push_back(i);
    if (tables_.empty()) return;
    states_.resize(1 + 2 * frames);
    for (State& state : states_)
        for (const std::size_t table : tables_)
            state.push_back(Memory::buffer(device, plan.tables[table].bytes, plan.tables[table].name));
    frames_.reserve(frames);
}

RecycledVector<Event> KeptTables::begin(std::size_t frame, FrameMemory& memory, Queue& compute) {
    RecycledVector<Event> zeroing;
    if (tables_.empty()) return zeroing;
    const std::lock_guard lock(mutex_);
    std::size_t made = 1;
    while (!is_free(made)) ++made;
    for (std::size_t i = 0; i < tables_.size(); ++i) {
        const PlannedTable& table = plan_.tables[tables_[i]];
        memory.keep(tables_[i], states_[made][i], states_[latest_][i]);
        if (!zero_) zeroing.push_back(compute.fill_zero(states_[0][i], table.bytes, table.name));
    }
    frames_.push_back({frame, latest_, made, counting_});
    if (counting_) latest_ = made;
    return zeroing;
}

void KeptTables::end(std::size_t frame, bool succeeded) {
    const std::lock_guard lock(mutex_);
    const auto ended =
        std::find_if(frames_.begin(), frames_.end(), [&](const OnItsWay& f) { return f.frame == frame; });
    if (ended == frames_.end()) return;
    zero_ = zero_ || succeeded;
    if (!succeeded && ended->counts) {
        latest_ = ended->before;
        for (auto behind = ended; behind != frames_.end(); ++behind) behind->counts = false;
    }
    frames_.erase(ended);
}

void KeptTables::reset() {
    const std::lock_guard lock(mutex_);
    latest_ = 0;
    for (OnItsWay& frame : frames_) frame.counts = false;
}

void KeptTables::count(bool counting) {
    const std::lock_guard lock(mutex_);
    counting_ = counting;
}

std::size_t KeptTables::device_bytes() const {
    std::size_t bytes = 0;
    for (const State& state : states_)
        for (const Memory& table : state) bytes += table.bytes();
    return bytes;
}

bool KeptTables::is_free(std::size_t state) const {
    return state != latest_ && std::none_of(frames_.begin(), frames_.end(), [&](const OnItsWay& frame) {
               return frame.before == state || frame.made == state;
           });
}

}  // namespace sluice
