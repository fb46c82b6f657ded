// From black..white to low..high, in code values; the ends are forced, and NaN stays. `sign` turns a range
// around whose black is above its white; inverse: of its span. Without a gamma the quotient of whole code
// values is corrected by its exact remainder, so that it is rounded once.
V levelled(V v, REAL from, REAL sign, REAL span, REAL inverse, REAL start, REAL rise, REAL end,
           REAL exponent) {
    const V distance = (v - from) * sign, product = distance * rise, quotient = product * inverse;
    const V y = exponent == 1 ? fma(fma(-quotient, (V)(span), product), (V)(inverse), quotient)
                              : power(distance * inverse, exponent) * rise;
    return distance <= (V)(0) ? (V)(start) : distance >= (V)(span) ? (V)(end) : y + start;
}
