// From the counts of each level to the one above which white begins, as OpenCV's threshold finds them.
#include "kernels/scan.clh"

// Otsu: the largest variance between both sides, in the very operations of OpenCV, which decide where several
// levels are as good but for rounding.
void cut_level_otsu(int row, int channel, int item, TABLE counts, TABLE found, int levels,
                    __global uint *status) {
    if (item != 0) return;
    const __global ulong *all = &counts_histogram(row, channel, 0);
    const WIDE one = 1, epsilon = FLT_EPSILON;
    ulong count = 0;
    WIDE mean = 0;
    for (int i = 0; i < levels; ++i) {
        count += all[i];
        mean += i * (WIDE)all[i];
    }
    const WIDE scale = one / count;
    mean *= scale;
    WIDE below = 0, part = 0, most = 0;  // mean and part of those up to a level
    int best = 0;
    for (int i = 0; i < levels; ++i) {
        const WIDE own = all[i] * scale;
        below *= part;
        part += own;
        const WIDE rest = one - part;
        if (fmin(part, rest) < epsilon || fmax(part, rest) > one - epsilon) continue;
        below = (below + i * own) / part;
        const WIDE above = (mean - part * below) / rest;
        const WIDE between = part * rest * (below - above) * (below - above);
        if (between > most) {
            most = between;
            best = i;
        }
    }
    found_level(row, channel) = count > 0 ? (float)best : NAN;
    if (count == 0) atomic_inc(status);
}

// The same of many levels, by all items together, from whole sums up to each of them. Where two are as good
// the first one is taken.
void cut_level_otsu_by_items(int row, int channel, int item, int items, __local ulong *scratch, TABLE counts,
                             TABLE found, int levels, __global uint *status) {
    const __global ulong *all = &counts_histogram(row, channel, 0);
    const int run = (levels + items - 1) / items, end = min(levels, (item + 1) * run);
    ulong own = 0, own_sum = 0;
    for (int i = item * run; i < end; ++i) {
        own += all[i];
        own_sum += i * all[i];
    }
    scan_sums(own, item, items, scratch);
    const ulong count = scan_before(items, scratch);
    ulong below = scan_before(item, scratch);
    barrier(CLK_LOCAL_MEM_FENCE);
    scan_sums(own_sum, item, items, scratch);
    const ulong sum = scan_before(items, scratch);
    ulong sum_below = scan_before(item, scratch);
    barrier(CLK_LOCAL_MEM_FENCE);
    WIDE most = 0;
    int best = 0;
    for (int i = item * run; i < end; ++i) {
        below += all[i];
        sum_below += i * all[i];
        if (below == 0 || below == count) continue;
        const WIDE apart = (WIDE)sum_below / below - (WIDE)(sum - sum_below) / (count - below);
        const WIDE between = (WIDE)below * (count - below) * apart * apart;
        if (between > most) {
            most = between;
            best = i;
        }
    }
#ifdef FP64
    scratch[item] = as_ulong(most);  // in the order of the numbers, which are not negative
#else
    scratch[item] = as_uint(most);
#endif
    barrier(CLK_LOCAL_MEM_FENCE);
    int winner = 0;
    for (int other = 1; other < items; ++other)
        if (scratch[other] > scratch[winner]) winner = other;
    if (item == winner) found_level(row, channel) = count > 0 ? (float)best : NAN;
    if (item == 0 && count == 0) atomic_inc(status);
}

// Triangle: the level that lies farthest from the line from the peak to the end of the longer tail.
void cut_level_triangle(int row, int channel, int item, TABLE counts, TABLE found, int levels,
                        __global uint *status) {
    if (item != 0) return;
    const __global ulong *all = &counts_histogram(row, channel, 0);
    int first = 0, last = levels - 1, peak = 0;
    while (first < levels && all[first] == 0) ++first;
    while (last > 0 && all[last] == 0) --last;
    if (first == levels) {
        found_level(row, channel) = NAN;
        atomic_inc(status);
        return;
    }
    first = max(first - 1, 0);
    last = min(last + 1, levels - 1);
    for (int i = 0; i < levels; ++i)
        if (all[i] > all[peak]) peak = i;
    const bool right = peak - first < last - peak;
    // From the end of the tail to the peak, in steps of `turn`.
    const int end = right ? last : first, turn = right ? -1 : 1, steps = abs(peak - end);
    long farthest = -(long)all[peak] * (right ? levels - 1 - last : first);  // as OpenCV: from level 0
    int best = 0;
    for (int i = 1; i <= steps; ++i) {
        const long distance = (long)all[peak] * i - (long)steps * (long)all[end + turn * i];
        if (distance > farthest) {
            farthest = distance;
            best = i;
        }
    }
    found_level(row, channel) = end + turn * (best - 1);
}
