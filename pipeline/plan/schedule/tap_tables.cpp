#include "pipeline/plan/schedule/tap_tables.hpp"

#include "pipeline/core/ceil_div.hpp"
#include "pipeline/plan/primitives/used_taps.hpp"
#include "pipeline/plan/schedule/given_tables.hpp"
#include "pipeline/plan/text.hpp"

#include <algorithm>
#include <utility>

namespace sluice {
namespace {

// Float holds every column, row and line up to 2^24, which no device's images reach.
std::vector<double> numbers_of(const Taps& taps, double scale) {
    std::vector<double> numbers(taps.first.begin(), taps.first.end());
    for (std::size_t k = 0; k < taps.count; ++k)
        for (std::size_t i = 0; i < taps.first.size(); ++i)
            numbers.push_back(taps.weights[i * taps.count + k] * scale);
    return numbers;
}

std::vector<double> numbers_of(const RowLines& rows, double scale) {
    std::vector<double> numbers;
    const auto add = [&](std::int32_t number) { numbers.push_back(number); };
    for (const RowLines::Output& o : rows.outputs) {
        add(o.first_line);
        add(o.last_line);
        add(o.first_source);
        add(o.last_source);
    }
    for (std::size_t i = 0; i < rows.lines.size(); ++i) {
        add(rows.lines[i].source);
        add(rows.lines[i].output);
        add(rows.lines[i].ends);
        for (std::size_t o = 0; o < rows.open; ++o)
            numbers.push_back(rows.weights[i * rows.open + o] * scale);
    }
    return numbers;
}

// To the next of 1 2 3 ... 12 14 16 ... 24 28 32 ...
std::size_t rounded_count(std::size_t count) {
    std::size_t step = 1;
    while (count > 12 * step) step *= 2;
    return ceil_div(count, step) * step;
}

void pad(Taps& taps) {
    if (taps.even) return;
    const std::size_t count = rounded_count(taps.count);
    std::vector<double> weights;
    weights.reserve(taps.first.size() * count);
    for (std::size_t i = 0; i < taps.first.size(); ++i) {
        const auto from = taps.weights.begin() + static_cast<std::ptrdiff_t>(i * taps.count);
        weights.insert(weights.end(), from, from + static_cast<std::ptrdiff_t>(taps.count));
        weights.resize((i + 1) * count);
    }
    taps.count = count;
    taps.weights = std::move(weights);
}

}  // namespace

Separable padded_taps(const Primitives& graph, const Primitive& gather) {
    Separable taps = used_taps(graph, gather);
    pad(taps.columns);
    pad(taps.rows);
    return taps;
}

bool has_zero(const Separable& taps) {
    const auto zero = [](double weight) { return static_cast<float>(weight) == 0; };
    return std::any_of(taps.columns.weights.begin(), taps.columns.weights.end(), zero) ||
           std::any_of(taps.rows.weights.begin(), taps.rows.weights.end(), zero);
}

TapTables add_tap_tables(std::vector<PlannedTable>& tables, const std::string& gather, const Separable& taps,
                         const Strategy* strategy, bool doubles) {
    if (strategy != nullptr && !strategy->takes_tables()) return {};
    const RowLines* columns = strategy != nullptr ? strategy->column_lines() : nullptr;
    const RowLines* rows = strategy != nullptr ? strategy->row_lines() : nullptr;
    const WeightScales scales = strategy != nullptr ? strategy->table_scales() : WeightScales{};
    const auto add = [&](const std::vector<double>& numbers, const char* what) {
        const std::string name = cat(gather, " (", what, ")");
        return doubles ? add_given<double>(tables, name, numbers) : add_given<float>(tables, name, numbers);
    };
    const auto numbers = [](const Taps& of, const RowLines* lines, double scale) {
        return lines != nullptr && !lines->even ? numbers_of(*lines, scale) : numbers_of(of, scale);
    };
    return {add(numbers(taps.columns, columns, scales.columns), "weights of columns"),
            add(numbers(taps.rows, rows, scales.rows), "weights of rows")};
}

}  // namespace sluice
