// What a Table has for each level of a channel.
V lookup(V v, TABLE lut, int channels, int levels, int first, int doubles) {
    return TAKE(lut, v, channels, levels, first, doubles);
}
