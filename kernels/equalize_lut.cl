// lut[v] = (cdf(v) - h) * s, s = white / (N - h), h the count of the first level that occurs; in single
// precision, s correctly rounded, which makes it bit for bit what OpenCV's equalizeHist does. A group of one
// value, or of none, keeps its levels.
#include "kernels/scan.clh"

void equalize_lut(int row, int channel, int item, int items, __local ulong *scratch, TABLE stats, TABLE lut,
                  int levels, REAL white, __global uint *status) {
    const __global ulong *counts = &stats_histogram(row, channel, 0);
    scan_runs(counts, levels, item, items, scratch);
    const ulong all = scan_before(items, scratch);
    if (all == 0 && item == 0) atomic_inc(status);
    ulong rank = 0;
    const ulong first = all > 0 ? counts[scan_find(counts, levels, items, scratch, &rank)] : 0;
    const float s = all > first ? divide(white, convert_float(all - first)) : 0;

    const int run = (levels + items - 1) / items;
    ulong below = scan_before(item, scratch);  // and up to the level
    for (int level = item * run; level < min(levels, (item + 1) * run); ++level) {
        below += counts[level];
        const float y = below > first ? convert_float(below - first) * s : 0;
        lut_value(row, channel, level) = all > first ? fmin(rint(y), white) : level;
    }
}
