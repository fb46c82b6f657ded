// Sums of doubles without rounding: the same in any order and grouping.
#pragma once

#include "pipeline/core/pair.hpp"
#include "pipeline/core/table.hpp"

#include <boost/multiprecision/cpp_int.hpp>

#include <vector>

namespace sluice::apps {

class ExactSum {
public:
    ExactSum() = default;
    explicit ExactSum(const std::vector<double>& terms);

    void add(double v);
    void add(Int128 v);
    void add(const ExactSum& other);

    // Each term is what the terms before it leave, rounded to a double. So equal sums have equal terms. A sum
    // with a NaN or an infinity in it, or beyond the doubles, is the term that IEEE arithmetic gives.
    std::vector<double> terms() const;
    Pair pair() const;  // the first two terms

private:
    boost::multiprecision::cpp_int units_;  // of the smallest double
    double special_ = 0;                    // the sum of what is not finite
};

}  // namespace sluice::apps
