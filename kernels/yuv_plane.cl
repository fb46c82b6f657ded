// Sums of red, green and blue: one in all lanes, but another one in the second.
V yuv_plane(V v, REAL first_red, REAL first_green, REAL first_blue, REAL first_begin, REAL second_red,
            REAL second_green, REAL second_blue, REAL second_begin) {
    const V sum = fma(CHANNELS(first_blue, second_blue, first_blue, first_blue), BLUE(v),
                      CHANNELS(first_begin, second_begin, first_begin, first_begin));
    return fma(CHANNELS(first_red, second_red, first_red, first_red), RED(v),
               fma(CHANNELS(first_green, second_green, first_green, first_green), GREEN(v), sum));
}
