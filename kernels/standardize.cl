// The line of standard_line.cl; a group without deviation (gain = 0) becomes base, NaN apart.
V standardize(V v, V lift, V whole, V part, V gain, V base) {
    const V y = ((v * lift - whole) - part) * gain + base;
    return v != v ? v : gain == (V)(0) ? base : y;
}
