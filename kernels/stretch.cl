// Contrast stretch: the line through (lo, bottom) and (hi, top); where bottom > top the image is inverted.
// The end points are forced, since in floating point d * (1/d) is not always 1: v <= lo gives bottom and
// v >= hi gives top, or in the `_open` forms only v = lo and v = hi. stretch_range.cl makes the tables.

// 8-bit code values in and out, exact for ranges up to 300 wide and targets in -128..255: the sum is
// snapped to a grid of 2^-9, where what would be a tie in exact arithmetic is a tie again; the sink then
// rounds half to even.
V stretch8_open(V v, V lo, V bottom, V scale) { return (fma(v - lo, scale, bottom) + 24576.0) - 24576.0; }

V stretch8(V v, V lo, V hi, V bottom, V scale) {
    const V inside = v > lo ? (v < hi ? v : hi) : lo;  // the grid makes both ends exact
    return stretch8_open(inside, lo, bottom, scale);
}

// 16-bit code values in or out, exact: the quotient d*D/R is guessed in floating point, off by one at
// most, and its remainder (which fits 32 bits although the products do not: they wrap) corrects it.
// Quotients of 2^21 and more saturate in the sink whatever they are. Range and target: below 2^22 wide.
V stretch16_open(V v, V lo, V hi, V bottom, V top, V scale) {
    const VI span = CONVERT(INT, hi - lo);
    const VI reach = CONVERT(INT, top - bottom);
    const VI base = CONVERT(INT, bottom);
    const V distance = v - lo;
    const V guess = fmin(fmax(distance * scale, (V)(-2097152)), (V)(2097152));
    VI q = CONVERT(INT, round_even(guess));
    const VI r = 2 * (CONVERT(INT, distance) * reach - q * span);
    const VI odd = (q + base) & 1;
    q += (r + odd > span ? (VI)(1) : (VI)(0)) - (odd - r > span ? (VI)(1) : (VI)(0));
    return CONVERT(REAL, base + q);
}

V stretch16(V v, V lo, V hi, V bottom, V top, V scale) {
    return v <= lo ? bottom : v >= hi ? top : stretch16_open(v, lo, hi, bottom, top, scale);
}

// To integers of another white: the line of a constant group goes from black to white, beyond the ends
// of `out`.
V stretch16_within(V v, V lo, V hi, V bottom, V top, V scale, V least, V most) {
    return fmin(fmax(stretch16(v, lo, hi, bottom, top, scale), least), most);
}

// 32-bit code values (REAL is double), exact: the product of two 32-bit distances fits 64 bits.
V stretch32(V v, V lo, V hi, V bottom, V top) {
    const VI reach = CONVERT(INT, top - bottom);
    const V distance = fmin(fmax(v - lo, (V)(0)), hi - lo);
    const VECTOR(ulong) span = CONVERT(ulong, fmax(hi - lo, (V)(1)));
    const VECTOR(ulong) product = CONVERT(ulong, distance) * CONVERT(ulong, fabs(top - bottom));
    VECTOR(ulong) q = product / span;
    const VECTOR(ulong) twice = 2 * (product - q * span);
    const VECTOR(ulong) odd = (q + CONVERT(ulong, CONVERT(INT, fabs(bottom)))) & 1;
    q += twice + odd > span ? (VECTOR(ulong))(1) : (VECTOR(ulong))(0);
    const VI y = CONVERT(INT, q);
    return v <= lo ? bottom : v >= hi ? top : bottom + CONVERT(REAL, reach < 0 ? -y : y);
}

// Floating point in or out. `gain` is a power of two: 0.5 where hi - lo would overflow, 2^40 where scale
// might, else 1.
V stretch_open(V v, V lo, V hi, V bottom, V top, V gain, V origin, V scale, V base) {
    const V y = (v * gain - origin) * scale + base;
    return v == lo ? bottom : v == hi ? top : y;
}

V stretch(V v, V lo, V hi, V bottom, V top, V gain, V origin, V scale, V base) {
    const V y = (v * gain - origin) * scale + base;
    const V least = bottom < top ? bottom : top;
    const V most = bottom < top ? top : bottom;
    const V inside = y < least ? least : y > most ? most : y;
    return v <= lo ? bottom : v >= hi ? top : inside;
}

// Luma is stretched, and its change added to every colour: hues stay. Where it is not finite, there is none.
// Alpha, where it is stretched at all, goes along a line of its own.
V stretch_luma_change(V y, V stretched, REAL units) {
    return fabs(y) < (V)(INFINITY) ? stretched - y * units : (V)(0);
}

V stretch_luma_open(V v, V lo, V hi, V bottom, V top, V gain, V origin, V scale, V base, REAL units) {
    const V y = ALPHA_LANES ? v : 0.2126 * RED(v) + 0.7152 * GREEN(v) + 0.0722 * BLUE(v);
    const V stretched = stretch_open(y, lo, hi, bottom, top, gain, origin, scale, base);
    return ALPHA_LANES ? stretched : v * units + stretch_luma_change(y, stretched, units);
}

V stretch_luma(V v, V lo, V hi, V bottom, V top, V gain, V origin, V scale, V base, REAL units, V least,
               V most) {
    const V y = ALPHA_LANES ? v : 0.2126 * RED(v) + 0.7152 * GREEN(v) + 0.0722 * BLUE(v);
    const V stretched = stretch(y, lo, hi, bottom, top, gain, origin, scale, base);
    const V shifted = ALPHA_LANES ? stretched : v * units + stretch_luma_change(y, stretched, units);
    return shifted < least ? least : shifted > most ? most : shifted;
}
