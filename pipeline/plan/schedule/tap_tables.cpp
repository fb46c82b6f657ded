#include "pipeline/plan/schedule/tap_tables.hpp"

#include "pipeline/core/ceil_div.hpp"
#include "pipeline/plan/text.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace sluice {
namespace {

// Float holds every column and row up to 2^24, which no device's images reach.
template <class Real>
std::vector<std::byte> rows_of(const Taps& taps) {
    std::vector<Real> rows;
    for (std::size_t i = 0; i < taps.first.size(); ++i) {
        rows.push_back(static_cast<Real>(taps.first[i]));
        for (std::size_t k = 0; k < taps.count; ++k)
            rows.push_back(static_cast<Real>(taps.weights[i * taps.count + k]));
    }
    std::vector<std::byte> bytes(rows.size() * sizeof(Real));
    std::memcpy(bytes.data(), rows.data(), bytes.size());
    return bytes;
}

// To the next of 1 2 3 4 5 6 8 10 12 16 20 24 32 40 48 64 ...
std::size_t rounded_count(std::size_t count) {
    std::size_t step = 1;
    while (count > 6 * step) step *= 2;
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

Separable used_taps(const Primitives& graph, const Primitive& gather) {
    static const Taps itself{1, {0}, {1}, true};
    Separable taps = gather.gather().taps(graph.inputs_of(gather));
    if (gather.axes == Axes::columns) taps.rows = itself;
    if (gather.axes == Axes::rows) taps.columns = itself;
    return taps;
}

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
                         bool doubles) {
    const auto add = [&](const Taps& axis, const char* name) {
        PlannedTable table{cat(gather, " (", name, ")"), {}};
        table.given = doubles ? rows_of<double>(axis) : rows_of<float>(axis);
        table.bytes = table.given.size();
        tables.push_back(std::move(table));
        return tables.size() - 1;
    };
    const std::size_t columns = add(taps.columns, "weights of columns");
    return {columns, add(taps.rows, "weights of rows")};
}

}  // namespace sluice
