// Neumaier's form of Kahan's summation, in long double.
#pragma once

#include <cmath>

namespace sluice::reference {

class CompensatedSum {
public:
    void add(long double v) {
        const long double sum = sum_ + v;
        lost_ += std::fabs(sum_) >= std::fabs(v) ? (sum_ - sum) + v : (v - sum) + sum_;
        sum_ = sum;
    }
    long double value() const { return sum_ + lost_; }

private:
    long double sum_ = 0;
    long double lost_ = 0;
};

}  // namespace sluice::reference
