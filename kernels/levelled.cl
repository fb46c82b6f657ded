// From black..white to low..high, in code values; the ends are forced, and NaN stays. `sign` turns a range
// around whose black is above its white; inverse: of its span. Without a gamma the quotient of whole code
// values is corrected by its exact remainder, so that it is rounded once.
V levelled(V v, REAL from, REAL sign, REAL span, REAL inverse, REAL start, REAL rise, REAL end,
           REAL exponent) {
    const V distance = (v - from) * sign;
    const VI below = distance <= (V)(0);
    V y;
    if (exponent == 1) {
        const V product = distance * rise, quotient = product * inverse;
        y = fma(fma(-quotient, (V)(span), product), (V)(inverse), quotient);
    } else {
        y = power(below ? (V)(0) : distance * inverse, exponent) * rise;
    }
    return below ? (V)(start) : distance >= (V)(span) ? (V)(end) : y + start;
}
