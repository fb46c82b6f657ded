// From the minimum and maximum of a group to the table that drives stretch*: one call per channel.
//
// out_low, out_high: the wanted range, in code values of the result. units: how many code values of
// the result one of the source is. when_constant: what becomes of a group whose values are all equal (0 keep,
// 1 low, 2 mid, 3 zero). strength blends the wanted range with the group's own; independence blends the
// channel's range with the joint one of all channels. type_low, type_high: what the source can hold.
void stretch_range(int row, int channel, TABLE stats, TABLE range, REAL out_low, REAL out_high,
                   int when_constant, REAL strength, REAL independence, REAL units, REAL type_low,
                   REAL type_high, __global uint *status) {
    REAL lo = stats_min(row, channel);
    REAL hi = stats_max(row, channel);
    if (independence < 1) {
        REAL joint_lo = stats_min(row, 0);
        REAL joint_hi = stats_max(row, 0);
        for (int c = 1; c < stats_channels; ++c) {
            joint_lo = fmin(joint_lo, (REAL)stats_min(row, c));
            joint_hi = fmax(joint_hi, (REAL)stats_max(row, c));
        }
        lo = independence * lo + (1 - independence) * joint_lo;
        hi = independence * hi + (1 - independence) * joint_hi;
    }
    REAL low = strength * out_low + (1 - strength) * lo * units;
    REAL high = strength * out_high + (1 - strength) * hi * units;
    REAL gain = 1;
    REAL origin = lo;
    REAL scale = 1;
    REAL base = low;

    const REAL tiny = sizeof(REAL) == 4 ? (REAL)FLT_MIN : (REAL)2.2250738585072014e-308;
    if (!(lo <= hi)) {  // nothing was counted: the image stays as it is
        lo = low = type_low;
        hi = high = type_high;
        origin = base = isinf(type_low) ? 0 : type_low;
        atomic_inc(status);
    } else if (!(hi - lo >= tiny)) {
        const REAL least = fmin(out_low, out_high);
        const REAL most = fmax(out_low, out_high);
        if (when_constant == 0) {
            lo = low = least;
            hi = high = most;
            origin = base = 0;
        } else {  // nothing lies above type_high: all values give low
            low = high = when_constant == 1 ? out_low : when_constant == 2 ? (out_low + out_high) / 2 : 0;
            lo = hi = type_high;
            origin = scale = 0;
            base = low;
        }
    } else {
        if (isinf(hi - lo)) gain = 0.5;
        else if (hi - lo < 1e-20) gain = 1099511627776.0;
        origin = lo * gain;
        scale = divide(high - low, hi * gain - origin);
    }
    range_lo(row, channel) = lo;
    range_hi(row, channel) = hi;
    range_low(row, channel) = low;
    range_high(row, channel) = high;
    range_gain(row, channel) = gain;
    range_origin(row, channel) = origin;
    range_scale(row, channel) = scale;
    range_base(row, channel) = base;
}
