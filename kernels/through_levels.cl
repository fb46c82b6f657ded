// The extremes of what monotone Points make of an image, from its own: whether they rise or fall, the least
// value comes from one end. `together` channels make the first one of the result.
void through_levels(int row, int channel, TABLE raw, TABLE levels, TABLE stats, int together, int alpha,
                    int whole, int first) {
    const int begin = channel == 0 ? 0 : channel + together - 1;
    const int end = channel == 0 ? together : begin + 1;
    REAL least = INFINITY, most = -INFINITY;
    ulong count = 0;
    for (int c = begin; c < end; ++c) {
#ifdef raw_count
        count += raw_count(row, c);
#endif
        if (raw_min(row, c) > raw_max(row, c)) continue;  // nothing was counted
        const int lane = alpha && c == raw_channels - 1 ? levels_channels - 1 : levels_channels > 1 ? c : 0;
        const int levels_row = levels_rows > 1 ? row : 0;
        const REAL a = levels_value(levels_row, lane, (int)raw_min(row, c) - first);
        const REAL b = levels_value(levels_row, lane, (int)raw_max(row, c) - first);
        least = fmin(least, fmin(a, b));
        most = fmax(most, fmax(a, b));
    }
#ifdef stats_count
    stats_count(row, channel) = count;
#endif
    const bool none = whole && least > most;
    long top = sizeof(REAL) == 4 ? INT_MAX : LONG_MAX, bottom = -top - 1;  // of integers that were not counted
#ifdef stats_min
    if (none) stats_min(row, channel) = top;
    else stats_min(row, channel) = least;
#endif
#ifdef stats_max
    if (none) stats_max(row, channel) = bottom;
    else stats_max(row, channel) = most;
#endif
}
