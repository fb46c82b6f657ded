#include "pipeline/plan/primitives/disjoint.hpp"

#include "pipeline/plan/primitives/even_columns.hpp"

namespace sluice {
namespace {

std::optional<DisjointAxis> axis(const Taps& taps, std::size_t outputs) {
    const std::optional<EvenColumns> even = even_columns(taps, outputs);
    if (!even || even->begin != 0 || even->end != outputs) return std::nullopt;
    if (even->first < 0 || even->first + static_cast<std::int32_t>(taps.count) > even->step)
        return std::nullopt;
    const auto end = taps.weights.begin() + static_cast<std::ptrdiff_t>(taps.count);
    return DisjointAxis{static_cast<std::size_t>(even->step),
                        static_cast<std::size_t>(even->first),
                        {taps.weights.begin(), end}};
}

}  // namespace

std::optional<Disjoint> disjoint(const Separable& taps, std::size_t columns, std::size_t rows) {
    const std::optional<DisjointAxis> across = axis(taps.columns, columns), down = axis(taps.rows, rows);
    if (!across || !down) return std::nullopt;
    return Disjoint{*across, *down};
}

}  // namespace sluice
