// upper_half.cl with its tree written out.
#define STEP(n)                                                                              \
    if (GROUP > n) {                                                                         \
        if (item >= n && item < 2 * n) partial[item] = mine;                                 \
        barrier(CLK_LOCAL_MEM_FENCE);                                                        \
        if (item < n) mine = fold(mine, partial[item + n]);                                  \
    }

__kernel void ladder_unrolled_upper_half(SOURCE src, const uint units, Results dst) {
    __local Result partial[GROUP];
    const uint item = get_local_id(0);
    Result mine = gather(src, units);
    STEP(512) STEP(256) STEP(128) STEP(64) STEP(32) STEP(16) STEP(8) STEP(4) STEP(2) STEP(1)
    if (item == 0) put(dst, mine);
}
