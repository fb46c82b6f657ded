// white * sign(v) * (|v| / white)^exponent.
V gamma(V v, REAL white, REAL exponent) {
    const V y = (V)(white) * pow(fabs(v) / (V)(white), (V)(exponent));
    return copysign(y, v);
}
