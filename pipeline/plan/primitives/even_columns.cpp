#include "pipeline/plan/primitives/even_columns.hpp"

#include <algorithm>

namespace sluice {

std::optional<EvenColumns> even_columns(const Taps& taps, std::size_t outputs) {
    if (taps.even) return EvenColumns{1, taps.first[0], 0, outputs, 0};
    if (outputs < 2) return std::nullopt;
    const std::size_t middle = (outputs - 1) / 2;
    const std::int32_t step = taps.first[middle + 1] - taps.first[middle];
    if (step < 1) return std::nullopt;
    const auto weights = [&](std::size_t i) {
        return taps.weights.begin() + static_cast<std::ptrdiff_t>(i * taps.count);
    };
    const auto as_middle = [&](std::size_t i) {
        const std::int64_t steps = static_cast<std::int64_t>(i) - static_cast<std::int64_t>(middle);
        return taps.first[i] == taps.first[middle] + steps * step &&
               std::equal(weights(i), weights(i + 1), weights(middle));
    };
    EvenColumns even{step, taps.first[middle] - static_cast<std::int32_t>(middle) * step, middle, middle + 1,
                     0};
    while (even.begin > 0 && as_middle(even.begin - 1)) --even.begin;
    while (even.end < outputs && as_middle(even.end)) ++even.end;
    if (2 * (even.end - even.begin) < outputs) return std::nullopt;
    for (std::size_t i = 0; i < outputs; ++i) {
        const std::int32_t right = taps.first[i] - static_cast<std::int32_t>(i) * step - even.first;
        if (right < 0 || right > static_cast<std::int32_t>(taps.count)) return std::nullopt;
        even.slack = std::max(even.slack, right);
    }
    return even;
}

}  // namespace sluice
