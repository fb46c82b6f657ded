// Statistics of what Points make of an image, from its own. Of monotone ones extremes: whether they rise or
// fall, the least value comes from one end. Of affine ones sums: the line goes through the ends of the table.
// `together` channels make the first one of the result. stats_<field> is there if the Table has that field.
#include "kernels/pair.clh"

void through_levels(int row, int channel, TABLE raw, TABLE levels, TABLE stats, int together, int alpha,
                    int whole, int first) {
    const int begin = channel == 0 ? 0 : channel + together - 1;
    const int end = channel == 0 ? together : begin + 1;
    REAL least = INFINITY, most = -INFINITY;
    ulong count = 0;
#if defined(stats_sum) || defined(stats_sum_sq)
    wide_pair sum = (wide_pair)(0), sum_sq = (wide_pair)(0);
#endif
    for (int c = begin; c < end; ++c) {
#ifdef raw_count
        count += raw_count(row, c);
#endif
        if (raw_min(row, c) > raw_max(row, c)) continue;  // nothing was counted
        const int lane = alpha && c == raw_channels - 1 ? levels_channels - 1 : levels_channels > 1 ? c : 0;
        const int levels_row = levels_rows > 1 ? row : 0;
#if defined(stats_sum) || defined(stats_sum_sq)
        const REAL least_level = levels_value(levels_row, lane, 0);
        const REAL top_level = levels_value(levels_row, lane, levels_value_count - 1);
        const REAL slope = (top_level - least_level) / (levels_value_count - 1);
        const REAL base = least_level - slope * first;
        // Sums of v and v^2 as pairs: of slope * v + base, a variance is a small difference.
        const long own = raw_sum(row, c);
        const wide_pair up = (wide_pair)(slope, 0), at = (wide_pair)(base, 0);
        const wide_pair all = pair_from(raw_count(row, c));
        const wide_pair of_sum = own < 0 ? -pair_from(abs(own)) : pair_from(own);
        const wide_pair squares = pair_from(raw_sum_sq(row, c));
        const wide_pair moved = pair_multiply(up, of_sum), based = pair_multiply(at, all);
        sum = pair_add(sum, pair_add(moved, based));
        sum_sq = pair_add(sum_sq, pair_add(pair_multiply(pair_multiply(up, up), squares),
                                           pair_multiply(at, pair_add(2 * moved, based))));
#endif
        const REAL a = levels_value(levels_row, lane, (int)raw_min(row, c) - first);
        const REAL b = levels_value(levels_row, lane, (int)raw_max(row, c) - first);
        least = fmin(least, fmin(a, b));
        most = fmax(most, fmax(a, b));
    }
#ifdef stats_count
    stats_count(row, channel) = count;
#endif
#ifdef stats_sum
    stats_sum(row, channel) = sum;
#endif
#ifdef stats_sum_sq
    stats_sum_sq(row, channel) = sum_sq;
#endif
    const bool none = whole && least > most;
    long top = sizeof(REAL) == 4 ? INT_MAX : LONG_MAX, bottom = -top - 1;  // where nothing was counted
#ifdef stats_min
    if (none) stats_min(row, channel) = top;
    else stats_min(row, channel) = least;
#endif
#ifdef stats_max
    if (none) stats_max(row, channel) = bottom;
    else stats_max(row, channel) = most;
#endif
}
