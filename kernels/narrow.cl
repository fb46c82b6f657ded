// Percentiles by radix: counts of a digit tell which value of it a percentile has, then only values with that
// digit are looked at, and their next one.
#include "kernels/scan.clh"

// From the counts of the highest digit. below, above: of 10^8 values, how many lie below the lower percentile
// and above the upper one; the ranks are floor(below * N / 10^8) from either end. N * 10^8 fits 64 bits for
// N up to 1.8 * 10^11.
void narrow_first(int row, int channel, int item, int items, __local ulong *scratch, TABLE counts,
                  TABLE found, uint below, uint above, int bits) {
    const __global ulong *all = &counts_histogram(row, channel, 0);
    scan_runs(all, 1 << bits, item, items, scratch);
    if (item != 0) return;
    const ulong count = scan_before(items, scratch);
    const ulong last = count > 0 ? count - 1 : 0;
    ulong low = min(below * count / 100000000, last);
    ulong high = last - min(above * count / 100000000, last);
    found_prefix(row, channel, 0) = scan_find(all, 1 << bits, items, scratch, &low);
    found_prefix(row, channel, 1) = scan_find(all, 1 << bits, items, scratch, &high);
    found_rank(row, channel, 0) = low;
    found_rank(row, channel, 1) = high;
}

// From the counts of the next digit, for each of the two prefixes.
#ifdef before_prefix
void narrow(int row, int channel, int item, int items, __local ulong *scratch, TABLE counts, TABLE before,
            TABLE found, int bits) {
    for (int i = 0; i < 2; ++i) {
        const __global ulong *all = &counts_histogram(row, channel, i << bits);
        scan_runs(all, 1 << bits, item, items, scratch);
        if (item == 0) {
            ulong rank = before_rank(row, channel, i);
            const ulong digit = scan_find(all, 1 << bits, items, scratch, &rank);
            found_prefix(row, channel, i) = before_prefix(row, channel, i) << bits | digit;
            found_rank(row, channel, i) = rank;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
#endif
