#include "pipeline/core/statistics.hpp"

#include "pipeline/core/pair.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sluice {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

bool is_integer_field(const Table& table, const char* name) {
    return !is_real(table.layout().find(name)->type);
}

// Whether the Table says that values are not all the same.
bool differ(const Table& t, std::size_t channel, std::size_t row) {
    return t.has("min") && t.has("max") && t.real("min", channel, row) < t.real("max", channel, row);
}

}  // namespace

double mean(const Table& t, std::size_t channel, std::size_t row) {
    const Int128 n = t.integer("count", channel, row);
    if (n == 0) return nan;
    if (!is_integer_field(t, "sum")) return (t.pair("sum", channel, row) / pair_of(n)).value();
    const Int128 sum = t.integer("sum", channel, row);  // whole part and rest apart: no digit is lost
    const Int128 whole = sum / n;
    return static_cast<double>(whole) + static_cast<double>(sum - whole * n) / static_cast<double>(n);
}

double variance(const Table& t, std::size_t channel, std::size_t row, int ddof) {
    const Int128 n = t.integer("count", channel, row);
    if (n <= ddof) return nan;
    const auto divisor = static_cast<long double>(n - ddof);
    if (!is_integer_field(t, "sum")) {
        const Pair sum = t.pair("sum", channel, row), squares = t.pair("sum_sq", channel, row);
        // Squares of doubles may be larger or smaller than doubles are: then they say nothing.
        const bool lost = squares.high < std::numeric_limits<double>::min() && sum.high != 0;
        if (!std::isfinite(squares.high) || lost) return nan;
        const Pair mean = sum / pair_of(n), square = squares / pair_of(n);
        const double difference = (square + -(mean * mean)).value();
        // As kernels/standard_line.cl: of values that are all the same, rounding leaves a difference. It is
        // none.
        const double rounding = 0x1p-98 * (1 + 0x1p-10 * static_cast<double>(n));
        if (difference < square.high * rounding) return differ(t, channel, row) ? nan : 0;
        return static_cast<double>(difference * static_cast<long double>(n) / divisor);
    }
    // Around the whole part w of the mean: sum (v-w)^2 = sum_sq - 2 w sum + n w^2, exact in 128 bits;
    // what is left of the mean then is less than 1 and cancels nothing.
    const Int128 sum = t.integer("sum", channel, row);
    const Int128 w = sum / n;
    const Int128 around = t.integer("sum_sq", channel, row) - 2 * w * sum + n * w * w;
    const Int128 rest = sum - n * w;
    const long double correction =
        static_cast<long double>(rest) * static_cast<long double>(rest) / static_cast<long double>(n);
    return static_cast<double>(std::max(0.0L, (static_cast<long double>(around) - correction) / divisor));
}

double standard_deviation(const Table& t, std::size_t channel, std::size_t row, int ddof) {
    return std::sqrt(variance(t, channel, row, ddof));
}

bool has_no_extreme(const Table& t, const std::string& field, std::size_t channel, std::size_t row) {
    if (field != "min" && field != "max" && field != "min_at" && field != "max_at") return false;
    if (t.has("count")) return t.integer("count", channel, row) == 0;
    return t.has("min") && t.has("max") && t.real("min", channel, row) > t.real("max", channel, row);
}

}  // namespace sluice
