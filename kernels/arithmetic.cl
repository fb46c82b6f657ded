#include "kernels/divide.clh"
#include "kernels/second.clh"

// Each colour and that of a second image, or a number: value_0 to value_2 are for the colours.

V arithmetic_add(V v, V b, REAL of_b, int luma) { return v + second(b, of_b, luma); }
V arithmetic_add_value(V v, REAL value_0, REAL value_1, REAL value_2) {
    return v + CHANNELS(value_0, value_1, value_2, 0);
}

V arithmetic_subtract(V v, V b, REAL of_b, int luma) { return v - second(b, of_b, luma); }
V arithmetic_subtract_value(V v, REAL value_0, REAL value_1, REAL value_2) {
    return v - CHANNELS(value_0, value_1, value_2, 0);
}

// Products of 8 bit are exact before they are divided.
V arithmetic_multiply(V v, V b, REAL of_b, int luma, REAL white_b) {
    return divide(v * second(b, of_b, luma), (V)(white_b));
}
V arithmetic_multiply_value(V v, REAL value_0, REAL value_1, REAL value_2) {
    return v * CHANNELS(value_0, value_1, value_2, 0);
}

V arithmetic_quotient(V v, V b, int whole) {
    return (VI)(whole ? -1 : 0) & (b == (V)(0)) ? (V)(0) : divide(v, b);
}
V arithmetic_divide(V v, V b, REAL of_b, int luma, REAL white_b, int whole) {
    return arithmetic_quotient(v * white_b, second(b, of_b, luma), whole);
}
V arithmetic_divide_value(V v, REAL value_0, REAL value_1, REAL value_2, int whole) {
    return arithmetic_quotient(v, CHANNELS(value_0, value_1, value_2, 1), whole);
}

// What is no number stays so, on either side.
V arithmetic_lesser(V v, V b) { return (b < v) | (b != b) ? b : v; }
V arithmetic_min(V v, V b, REAL of_b, int luma) { return arithmetic_lesser(v, second(b, of_b, luma)); }
V arithmetic_min_value(V v, REAL value_0, REAL value_1, REAL value_2) {
    return arithmetic_lesser(v, CHANNELS(value_0, value_1, value_2, 0));
}

V arithmetic_greater(V v, V b) { return (b > v) | (b != b) ? b : v; }
V arithmetic_max(V v, V b, REAL of_b, int luma) { return arithmetic_greater(v, second(b, of_b, luma)); }
V arithmetic_max_value(V v, REAL value_0, REAL value_1, REAL value_2) {
    return arithmetic_greater(v, CHANNELS(value_0, value_1, value_2, 0));
}

V arithmetic_absdiff(V v, V b, REAL of_b, int luma) { return fabs(v - second(b, of_b, luma)); }
V arithmetic_absdiff_value(V v, REAL value_0, REAL value_1, REAL value_2) {
    return fabs(v - CHANNELS(value_0, value_1, value_2, 0));
}

V arithmetic_and(V v, V b) { return CONVERT(REAL, CONVERT(INT, v) & CONVERT(INT, b)); }
V arithmetic_and_value(V v, REAL value_0, REAL value_1, REAL value_2) {
    return arithmetic_and(v, CHANNELS(value_0, value_1, value_2, 0));
}

V arithmetic_or(V v, V b) { return CONVERT(REAL, CONVERT(INT, v) | CONVERT(INT, b)); }
V arithmetic_or_value(V v, REAL value_0, REAL value_1, REAL value_2) {
    return arithmetic_or(v, CHANNELS(value_0, value_1, value_2, 0));
}

V arithmetic_xor(V v, V b) { return CONVERT(REAL, CONVERT(INT, v) ^ CONVERT(INT, b)); }
V arithmetic_xor_value(V v, REAL value_0, REAL value_1, REAL value_2) {
    return arithmetic_xor(v, CHANNELS(value_0, value_1, value_2, 0));
}

// At both ends one image alone, whatever the other holds.
V arithmetic_mix(V v, V b, REAL of_b, int luma, REAL weight) {
    const V other = second(b, of_b, luma), mixed = v * (1 - weight) + other * weight;
    return weight == 0 ? v : weight == 1 ? other : mixed;
}

// Whole pixels; `opaque`: alpha, which the second image does not have, is white.
V arithmetic_select(V mask, V a, V b, REAL of_b, int luma, int opaque, REAL white_a) {
    const V other = second(b, of_b, luma);
    return RED(mask) != (V)(0) ? a : (VI)(opaque ? -1 : 0) & ALPHA_LANES ? (V)(white_a) : other;
}
