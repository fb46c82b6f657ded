// The second kernel: one work-group folds what the work-groups of the first left.
__kernel void ladder_finish(__global const Result *src, const uint results, __global Result *dst) {
    __local Result partial[GROUP];
    Result mine = nothing();
    for (uint i = get_local_id(0); i < results; i += GROUP) mine = fold(mine, src[i]);
    const Result all = tree(partial, mine);
    if (get_local_id(0) == 0) dst[0] = all;
}
