V pasted(SRC src, VI X, VI Y, V under, int x, int y, int right, int bottom) {
    const VI inside = (X >= (VI)(x)) & (X < (VI)(right)) & (Y >= (VI)(y)) & (Y < (VI)(bottom));
    const V found = TEXEL(src, X - (VI)(x), Y - (VI)(y));
    return inside ? found : under;
}
