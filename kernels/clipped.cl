// Whether a range has numbers that integers from 0 to white cannot hold. Minimum and maximum are finite.
void clipped(int row, int channel, TABLE stats, TABLE seen, REAL top, __global uint *status) {
    const bool outside = stats_min(row, channel) < 0 || stats_max(row, channel) > top;
    const bool any = outside || stats_nan(row, channel) > 0 || stats_inf(row, channel) > 0;
    seen_any(row, channel) = any ? 1 : 0;
    if (any) atomic_inc(status);
}
