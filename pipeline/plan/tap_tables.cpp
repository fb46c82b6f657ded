#include "pipeline/plan/tap_tables.hpp"

#include "pipeline/plan/text.hpp"

#include <cstring>

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

}  // namespace

TapTables tap_tables(Assembly& assembly, std::size_t gather, bool doubles) {
    ExecutionPlan& plan = assembly.plan;
    const Primitive& node = plan.graph.nodes[gather];
    if (!node.gather().taps) return {};
    const Separable taps = node.gather().taps(plan.graph.inputs_of(node));
    const auto add = [&](const Taps& axis, const char* name) {
        PlannedTable table{cat(node.id, " (", name, ")"), {}};
        table.given = doubles ? rows_of<double>(axis) : rows_of<float>(axis);
        table.bytes = table.given.size();
        plan.tables.push_back(std::move(table));
        return plan.tables.size() - 1;
    };
    return {add(taps.columns, "weights of columns"), add(taps.rows, "weights of rows")};
}

}  // namespace sluice
