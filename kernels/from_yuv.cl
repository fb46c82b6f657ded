// Brightness and colour differences to red, green and blue.
V from_yuv_of(V luma, V u, V v, REAL black, REAL neutral, REAL of_luma, REAL red_v, REAL green_u,
              REAL green_v, REAL blue_u) {
    const V more = fma(CHANNELS(0, green_u, blue_u, 0), u - neutral,
                       CHANNELS(red_v, green_v, 0, 0) * (v - neutral));
    return fma(luma - black, (V)(of_luma), more);
}
V from_yuv(V v, REAL black, REAL neutral, REAL of_luma, REAL red_v, REAL green_u, REAL green_v, REAL blue_u) {
    return from_yuv_of(RED(v), GREEN(v), BLUE(v), black, neutral, of_luma, red_v, green_u, green_v, blue_u);
}
V from_yuv_of_three(V v, V chroma, V chroma_2, REAL black, REAL neutral, REAL of_luma, REAL red_v,
                    REAL green_u, REAL green_v, REAL blue_u) {
    return from_yuv_of(RED(v), RED(chroma), RED(chroma_2), black, neutral, of_luma, red_v, green_u, green_v,
                       blue_u);
}
V from_yuv_of_two(V v, V chroma, int u_lane, int v_lane, REAL black, REAL neutral, REAL of_luma, REAL red_v,
                  REAL green_u, REAL green_v, REAL blue_u) {
    return from_yuv_of(RED(v), CHANNEL(chroma, u_lane), CHANNEL(chroma, v_lane), black, neutral, of_luma,
                       red_v, green_u, green_v, blue_u);
}
