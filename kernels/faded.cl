// Alpha stays a code value: unfaded divides by the same. A hidden colour takes no part, whatever it is.
V faded(V v) {
    const V alpha = ALPHA(v);
    return ALPHA_LANES ? v : alpha != (V)(0) ? v * alpha : (V)(0);
}
// The same of finite colours, which 0 hides.
V faded_finite(V v) { return ALPHA_LANES ? v : v * ALPHA(v); }
