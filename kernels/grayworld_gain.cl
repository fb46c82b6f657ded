// The mean of the colours' means divided by each of them. They are means over the same pixels, so their sums
// will do. stats_sum_is_i64: sums of integers, else pairs.
#include "kernels/pair.clh"

WIDE grayworld_gain_of(int row, int channel, TABLE stats) {
#ifdef stats_sum_is_i64  // a third of each first: three sums together may have no long
    const long red = stats_sum(row, 0), green = stats_sum(row, 1), blue = stats_sum(row, 2);
    const long whole = red / 3 + green / 3 + blue / 3, rest = red % 3 + green % 3 + blue % 3;
    return ((WIDE)whole + (WIDE)rest / 3) / (WIDE)stats_sum(row, channel);
#else
    const wide_pair colours = pair_add(pair_add(stats_sum(row, 0), stats_sum(row, 1)), stats_sum(row, 2));
    return pair_divide(pair_divide(colours, (wide_pair)(3, 0)), stats_sum(row, channel)).x;
#endif
}

void grayworld_gain(int row, int channel, TABLE stats, TABLE balance, __global uint *status) {
    const REAL gain = (REAL)grayworld_gain_of(row, channel, stats);
    balance_gain(row, channel) = isfinite(gain) ? gain : (REAL)1;  // of a mean of 0, or out of range
    if (stats_count(row, channel) == 0) atomic_inc(status);
}
