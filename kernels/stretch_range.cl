// From the range of a group's values to the table that drives stretch*: one call per channel.
//
// out_low, out_high: the wanted range, in code values of the result. units: how many code values of
// the result one of the source is. when_constant: what becomes of a group whose values are all equal (0 keep,
// 1 low, 2 mid, 3 zero); luma: whether it is the luma of colours. strength blends the wanted range with the
// group's own; independence blends the channel's range with the joint one of all channels. white: that of a
// source of integers which are stretched to integers of another white, else 0. type_low, type_high: what the
// source can hold.

// lo and hi go to the ends, and are the low and high that a caller sees; `extent` is what the values span:
// nothing is counted if that is NaN. whole: whether all values are whole numbers.
void stretch_range_line(int row, int channel, TABLE range, REAL lo, REAL hi, REAL extent, bool whole,
                        REAL out_low, REAL out_high, int when_constant, int luma, REAL strength, REAL units,
                        REAL white, REAL type_low, REAL type_high, __global uint *status) {
    REAL low = strength * out_low + (1 - strength) * lo * units;
    REAL high = strength * out_high + (1 - strength) * hi * units;
    // Colours end at the wanted bounds, whatever part of the way their luma goes.
    const bool colours = luma != 0 && channel == 0;
    REAL least = colours ? fmin(out_low, out_high) : fmin(low, high);
    REAL most = colours ? fmax(out_low, out_high) : fmax(low, high);
    REAL gain = 1;
    REAL origin = lo;
    REAL scale = 1;
    REAL base = low;

    const REAL tiny = sizeof(REAL) == 4 ? (REAL)FLT_MIN : (REAL)2.2250738585072014e-308;
    const bool empty = isnan(extent), flat = !(extent >= tiny);
    if (empty) atomic_inc(status);
    range_low(row, channel) = empty ? (REAL)NAN : lo;
    range_high(row, channel) = empty ? (REAL)NAN : hi;
    if (empty || flat) {
        least = empty ? -INFINITY : fmin(out_low, out_high);
        most = empty ? INFINITY : fmax(out_low, out_high);
    }
    if (white > 0 && (empty || (flat && when_constant == 0))) {  // white goes to white, in whole numbers
        lo = low = 0;
        hi = white;
        high = round(white * units);
        scale = divide(high, white);
    } else if (empty) {  // nothing was counted: the image stays as it is
        lo = type_low;
        hi = type_high;
        low = lo * units;
        high = hi * units;
        origin = isinf(type_low) ? 0 : type_low;
        base = origin * units;
        scale = units;
    } else if (flat) {
        const REAL target = when_constant == 1 ? out_low : when_constant == 2 ? (out_low + out_high) / 2 : 0;
        if (when_constant == 0) {
            low = least;
            high = most;
            lo = low / units;
            hi = high / units;
            origin = base = 0;
            scale = units;
        } else if (luma && channel == 0) {  // it becomes the target; colours still end at both bounds
            base = target;
            lo = -INFINITY;
            hi = INFINITY;
            low = out_low;
            high = out_high;
            origin = scale = 0;
        } else {  // nothing lies above type_high: all values give low
            low = high = base = target;
            lo = hi = type_high;
            origin = scale = 0;
        }
    } else if (lo == hi) {  // percentiles: what is not above goes to low, the rest to high
        hi = whole && lo == rint(lo) ? lo + 1 : nextafter(lo, (REAL)INFINITY);
        scale = high - low;
    } else {
        if (isinf(hi - lo)) gain = 0.5;
        else if (hi - lo < 1e-20) gain = 1099511627776.0;
        origin = lo * gain;
        scale = divide(high - low, hi * gain - origin);
    }
    range_lo(row, channel) = lo;
    range_hi(row, channel) = hi;
    range_bottom(row, channel) = low;
    range_top(row, channel) = high;
    range_gain(row, channel) = gain;
    range_origin(row, channel) = origin;
    range_scale(row, channel) = scale;
    range_base(row, channel) = base;
    range_least(row, channel) = least;
    range_most(row, channel) = most;
}

#ifndef found_prefix
// The range is from the minimum to the maximum.
void stretch_range(int row, int channel, TABLE stats, TABLE range, REAL out_low, REAL out_high,
                   int when_constant, int luma, REAL strength, REAL independence, REAL units, REAL white,
                   REAL type_low, REAL type_high, __global uint *status) {
    REAL lo = stats_min(row, channel);
    REAL hi = stats_max(row, channel);
    const bool empty = !(lo <= hi);
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
    stretch_range_line(row, channel, range, lo, hi, empty ? (REAL)NAN : hi - lo, false, out_low, out_high,
                       when_constant, luma, strength, units, white, type_low, type_high, status);
}
#else
// The range is between two percentiles, given by their keys: of `key` bits, or 0 for those of integers.
REAL stretch_range_value(ulong prefix, int key, REAL type_low) {
    if (key == 0) return (REAL)prefix + type_low;
#ifdef FP64
    if (key == 64) return (REAL)as_double(prefix >> 63 ? prefix ^ (1ul << 63) : ~prefix);
#endif
    const uint bits = (uint)prefix;
    return (REAL)as_float(bits >> 31 ? bits ^ (1u << 31) : ~bits);
}

void stretch_range_keys(int row, int channel, TABLE stats, TABLE found, TABLE range, REAL out_low,
                        REAL out_high, int when_constant, int luma, REAL strength, REAL units, REAL white,
                        REAL type_low, REAL type_high, int key, __global uint *status) {
    const REAL least = stats_min(row, channel);
    const REAL most = stats_max(row, channel);
    const REAL lo = stretch_range_value(found_prefix(row, channel, 0), key, type_low);
    const REAL hi = stretch_range_value(found_prefix(row, channel, 1), key, type_low);
    stretch_range_line(row, channel, range, lo, hi, least <= most ? most - least : (REAL)NAN, key == 0,
                       out_low, out_high, when_constant, luma, strength, units, white, type_low, type_high,
                       status);
}

#ifdef joint_prefix
// ... and those of all channels together.
void stretch_range_joint(int row, int channel, TABLE stats, TABLE found, TABLE joint, TABLE range,
                         REAL out_low, REAL out_high, int when_constant, int luma, REAL strength,
                         REAL independence, REAL units, REAL white, REAL type_low, REAL type_high, int key,
                         __global uint *status) {
    REAL lo = stretch_range_value(found_prefix(row, channel, 0), key, type_low);
    REAL hi = stretch_range_value(found_prefix(row, channel, 1), key, type_low);
    lo = independence * lo + (1 - independence) * stretch_range_value(joint_prefix(row, 0, 0), key, type_low);
    hi = independence * hi + (1 - independence) * stretch_range_value(joint_prefix(row, 0, 1), key, type_low);
    REAL joint_least = stats_min(row, 0);
    REAL joint_most = stats_max(row, 0);
    for (int c = 1; c < stats_channels; ++c) {
        joint_least = fmin(joint_least, (REAL)stats_min(row, c));
        joint_most = fmax(joint_most, (REAL)stats_max(row, c));
    }
    const REAL own = (REAL)stats_max(row, channel) - (REAL)stats_min(row, channel);
    const REAL extent = independence * own + (1 - independence) * (joint_most - joint_least);
    const bool empty = stats_min(row, channel) > stats_max(row, channel);
    stretch_range_line(row, channel, range, lo, hi, empty ? (REAL)NAN : extent, key == 0, out_low, out_high,
                       when_constant, luma, strength, units, white, type_low, type_high, status);
}
#endif
#endif
