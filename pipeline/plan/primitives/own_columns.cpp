#include "pipeline/plan/primitives/own_columns.hpp"

#include <algorithm>
#include <cmath>

namespace sluice {
namespace {

// The last column that an output weighs.
std::int64_t last_of(const Taps& taps, std::size_t output) {
    const double* weights = taps.weights.data() + output * taps.count;
    std::size_t k = taps.count - 1;
    while (k > 0 && weights[k] == 0) --k;
    return taps.first[output] + static_cast<std::int64_t>(k);
}

// Columns from one output to the next, where none is cut by an edge.
double step_of(const Taps& taps, std::size_t outputs) {
    const std::size_t left = outputs / 4, right = outputs - 1 - outputs / 4;
    if (left == right) return 0;
    return static_cast<double>(taps.first[right] - taps.first[left]) / static_cast<double>(right - left);
}

}  // namespace

bool weighs_only_image(const Taps& taps, std::size_t size) {
    for (std::size_t i = 0; i < taps.first.size(); ++i)
        if (taps.first[i] < 0 || last_of(taps, i) >= static_cast<std::int64_t>(size)) return false;
    return true;
}

std::optional<OwnColumns> own_columns(const Taps& taps, std::size_t outputs, std::size_t size, int pixels,
                                      bool whole_pieces) {
    if (taps.even || !weighs_only_image(taps, size)) return std::nullopt;
    OwnColumns own;
    for (int p = 0; p < pixels; ++p)
        own.offsets.push_back(static_cast<std::int32_t>(std::floor(p * step_of(taps, outputs) + 1e-3)));
    const std::size_t step = own.offsets.size();
    own.aligned = whole_pieces ||
                  (pixels > 1 && own.offsets.back() >= 2 * (pixels - 1) && 8 * (step - 1) <= taps.count);
    std::vector<std::int64_t> begins;  // of whole pieces
    for (std::size_t x = 0; x < outputs; x += step) {
        const std::size_t count = std::min(step, outputs - x);
        std::int64_t from = taps.first[x];
        for (std::size_t p = 1; p < count; ++p)
            from = std::min<std::int64_t>(from, taps.first[x + p] - own.offsets[p]);
        if (own.aligned) from &= -static_cast<std::int64_t>(step);
        for (std::size_t p = 0; p < count; ++p) {
            const std::int64_t last = last_of(taps, x + p) - from - own.offsets[p];
            own.taps = std::max(own.taps, static_cast<std::size_t>(last + 1));
        }
        if (count == step) begins.push_back(from);
    }
    const auto window = static_cast<std::int64_t>(own.window_pieces() * step);
    const auto within = [&](std::int64_t from) {
        return from >= 0 && from + window <= static_cast<std::int64_t>(size);
    };
    const auto first = std::find_if(begins.begin(), begins.end(), within);
    if (first == begins.end()) return std::nullopt;
    const auto end = std::find_if_not(first, begins.end(), within);
    own.begin = static_cast<std::size_t>(first - begins.begin()) * step;
    own.end = static_cast<std::size_t>(end - begins.begin()) * step;
    return own;
}

}  // namespace sluice
