// Contrast stretch: the line through (lo, bottom) and (hi, top); where bottom > top the image is inverted.
// The end points are forced, since in floating point d * (1/d) is not always 1: v <= lo gives bottom and
// v >= hi gives top, or in the `_open` forms only v = lo and v = hi. stretch_range.cl makes the tables.

// 8-bit code values in and out, exact for ranges up to 300 wide and targets in -128..255: the sum is
// snapped to a grid of 2^-9, where what would be a tie in exact arithmetic is a tie again; the sink then
// rounds half to even.
V stretch8_open(V v, V lo, V bottom, V scale) { return (fma(v - lo, scale, bottom) + 24576.0) - 24576.0; }

V stretch8(V v, V lo, V hi, V bottom, V scale) {
    const V below = v < hi ? v : hi;  // the grid makes both ends exact
    return stretch8_open(below > lo ? below : lo, lo, bottom, scale);
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

// Whole code values, exact where stretch16 is not: those of 32 bit, and ends that are fractions or lie far
// apart. The range is in whole code values and rests of 1 / in_parts; over all of it the result rises by
// rise / out_parts, from whole + rest / out_parts. The quotient y / run is guessed, and twice corrected by
// its exact remainder. A group without such a range (from = to) goes along the line of real numbers.
V stretch64_exact(V v, V from, V from_rest, V to, V to_rest, int in_parts, int out_parts, long rise,
                  long whole, int rest, bool clamped) {
    const VECTOR(long) parts = (VECTOR(long))(in_parts), none = (VECTOR(long))(0), one = (VECTOR(long))(1);
    const VECTOR(long) start = CONVERT(long, from) * parts + CONVERT(long, from_rest);
    const VECTOR(long) range = CONVERT(long, to) * parts + CONVERT(long, to_rest) - start;
    const VECTOR(long) run = max(range, one) * (VECTOR(long))(out_parts);
    const VECTOR(long) from_start = CONVERT(long, v) * parts - start;
    const VECTOR(long) distance = clamped ? min(max(from_start, none), range) : from_start;
    const VECTOR(long) y = distance * (VECTOR(long))(rise) + range * (VECTOR(long))(rest);  // may wrap
    const V each = 1 / CONVERT(REAL, run), most = (V)(1152921504606846976.0);               // 2^60
    VECTOR(long) q = CONVERT(long, fmin(fmax(CONVERT(REAL, distance) * ((REAL)rise * each), -most), most));
    q += CONVERT(long, rint(CONVERT(REAL, y - q * run) * each));
    const VECTOR(long) r = 2 * (y - q * run);
    const VECTOR(long) odd = (q + (VECTOR(long))(whole)) & one;
    q += (r + odd > run ? one : none) - (odd - r > run ? one : none);
    return CONVERT(REAL, q + (VECTOR(long))(whole));
}

V stretch64(V v, V lo, V hi, V bottom, V top, V gain, V origin, V scale, V base, V least, V most, V from,
            V from_rest, V to, V to_rest, int in_parts, int out_parts, long rise, long whole, int rest) {
    const V exact =
        stretch64_exact(v, from, from_rest, to, to_rest, in_parts, out_parts, rise, whole, rest, true);
    const V real = stretch(v, lo, hi, bottom, top, gain, origin, scale, base);
    const VI plain = (from == to) & (from_rest == to_rest);
    return plain ? fmin(fmax(real, least), most) : exact;
}

V stretch64_open(V v, V lo, V hi, V bottom, V top, V gain, V origin, V scale, V base, V from, V from_rest,
                 V to, V to_rest, int in_parts, int out_parts, long rise, long whole, int rest) {
    const V exact =
        stretch64_exact(v, from, from_rest, to, to_rest, in_parts, out_parts, rise, whole, rest, false);
    const V real = stretch_open(v, lo, hi, bottom, top, gain, origin, scale, base);
    const VI plain = (from == to) & (from_rest == to_rest);
    return plain ? real : exact;
}

// Luma is stretched, and its change added to every colour: hues stay. Where it is not finite, there is none.
// Alpha, where it is stretched at all, goes along a line of its own.
V stretch_luma_change(V y, V stretched, REAL units) {
    return fabs(y) < (V)(INFINITY) ? stretched - y * units : (V)(0);
}

V stretch_luma_open(V v, V lo, V hi, V bottom, V top, V gain, V origin, V scale, V base, REAL units) {
    const V y = ALPHA_LANES ? v : LUMA(v);
    const V stretched = stretch_open(y, lo, hi, bottom, top, gain, origin, scale, base);
    return ALPHA_LANES ? stretched : v * units + stretch_luma_change(y, stretched, units);
}

V stretch_luma(V v, V lo, V hi, V bottom, V top, V gain, V origin, V scale, V base, REAL units, V least,
               V most) {
    const V y = ALPHA_LANES ? v : LUMA(v);
    const V stretched = stretch(y, lo, hi, bottom, top, gain, origin, scale, base);
    const V shifted = ALPHA_LANES ? stretched : v * units + stretch_luma_change(y, stretched, units);
    return shifted < least ? least : shifted > most ? most : shifted;
}
