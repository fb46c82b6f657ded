#include "pipeline/graph/gather.hpp"

#include <algorithm>

namespace sluice {

std::int64_t inside(std::int64_t i, std::int64_t size, EdgeRule rule) {
    if (i >= 0 && i < size) return i;
    switch (rule) {
        case EdgeRule::clamp: return std::clamp<std::int64_t>(i, 0, size - 1);
        case EdgeRule::wrap: return ((i % size) + size) % size;
        case EdgeRule::mirror: {
            if (size == 1) return 0;
            const std::int64_t period = 2 * (size - 1), at = ((i % period) + period) % period;
            return std::min(at, period - at);
        }
        case EdgeRule::constant: break;
    }
    return -1;
}

Interval inside(const Interval& wanted, std::int64_t size, EdgeRule rule) {
    if (wanted.first >= wanted.end) return {0, 0};
    const Interval own{std::max<std::int64_t>(wanted.first, 0), std::min(wanted.end, size)};
    if (own.first == wanted.first && own.end == wanted.end) return own;
    if (rule == EdgeRule::wrap) return {0, size};
    Interval all = own.first < own.end ? own : Interval{size, 0};
    const EdgeRule read = rule == EdgeRule::constant ? EdgeRule::clamp : rule;  // what kernels read for it
    const auto add = [&](std::int64_t i) {
        const std::int64_t at = inside(i, size, read);
        all = {std::min(all.first, at), std::max(all.end, at + 1)};
    };
    // Beyond an end, what stands for a run of columns lies between what stands for its ends, unless it turns.
    const bool turns = rule == EdgeRule::mirror && (wanted.first < -(size - 1) || wanted.end > 2 * size - 1);
    if (turns) return {0, size};
    if (wanted.first < 0)
        for (const std::int64_t i : {wanted.first, std::min<std::int64_t>(wanted.end, 0) - 1}) add(i);
    if (wanted.end > size)
        for (const std::int64_t i : {std::max(wanted.first, size), wanted.end - 1}) add(i);
    return all;
}

std::size_t RankFilter::pixels() const {
    std::size_t all = 0;
    for (const RowRun& run : runs) all += static_cast<std::size_t>(run.last - run.first + 1);
    return all;
}

RankFilter::Around RankFilter::around() const {
    Around all{runs.front().first, runs.front().y, runs.front().last, runs.back().y};
    for (const RowRun& run : runs) {
        all.left = std::min(all.left, run.first);
        all.right = std::max(all.right, run.last);
    }
    return all;
}

bool RankFilter::is_rectangle() const {
    for (std::size_t i = 0; i < runs.size(); ++i)
        if (runs[i] != RowRun{runs[0].y + static_cast<std::int64_t>(i), runs[0].first, runs[0].last})
            return false;
    return true;
}

RankFilter rank_of_rectangle(Rank rank, std::size_t reach_x, std::size_t reach_y) {
    RankFilter filter{rank, {}};
    const auto x = static_cast<std::int64_t>(reach_x), last = static_cast<std::int64_t>(reach_y);
    for (std::int64_t y = -last; y <= last; ++y) filter.runs.push_back({y, -x, x});
    return filter;
}

Interval Taps::footprint(const Interval& of) const {
    if (of.first >= of.end) return {0, 0};
    const auto width = static_cast<std::int64_t>(count);
    if (even) return {first_of(of.first), first_of(of.end - 1) + width};
    const auto at = [&](std::int64_t i) { return first.begin() + i; };
    const auto [least, most] = std::minmax_element(at(of.first), at(of.end));
    return {*least, *most + width};
}

}  // namespace sluice
