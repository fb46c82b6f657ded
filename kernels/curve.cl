// The sRGB transfer function and its inverse (IEC 61966-2-1), on v / white; odd, so that negative values
// survive the way there and back. white_after: the white of the result.
V curve_linear(V v, REAL white, REAL white_after) {
    const V c = fabs(v) / (V)(white);
    const V y = c <= 0.04045 ? c / 12.92 : power((c + 0.055) / 1.055, 2.4);
    return copysign(y * (V)(white_after), v);
}

V curve_encoded(V v, REAL white, REAL white_after) {
    const V c = fabs(v) / (V)(white);
    const V y = c <= 0.0031308 ? c * 12.92 : 1.055 * power(c, 1 / 2.4) - 0.055;
    return copysign(y * (V)(white_after), v);
}
