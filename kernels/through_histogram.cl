// Statistics of what Points make of an 8-bit image, from the histogram of the image and the result for each
// level. `together` channels make the first one of the result. stats_<field> is there if the Table has that
// field.
void through_histogram(int row, int channel, TABLE raw, TABLE levels, TABLE stats, int together, int alpha) {
    const int begin = channel == 0 ? 0 : channel + together - 1;
    const int end = channel == 0 ? together : begin + 1;
    REAL least = INFINITY, most = -INFINITY, sum = 0, sum_sq = 0;
    ulong count = 0, nonzero = 0, nan_count = 0, inf_count = 0;
    for (int c = begin; c < end; ++c) {
        const int lane = alpha && c == raw_channels - 1 ? levels_channels - 1 : levels_channels > 1 ? c : 0;
        for (int level = 0; level < 256; ++level) {
            const ulong n = raw_histogram(row, c, level);
            if (n == 0) continue;
            const REAL v = levels_value(levels_rows > 1 ? row : 0, lane, level);
            nan_count += isnan(v) ? n : 0;
            inf_count += isinf(v) ? n : 0;
            if (!isfinite(v)) continue;
            count += n;
            nonzero += v != 0 ? n : 0;
            least = fmin(least, v);
            most = fmax(most, v);
            sum += n * v;
            sum_sq += n * v * v;
        }
    }
#ifdef stats_count
    stats_count(row, channel) = count;
#endif
#ifdef stats_min
    stats_min(row, channel) = least;
#endif
#ifdef stats_max
    stats_max(row, channel) = most;
#endif
#ifdef stats_sum
    stats_sum(row, channel) = (double2)(sum, 0);
#endif
#ifdef stats_sum_sq
    stats_sum_sq(row, channel) = (double2)(sum_sq, 0);
#endif
#ifdef stats_nonzero
    stats_nonzero(row, channel) = nonzero;
#endif
#ifdef stats_nan
    stats_nan(row, channel) = nan_count;
#endif
#ifdef stats_inf
    stats_inf(row, channel) = inf_count;
#endif
}
