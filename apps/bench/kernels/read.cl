// The limit of every reduction: reads all texels and does as little as it can with them. Several reads of
// an item are on their way at once; what they add up to is written only to keep the compiler from
// dropping them. LOCAL: work-items of a group, ACROSS: so many of them lie side by side in an image object,
// READ: the function that reads its texels.
#define KERNEL __kernel __attribute__((reqd_work_group_size(LOCAL, 1, 1)))

uint bench_read_mix(uint4 a, uint4 b, uint4 c, uint4 d) {
    const uint4 mixed = a ^ b ^ c ^ d;
    return mixed.s0 ^ mixed.s1 ^ mixed.s2 ^ mixed.s3;
}

KERNEL void bench_read_buffer(__global const uint4 *src, const uint texels, __global uint *dst) {
    const uint step = get_global_size(0);
    uint mixed = 0, at = get_global_id(0);
    for (; at + 3 * step < texels; at += 4 * step)
        mixed ^= bench_read_mix(src[at], src[at + step], src[at + 2 * step], src[at + 3 * step]);
    for (; at < texels; at += step) mixed ^= bench_read_mix(src[at], 0, 0, 0);
    dst[get_global_id(0)] = mixed;
}

// One item for each core: a run of its own, a line of the cache at a time.
KERNEL void bench_read_runs(__global const uint4 *src, const uint texels, __global uint *dst) {
    __global const uint *words = (__global const uint *)src;
    const uint lines = texels / 4, run = (lines + get_global_size(0) - 1) / get_global_size(0);
    const uint end = min(lines, (uint)(get_global_id(0) + 1) * run);
    uint16 a = 0, b = 0, c = 0, d = 0;
    uint at = get_global_id(0) * run;
    for (; at + 4 <= end; at += 4) {
        a ^= vload16(at, words);
        b ^= vload16(at + 1, words);
        c ^= vload16(at + 2, words);
        d ^= vload16(at + 3, words);
    }
    for (; at < end; ++at) a ^= vload16(at, words);
    a ^= b ^ c ^ d;
    uint mixed = bench_read_mix(a.s0123, a.s4567, a.s89ab, a.scdef);
    if (get_global_id(0) == 0)
        for (uint i = 4 * lines; i < texels; ++i) mixed ^= bench_read_mix(src[i], 0, 0, 0);
    dst[get_global_id(0)] = mixed;
}

// Tiles ACROSS texels wide, each item eight rows of one; below the image its last row once more.
KERNEL void bench_read_image(__read_only image2d_t src, const uint texels, __global uint *dst) {
    const int width = get_image_width(src), last = get_image_height(src) - 1;
    const int rows = LOCAL / ACROSS;
    const int across = (width + ACROSS - 1) / ACROSS, tiles = across * (last / (8 * rows) + 1);
    uint mixed = 0;
    for (int tile = get_group_id(0); tile < tiles; tile += get_num_groups(0)) {
        const int x = tile % across * ACROSS + get_local_id(0) % ACROSS;
        const int y = tile / across * 8 * rows + get_local_id(0) / ACROSS;
        if (x >= width) continue;
        uint4 texel[8];
        #pragma unroll
        for (int k = 0; k < 8; ++k) texel[k] = as_uint4(READ(src, (int2)(x, min(y + k * rows, last))));
        #pragma unroll
        for (int k = 0; k < 8; k += 4)
            mixed ^= bench_read_mix(texel[k], texel[k + 1], texel[k + 2], texel[k + 3]);
    }
    dst[get_global_id(0)] = mixed;
}

// One item for each core: rows of its own.
KERNEL void bench_read_rows(__read_only image2d_t src, const uint texels, __global uint *dst) {
    const int width = get_image_width(src), height = get_image_height(src);
    uint4 mixed = 0;
    for (int y = get_global_id(0); y < height; y += get_global_size(0))
        for (int x = 0; x < width; ++x) mixed ^= as_uint4(READ(src, (int2)(x, y)));
    dst[get_global_id(0)] = bench_read_mix(mixed, 0, 0, 0);
}
