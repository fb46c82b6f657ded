// The last 64 results without barriers: one wavefront is left, and its items go in lock step. Only right
// where they do. They do not on CPUs; on NVIDIA's GPUs each item has had a program counter of its own
// since Volta, and WARP_SYNC brings them together again.
#ifdef WARP_SYNC
#define IN_STEP asm volatile("bar.warp.sync 0xffffffff;" ::: "memory")
#else
#define IN_STEP
#endif
#define LAST(n) mine = fold(mine, last[item + n]); IN_STEP; last[item] = mine; IN_STEP

__kernel void ladder_unrolled_wavefront(SOURCE src, const uint units, Results dst) {
    __local Result partial[GROUP];
    const uint item = get_local_id(0), at = get_group_id(0) * 2 * GROUP + item;
    Result mine = fold(load(src, at, units), load(src, at + GROUP, units));
    partial[item] = mine;
    for (uint left = GROUP / 2; left > 32; left /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < left) partial[item] = mine = fold(mine, partial[item + left]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < 32) {
        volatile __local Result *last = partial;  // each access reaches local memory, in this order
        LAST(32); LAST(16); LAST(8); LAST(4); LAST(2); LAST(1);
    }
    if (item == 0) put(dst, mine);
}
