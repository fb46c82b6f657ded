#include "pipeline/plan/primitives/row_lines.hpp"

#include <algorithm>

namespace sluice {
namespace {

struct Extent {
    std::int64_t first = 0, last = 0;
};

double weight(const Taps& taps, std::size_t output, std::int64_t source) {
    const std::int64_t k = source - taps.first_of(static_cast<std::int64_t>(output));
    if (k < 0 || k >= static_cast<std::int64_t>(taps.count)) return 0;
    return taps.weights[(taps.even ? 0 : output * taps.count) + static_cast<std::size_t>(k)];
}

// The source lines of each output without those that it weighs with 0 at its end: images end within a filter.
// No output is complete before the one above it.
std::vector<Extent> extents(const Taps& taps, std::size_t outputs) {
    std::vector<Extent> all(outputs);
    for (std::size_t i = 0; i < outputs; ++i) {
        const std::int64_t first = taps.first_of(static_cast<std::int64_t>(i));
        std::int64_t last = first + static_cast<std::int64_t>(taps.count) - 1;
        while (last > first && weight(taps, i, last) == 0) --last;
        all[i] = {first, i > 0 ? std::max(last, all[i - 1].last) : last};
    }
    return all;
}

std::size_t at_once(const std::vector<Extent>& extents) {
    std::size_t most = 1;
    for (std::size_t i = 0, end = 0; i < extents.size(); ++i) {
        while (end < extents.size() && extents[end].first <= extents[i].last) ++end;
        most = std::max(most, end - i);
    }
    return most;
}

// Adds the lines of outputs from `begin` to before `end`: each is complete when it has its last one, those of
// a block together.
void add_lines(RowLines& turned, const Taps& taps, const std::vector<Extent>& extents, std::size_t begin,
               std::size_t end, bool block) {
    std::size_t output = begin, begun = begin;
    for (std::int64_t y = extents[begin].first; output < end; ++y) {
        y = std::max(y, extents[output].first);  // those between are nobody's
        const auto number = static_cast<std::int32_t>(turned.lines.size());
        RowLines::Line line{static_cast<std::int32_t>(y), static_cast<std::int32_t>(output), 0};
        for (std::size_t o = 0; o < turned.open; ++o)
            turned.weights.push_back(output + o < end ? weight(taps, output + o, y) : 0);
        for (; begun < end && extents[begun].first <= y; ++begun) turned.outputs[begun].first_line = number;
        for (; output < end && extents[block ? end - 1 : output].last <= y; ++output, ++line.ends)
            turned.outputs[output].last_line = number;
        turned.lines.push_back(line);
    }
}

}  // namespace

std::size_t open_at_once(const Taps& taps, std::size_t outputs) {
    return taps.even ? taps.count : at_once(extents(taps, outputs));
}

std::size_t usual_open(const Taps& taps, std::size_t outputs) {
    if (taps.even) return taps.count;
    const std::size_t exact = at_once(extents(taps, outputs));
    for (const std::size_t open : {1, 2, 3, 4, 6})
        if (exact <= open) return open;
    return (exact + 7) / 8 * 8;
}

RowLines row_lines(const Taps& taps, std::size_t outputs, std::size_t open) {
    RowLines turned;
    if (taps.even && taps.count <= open) {
        turned.open = taps.count;
        turned.even = true;
        return turned;
    }
    const std::vector<Extent> all = extents(taps, outputs);
    turned.open = open;
    turned.outputs.resize(outputs);
    const bool blocks = at_once(all) > open;
    const std::size_t step = blocks ? open : outputs;
    for (std::size_t begin = 0; begin < outputs; begin += step)
        add_lines(turned, taps, all, begin, std::min(begin + step, outputs), blocks);
    for (std::size_t i = 0; i < outputs; ++i) {
        turned.outputs[i].first_source = static_cast<std::int32_t>(all[i].first);
        turned.outputs[i].last_source = static_cast<std::int32_t>(all[i].last);
    }
    // Behind the last one, for those who look what is complete.
    turned.lines.push_back({turned.lines.back().source, static_cast<std::int32_t>(outputs), 0});
    turned.weights.resize(turned.lines.size() * turned.open);
    return turned;
}

std::size_t RowLines::most_ends(std::size_t lines_in_a_row) const {
    if (even) return lines_in_a_row;
    std::size_t most = 0, sum = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        sum += static_cast<std::size_t>(lines[i].ends);
        if (i >= lines_in_a_row) sum -= static_cast<std::size_t>(lines[i - lines_in_a_row].ends);
        most = std::max(most, sum);
    }
    return most;
}

std::size_t RowLines::most_lines(std::size_t outputs_in_a_row) const {
    std::int32_t most = 0;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        const Output& last = outputs[std::min(i + outputs_in_a_row, outputs.size()) - 1];
        most = std::max(most, last.last_line - outputs[i].first_line + 1);
    }
    return static_cast<std::size_t>(most);
}

}  // namespace sluice
