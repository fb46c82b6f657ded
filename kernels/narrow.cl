// Percentiles by radix: counts of a digit tell which value of it a percentile has, then only values with that
// digit are looked at, and their next one. Behind the last digit keys become values. found_prefix is there if
// `found` is not for the last digit, before_prefix if a digit was found before: these choose the functions.
#include "kernels/scan.clh"

// The digits of two values, and their ranks among values that have these, from the counts of the highest
// digit. below, above: of 10^8 values, how many lie below the lower percentile and above the upper one; the
// ranks are floor(below * N / 10^8) from either end. N * 10^8 fits 64 bits for N up to 1.8 * 10^11.
void narrow_ends(const __global ulong *all, int item, int items, __local ulong *scratch, uint below,
                 uint above, int bits, ulong *digit, ulong *rank) {
    scan_runs(all, 1 << bits, item, items, scratch);
    if (item != 0) return;
    const ulong count = scan_before(items, scratch);
    const ulong last = count > 0 ? count - 1 : 0;
    rank[0] = min(below * count / 100000000, last);
    rank[1] = last - min(above * count / 100000000, last);
    for (int i = 0; i < 2; ++i) digit[i] = scan_find(all, 1 << bits, items, scratch, &rank[i]);
}

// Likewise from the counts of a further digit, of values that begin like one of the two.
ulong narrow_digit(const __global ulong *all, int item, int items, __local ulong *scratch, int bits,
                   ulong *rank) {
    scan_runs(all, 1 << bits, item, items, scratch);
    const ulong digit = item == 0 ? scan_find(all, 1 << bits, items, scratch, rank) : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    return digit;
}

#ifdef found_prefix
void narrow_first(int row, int channel, int item, int items, __local ulong *scratch, TABLE counts,
                  TABLE found, uint below, uint above, int bits) {
    ulong digit[2], rank[2];
    narrow_ends(&counts_histogram(row, channel, 0), item, items, scratch, below, above, bits, digit, rank);
    for (int i = 0; i < 2 && item == 0; ++i) {
        found_prefix(row, channel, i) = digit[i];
        found_rank(row, channel, i) = rank[i];
    }
}

#ifdef before_prefix
void narrow_next(int row, int channel, int item, int items, __local ulong *scratch, TABLE counts,
                 TABLE before, TABLE found, int bits) {
    for (int i = 0; i < 2; ++i) {
        ulong rank = before_rank(row, channel, i);
        const __global ulong *all = &counts_histogram(row, channel, i << bits);
        const ulong digit = narrow_digit(all, item, items, scratch, bits, &rank);
        if (item != 0) continue;
        found_prefix(row, channel, i) = before_prefix(row, channel, i) << bits | digit;
        found_rank(row, channel, i) = rank;
    }
}
#endif
#else
// What a key of `key` bits stands for, or one of 0 bits, which is of an integer.
REAL narrow_value(ulong prefix, int key, REAL type_low) {
    if (key == 0) return (REAL)prefix + type_low;
#ifdef FP64
    if (key == 64) return (REAL)as_double(prefix >> 63 ? prefix ^ (1ul << 63) : ~prefix);
#endif
    const uint bits = (uint)prefix;
    return (REAL)as_float(bits >> 31 ? bits ^ (1u << 31) : ~bits);
}

// Where both percentiles are one value, or no farther apart than a constant group's, the group's minimum and
// maximum take their place. Nothing was counted if the minimum is above the maximum.
void narrow_found(int row, int channel, TABLE stats, TABLE found, const ulong *keys, int key, REAL type_low,
                  __global uint *status) {
    const REAL tiny = sizeof(REAL) == 4 ? (REAL)FLT_MIN : (REAL)2.2250738585072014e-308;
    const REAL least = stats_min(row, channel), most = stats_max(row, channel);
    const REAL lo = narrow_value(keys[0], key, type_low), hi = narrow_value(keys[1], key, type_low);
    const bool together = !(hi - lo >= tiny), empty = !(least <= most);
    if (!empty && together && most - least >= tiny) atomic_inc(status);
    found_min(row, channel) = empty ? (REAL)INFINITY : together ? least : lo;
    found_max(row, channel) = empty ? (REAL)-INFINITY : together ? most : hi;
}

#ifndef before_prefix
void narrow_only(int row, int channel, int item, int items, __local ulong *scratch, TABLE counts, TABLE stats,
                 TABLE found, uint below, uint above, int bits, int key, REAL type_low,
                 __global uint *status) {
    ulong digit[2], rank[2];
    narrow_ends(&counts_histogram(row, channel, 0), item, items, scratch, below, above, bits, digit, rank);
    if (item == 0) narrow_found(row, channel, stats, found, digit, key, type_low, status);
}
#else
void narrow_last(int row, int channel, int item, int items, __local ulong *scratch, TABLE counts,
                 TABLE before, TABLE stats, TABLE found, int bits, int key, REAL type_low,
                 __global uint *status) {
    ulong keys[2];
    for (int i = 0; i < 2; ++i) {
        ulong rank = before_rank(row, channel, i);
        const __global ulong *all = &counts_histogram(row, channel, i << bits);
        const ulong digit = narrow_digit(all, item, items, scratch, bits, &rank);
        keys[i] = before_prefix(row, channel, i) << bits | digit;
    }
    if (item == 0) narrow_found(row, channel, stats, found, keys, key, type_low, status);
}
#endif
#endif
