// From the range of a group's values to the table that drives stretch*: one call per channel.
//
// out_low, out_high: the wanted range, in code values of the result. units: how many code values of
// the result one of the source is. when_constant: what becomes of a group whose values are all equal (0 keep,
// 1 low, 2 mid, 3 zero); luma: whether it is the luma of colours. strength blends the wanted range with the
// group's own; independence blends the channel's range with the joint one of all channels. white: that of a
// source of integers which are stretched to integers of another white, else 0.
// type_low, type_high: what the source can hold. whole: whether the result is of whole numbers.
//
// parts: how many of the numbers in `stats` are a code value of the source, for stretch64, which takes the
// range in whole code values and such parts; else 0. joint_min is there if a stage takes a range of all
// channels together.

// The power of two by which values are multiplied first. It is not 1 where hi - lo, or the scale that takes
// it to high - low, would leave the range of REAL or come close to its subnormal numbers.
REAL stretch_range_gain(REAL lo, REAL hi, REAL low, REAL high) {
    const int far = sizeof(REAL) == 4 ? 66 : 900, top = sizeof(REAL) == 4 ? 126 : 1022;
    const REAL half_rise = fabs(high * (REAL)0.5 - low * (REAL)0.5);
    const int from = ilogb(hi * (REAL)0.5 - lo * (REAL)0.5), to = half_rise > 0 ? ilogb(half_rise) : from;
    if (from > -far && abs(to - from) < far && !isinf(hi - lo) && !isinf(high - low)) return 1;
    return ldexp((REAL)1, clamp(to / 2 - from, -top, top));
}

// lo and hi go to the ends, and are the low and high that a caller sees.
void stretch_range_line(int row, int channel, TABLE range, bool empty, bool flat, REAL lo, REAL hi,
                        REAL out_low, REAL out_high, int when_constant, int luma, REAL strength, REAL units,
                        REAL white, REAL type_low, REAL type_high, int whole, __global uint *status) {
    REAL low = strength * out_low + (1 - strength) * lo * units;
    REAL high = strength * out_high + (1 - strength) * hi * units;
    // Colours end at the wanted bounds, whatever part of the way their luma goes.
    const bool colours = luma != 0 && channel == 0;
    REAL least = colours ? fmin(out_low, out_high) : fmin(low, high);
    REAL most = colours ? fmax(out_low, out_high) : fmax(low, high);
    REAL gain = 1, origin = 0, scale = 0, base = 0;

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
    } else if (flat && when_constant == 0) {
        low = least;
        high = most;
        lo = low / units;
        hi = high / units;
        scale = units;
    } else if (flat) {
        REAL target = when_constant == 1   ? out_low
                      : when_constant == 2 ? out_low * (REAL)0.5 + out_high * (REAL)0.5
                                           : 0;
        if (whole != 0 && !colours) target = rint(target);
        base = target;
        if (colours) {  // luma becomes the target; colours still end at both bounds
            lo = -INFINITY;
            hi = INFINITY;
            low = out_low;
            high = out_high;
        } else {  // nothing lies above type_high: all values give low
            least = most = low = high = target;
            lo = hi = type_high;
        }
    } else if (isinf(high - low)) {  // from the middle, where sums stay in range
        gain = stretch_range_gain(lo, hi, low, high);
        origin = (lo * (REAL)0.5 + hi * (REAL)0.5) * gain;
        base = low * (REAL)0.5 + high * (REAL)0.5;
        scale = divide(high * (REAL)0.5 - low * (REAL)0.5, (hi * gain) * (REAL)0.5 - (lo * gain) * (REAL)0.5);
    } else {
        gain = stretch_range_gain(lo, hi, low, high);
        origin = lo * gain;
        base = low;
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

// A whole number of parts as code values, rounded down, and what is left.
#define STRETCH_RANGE_PUT(field, n)                                            \
    const REAL field##_whole = (REAL)((n) / parts - ((n) % parts < 0 ? 1 : 0)); \
    range_##field(row, channel) = field##_whole;                               \
    range_##field##_rest(row, channel) = (REAL)((n) - (long)field##_whole * parts)

void stretch_range_parts(int row, int channel, TABLE range, bool some, long from, long to, int parts) {
    range_from(row, channel) = range_from_rest(row, channel) = 0;
    range_to(row, channel) = range_to_rest(row, channel) = 0;
    if (!some) return;
    STRETCH_RANGE_PUT(from, from);
    STRETCH_RANGE_PUT(to, to);
}

// Nothing was counted where the minimum is above the maximum.
#define STRETCH_RANGE_MIXED(joint_lo, joint_hi)                                                            \
    const REAL part = parts > 1 ? parts : 1;                                                               \
    const REAL tiny = sizeof(REAL) == 4 ? (REAL)FLT_MIN : (REAL)2.2250738585072014e-308;                   \
    const REAL own_lo = divide(stats_min(row, channel), part);                                             \
    const REAL own_hi = divide(stats_max(row, channel), part);                                             \
    const REAL lo = independence < 1 ? independence * own_lo + (1 - independence) * (joint_lo) : own_lo;   \
    const REAL hi = independence < 1 ? independence * own_hi + (1 - independence) * (joint_hi) : own_hi;   \
    const bool empty = !(stats_min(row, channel) <= stats_max(row, channel));                              \
    const bool flat = parts > 0 ? stats_min(row, channel) == stats_max(row, channel) : !(hi - lo >= tiny); \
    stretch_range_parts(row, channel, range, parts > 0 && !empty && !flat, (long)stats_min(row, channel),  \
                        (long)stats_max(row, channel), parts);                                             \
    stretch_range_line(row, channel, range, empty, flat, lo, hi, out_low, out_high, when_constant, luma,   \
                       strength, units, white, type_low, type_high, whole, status)

void stretch_range(int row, int channel, TABLE stats, TABLE range, REAL out_low, REAL out_high,
                   int when_constant, int luma, REAL strength, REAL independence, REAL units, REAL white,
                   REAL type_low, REAL type_high, int whole, int parts, __global uint *status) {
    REAL joint_lo = stats_min(row, 0);
    REAL joint_hi = stats_max(row, 0);
    for (int c = 1; c < stats_channels; ++c) {
        joint_lo = fmin(joint_lo, (REAL)stats_min(row, c));
        joint_hi = fmax(joint_hi, (REAL)stats_max(row, c));
    }
    STRETCH_RANGE_MIXED(joint_lo, joint_hi);
}

// The range of all channels together is not the widest of theirs.
#ifdef joint_min
void stretch_range_joint(int row, int channel, TABLE stats, TABLE joint, TABLE range, REAL out_low,
                         REAL out_high, int when_constant, int luma, REAL strength, REAL independence,
                         REAL units, REAL white, REAL type_low, REAL type_high, int whole, int parts,
                         __global uint *status) {
    STRETCH_RANGE_MIXED(joint_min(row, 0), joint_max(row, 0));
}
#endif
