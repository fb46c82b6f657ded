// The limit of every pass that writes what it reads: copies all texels. LOCAL: work-items of a group,
// ACROSS: so many of them lie side by side in an image object.
#define KERNEL __kernel __attribute__((reqd_work_group_size(LOCAL, 1, 1)))

// With a group for each LOCAL texels, one texel for each item; with fewer groups, four at once in turns.
KERNEL void tuning_copy_buffer(__global const uint4 *src, const uint texels, __global uint4 *dst) {
    const uint step = get_global_size(0);
    uint at = get_global_id(0);
    for (; at + 3 * step < texels; at += 4 * step) {
        const uint4 a = src[at], b = src[at + step], c = src[at + 2 * step], d = src[at + 3 * step];
        dst[at] = a;
        dst[at + step] = b;
        dst[at + 2 * step] = c;
        dst[at + 3 * step] = d;
    }
    for (; at < texels; at += step) dst[at] = src[at];
}

// One item for each core: a run of its own, a line of the cache at a time.
KERNEL void tuning_copy_runs(__global const uint4 *src, const uint texels, __global uint4 *dst) {
    __global const uint16 *from = (__global const uint16 *)src;
    __global uint16 *to = (__global uint16 *)dst;
    const uint lines = texels / 4, run = (lines + get_global_size(0) - 1) / get_global_size(0);
    const uint end = min(lines, (uint)(get_global_id(0) + 1) * run);
    for (uint at = get_global_id(0) * run; at < end; ++at) to[at] = from[at];
    if (get_global_id(0) == 0)
        for (uint i = 4 * lines; i < texels; ++i) dst[i] = src[i];
}

// Tiles ACROSS texels wide, each item four rows of one; below the image its last row once more.
KERNEL void tuning_copy_image(__read_only image2d_t src, const uint texels, __write_only image2d_t dst) {
    const int width = get_image_width(src), last = get_image_height(src) - 1;
    const int rows = LOCAL / ACROSS;
    const int across = (width + ACROSS - 1) / ACROSS, tiles = across * (last / (4 * rows) + 1);
    for (int tile = get_group_id(0); tile < tiles; tile += get_num_groups(0)) {
        const int x = tile % across * ACROSS + get_local_id(0) % ACROSS;
        const int y = tile / across * 4 * rows + get_local_id(0) / ACROSS;
        if (x >= width) continue;
        uint4 texel[4];
        #pragma unroll
        for (int k = 0; k < 4; ++k) texel[k] = read_imageui(src, (int2)(x, min(y + k * rows, last)));
        #pragma unroll
        for (int k = 0; k < 4; ++k) write_imageui(dst, (int2)(x, min(y + k * rows, last)), texel[k]);
    }
}

// One item for each core: rows of its own.
KERNEL void tuning_copy_rows(__read_only image2d_t src, const uint texels, __write_only image2d_t dst) {
    const int width = get_image_width(src), height = get_image_height(src);
    for (int y = get_global_id(0); y < height; y += get_global_size(0))
        for (int x = 0; x < width; ++x) write_imageui(dst, (int2)(x, y), read_imageui(src, (int2)(x, y)));
}
