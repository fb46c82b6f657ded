// What a device takes to read a few vectors again and again, which stay in the nearest cache. There are
// `mask` + 1 of them, a power of two. Each work-item reads READS in a round, four at a time, and begins one
// later in the next.
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void tuning_near(__global const VECTOR *src, const uint mask, const uint rounds, __global VECTOR *dst) {
    VECTOR a = 0, b = 0, c = 0, d = 0;
    const uint step = get_local_size(0), first = get_local_id(0);
    for (uint round = 0; round < rounds; ++round)
        for (uint i = 0; i < READS; i += 4) {
            const uint at = first + round + i * step;
            a ^= src[at & mask];
            b ^= src[(at + step) & mask];
            c ^= src[(at + 2 * step) & mask];
            d ^= src[(at + 3 * step) & mask];
        }
    dst[get_global_id(0)] = (a ^ b) ^ (c ^ d);
}
