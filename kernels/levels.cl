#include "kernels/divide.clh"

// From black..white to low..high, all of them parts of white; the ends are forced, and NaN stays. Without a
// gamma the quotient of whole code values is rounded once.
V levels(V v, REAL from, REAL to, REAL start, REAL rise, REAL end, REAL exponent) {
    const REAL sign = from < to ? 1 : -1;
    const V distance = (v - from) * sign, span = (V)((to - from) * sign);
    const V y = exponent == 1 ? divide(distance * rise, span) : power(distance / span, exponent) * rise;
    return distance <= (V)(0) ? (V)(start) : distance >= span ? (V)(end) : y + start;
}
