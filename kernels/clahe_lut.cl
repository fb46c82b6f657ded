// Contrast limited adaptive histogram equalization, as OpenCV defines it: the lookup table of a tile of
// `area` pixels. No level counts for more than `limit`. What lies above goes to all levels up to white
// alike, and what remains of that, one each, to every step-th.
//
// partial: alpha may hide pixels of a tile. Then those that were counted are its area, and clip_limit times
// their share of a level is the limit; a tile of which nothing was counted keeps its levels.
#include "kernels/scan.clh"

void clahe_lut(int row, int channel, int item, int items, __local ulong *scratch, TABLE counts, TABLE lut,
               uint area, uint limit, int levels, int used, REAL white, int partial, REAL clip_limit,
               int tiles, __global uint *status) {
    const int run = (levels + items - 1) / items;
    const int first = item * run, last = min(levels, first + run);
    const __global ulong *all = &counts_histogram(row, channel, 0);
    ulong counted = area;
    if (partial != 0) {
        scan_runs(all, levels, item, items, scratch);
        counted = scan_before(items, scratch);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (counted != area && clip_limit > 0)
        limit = max(1u, convert_uint_sat(divide(clip_limit * convert_float(counted), (REAL)used)));
    if (counted == 0) {
        for (int level = first; level < last; ++level) lut_value(row, channel, level) = level;
        if (row % tiles != 0) return;
        ulong others = 0;  // the first tile speaks for all
        for (int tile = 1; tile < tiles; ++tile)
            for (int level = first; level < last; ++level)
                others += counts_histogram(row + tile, channel, level);
        scan_sums(others, item, items, scratch);
        if (item == 0 && scan_before(items, scratch) == 0) atomic_inc(status);
        return;
    }
    ulong above = 0;
    for (int level = first; level < last; ++level) above += all[level] - min(all[level], (ulong)limit);
    scan_sums(above, item, items, scratch);
    const ulong clipped = scan_before(items, scratch);
    const int rest = (int)(clipped % used), step = max(1, used / max(1, rest));
    const ulong each = clipped / used;
    barrier(CLK_LOCAL_MEM_FENCE);

    // How many the level counts for then.
#define CLAHE_LUT_GIFT(level) (each + ((level) % step == 0 && (level) / step < rest ? 1 : 0))
#define CLAHE_LUT_SHARE(level) (min(all[level], (ulong)limit) + ((level) < used ? CLAHE_LUT_GIFT(level) : 0))
    ulong sum = 0;
    for (int level = first; level < last; ++level) sum += CLAHE_LUT_SHARE(level);
    scan_sums(sum, item, items, scratch);

    const float scale = divide(white, convert_float(counted));
    ulong below = scan_before(item, scratch);  // and up to the level
    for (int level = first; level < last; ++level) {
        below += CLAHE_LUT_SHARE(level);
        lut_value(row, channel, level) = fmin(rint(convert_float(below) * scale), white);
    }
}
