// Whether alpha, which is the last channel, is somewhere below that of opaque pixels.
void transparent(int row, int channel, TABLE stats, TABLE seen, REAL top, REAL alpha, __global uint *status) {
    const bool any = channel == (int)alpha && stats_min(row, channel) < top;
    seen_any(row, channel) = any ? 1 : 0;
    if (any) atomic_inc(status);
}
