// Whether a group has values that differ, and yet less than stretch_range tells from a constant.
void indistinct(int row, int channel, TABLE stats, TABLE seen, __global uint *status) {
    const REAL tiny = sizeof(REAL) == 4 ? (REAL)FLT_MIN : (REAL)2.2250738585072014e-308;
    const REAL lo = stats_min(row, channel), hi = stats_max(row, channel);
    const bool any = lo < hi && !(hi - lo >= tiny);
    seen_any(row, channel) = any ? 1 : 0;
    if (any) atomic_inc(status);
}
