// Half the traffic in local memory: only the upper half of the items that are left write what they have;
// the lower half keep theirs in registers and fold what they read.
__kernel void ladder_upper_half(SOURCE src, const uint units, Results dst) {
    __local Result partial[GROUP];
    const uint item = get_local_id(0);
    Result mine = gather(src, units);
    for (uint left = GROUP / 2; left > 0; left /= 2) {
        if (item >= left && item < 2 * left) partial[item] = mine;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < left) mine = fold(mine, partial[item + left]);
    }
    if (item == 0) put(dst, mine);
}
