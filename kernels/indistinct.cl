// Whether stretch_range has taken a group for constant whose values differ. `low` is NaN where none were
// counted.
void indistinct(int row, int channel, TABLE range, TABLE seen, __global uint *status) {
    const REAL tiny = sizeof(REAL) == 4 ? (REAL)FLT_MIN : (REAL)2.2250738585072014e-308;
    const REAL low = range_low(row, channel), high = range_high(row, channel);
    const bool any = low < high && !(high - low >= tiny);
    seen_any(row, channel) = any ? 1 : 0;
    if (any) atomic_inc(status);
}
