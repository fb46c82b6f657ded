// Pixels of 10 or 12 bits from bytes.

// Those that lie one after the other, the lowest bit first.
V unpack_lowest(SRC src, VI X, VI Y, int bits) {
    const VI at = X * bits, byte = at >> 3;
    const VI both = CONVERT(INT, TEXEL(src, byte, Y)) | CONVERT(INT, TEXEL(src, byte + 1, Y)) << 8;
    return CONVERT(REAL, both >> (at & 7) & ((1 << bits) - 1));
}

// The upper 8 bits of each pixel are a byte, `apart` from that of the next, and a byte of each group has the
// rest of all.
V unpack_upper(SRC src, VI X, VI Y, int rest, int pixels_shift, int bytes, int apart, int last,
               int rest_shift) {
    const VI first = (X >> pixels_shift) * bytes, place = X & ((1 << pixels_shift) - 1);
    const VI upper = CONVERT(INT, TEXEL(src, first + place * apart, Y));
    const VI others = CONVERT(INT, TEXEL(src, first + last, Y));
    return CONVERT(REAL, upper << rest | (others >> place * rest_shift & ((1 << rest) - 1)));
}
