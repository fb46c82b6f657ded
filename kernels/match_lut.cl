// lut[v] = the value of which the same share of the wanted pixels is up to it as of the counted ones up to v:
// the quantiles of the wanted levels that occur, and lines between them, as numpy.interp has them. Rounded
// half to even from whole numbers, so that all devices agree. Up to 2^31 values on either side.
#include "kernels/scan.clh"

// value_0 + round((value_1 - value_0) * part / whole), 0 <= part <= whole < 2^62. The product wraps, and so
// does what the guess is taken from; what is left fits.
int match_lut_between(int value_0, int value_1, ulong part, ulong whole) {
    const int rise = value_1 - value_0;
    int guess = convert_int_rte(rise * divide(convert_float(part), convert_float(whole)));
    const long rest = 2 * as_long(rise * part - guess * whole);
    const long odd = (value_0 + guess) & 1;
    guess += (rest + odd > as_long(whole) ? 1 : 0) - (odd - rest > as_long(whole) ? 1 : 0);
    return value_0 + guess;
}

void match_lut(int row, int channel, int item, int items, __local ulong* scratch, TABLE counts, TABLE wanted,
               TABLE lut, int levels, __global uint* status) {
    const int wanted_row = wanted_rows > 1 ? row : 0, wanted_channel = wanted_channels > 1 ? channel : 0;
    const __global ulong* own = &counts_histogram(row, channel, 0);
    const __global ulong* other = &wanted_histogram(wanted_row, wanted_channel, 0);
    const int run = (levels + items - 1) / items;

    scan_runs(own, levels, item, items, scratch);
    const ulong all = scan_before(items, scratch);
    ulong below = scan_before(item, scratch);  // and up to the level
    barrier(CLK_LOCAL_MEM_FENCE);
    scan_runs(other, levels, item, items, scratch);
    const ulong all_other = scan_before(items, scratch);
    const bool any = all > 0 && all_other > 0;
    if (!any && item == 0) atomic_inc(status);

    // The first level up to which there is the share, from the run on that has it, and the last before it
    // that occurs.
    const ulong least = below + (item * run < levels ? own[item * run] : 0);
    int start = 0;
    while (start < items - 1 && scratch[start] * all < least * all_other) ++start;
    int at = start * run, before = at - 1;
    while (before >= 0 && other[before] == 0) --before;
    ulong up_to_before = scan_before(start, scratch), up_to = up_to_before + other[at];
    for (int level = item * run; level < min(levels, (item + 1) * run); ++level) {
        below += own[level];
        while (any && (other[at] == 0 || up_to * all < below * all_other)) {
            if (other[at] > 0) {
                before = at;
                up_to_before = up_to;
            }
            up_to += other[++at];
        }
        lut_value(row, channel, level) =
            !any ? level
            : before < 0
                ? at
                : match_lut_between(before, at, below * all_other - up_to_before * all, other[at] * all);
    }
}
