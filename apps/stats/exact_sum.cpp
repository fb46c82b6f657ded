#include "apps/stats/exact_sum.hpp"

#include <cmath>
#include <limits>

namespace sluice::apps {
namespace {

using boost::multiprecision::cpp_int;

constexpr int smallest_exponent = -1074;  // of a double
constexpr int mantissa_bits = 53;

cpp_int units_of(double v) {
    int exponent = 0;
    const double fraction = std::frexp(v, &exponent);
    const auto mantissa = static_cast<std::int64_t>(std::ldexp(fraction, mantissa_bits));
    const int shift = exponent - mantissa_bits - smallest_exponent;
    return shift >= 0 ? cpp_int(mantissa) << shift : cpp_int(mantissa / (std::int64_t{1} << -shift));
}

// Half to even.
double rounded(const cpp_int& units) {
    if (units == 0) return 0;
    cpp_int magnitude = abs(units);
    const int extra = static_cast<int>(msb(magnitude)) + 1 - mantissa_bits;
    if (extra > 0) {
        const cpp_int rest = magnitude & ((cpp_int(1) << extra) - 1), half = cpp_int(1) << (extra - 1);
        magnitude >>= extra;
        if (rest > half || (rest == half && bit_test(magnitude, 0))) ++magnitude;
    }
    const double v = std::ldexp(static_cast<double>(static_cast<std::uint64_t>(magnitude)),
                                std::max(extra, 0) + smallest_exponent);
    return units < 0 ? -v : v;
}

}  // namespace

ExactSum::ExactSum(const std::vector<double>& terms) {
    for (const double term : terms) add(term);
}

void ExactSum::add(double v) {
    if (std::isfinite(v))
        units_ += units_of(v);
    else
        special_ += v;
}

void ExactSum::add(Int128 v) { units_ += cpp_int(v) << -smallest_exponent; }

void ExactSum::add(const ExactSum& other) {
    units_ += other.units_;
    special_ += other.special_;
}

std::vector<double> ExactSum::terms() const {
    if (special_ != 0) return {special_};
    std::vector<double> terms;
    for (cpp_int left = units_; left != 0;) {
        terms.push_back(rounded(left));
        if (!std::isfinite(terms.back())) return {terms.back()};
        left -= units_of(terms.back());
    }
    return terms;
}

Pair ExactSum::pair() const {
    const std::vector<double> all = terms();
    return {all.empty() ? 0.0 : all[0], all.size() < 2 ? 0.0 : all[1]};
}

}  // namespace sluice::apps
