// Alpha stays a code value: unpremultiply divides by the same. A hidden colour takes no part, whatever it is.
V premultiply(V v) {
    const V alpha = ALPHA(v);
    return ALPHA_LANES ? v : alpha != (V)(0) ? v * alpha : (V)(0);
}
