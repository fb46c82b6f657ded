// The whole tree written out: no loop, and a barrier after every step, which is right everywhere.
#define STEP(n)                                                                              \
    if (GROUP > n) {                                                                         \
        barrier(CLK_LOCAL_MEM_FENCE);                                                        \
        if (item < n) partial[item] = fold(partial[item], partial[item + n]);                \
    }

__kernel void ladder_unrolled(SOURCE src, const uint units, Results dst) {
    __local Result partial[GROUP];
    const uint item = get_local_id(0), at = get_group_id(0) * 2 * GROUP + item;
    partial[item] = fold(load(src, at, units), load(src, at + GROUP, units));
    STEP(512) STEP(256) STEP(128) STEP(64) STEP(32) STEP(16) STEP(8) STEP(4) STEP(2) STEP(1)
    if (item == 0) put(dst, partial[0]);
}
