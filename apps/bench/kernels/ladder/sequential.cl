// Sequential addressing: the lower half folds the upper half into itself, then the lower quarter, and so
// on. Neighbours touch neighbours: no two items of a wavefront want the same bank.
__kernel void ladder_sequential(SOURCE src, const uint units, Results dst) {
    __local Result partial[GROUP];
    const uint item = get_local_id(0);
    partial[item] = load(src, get_global_id(0), units);
    for (uint left = GROUP / 2; left > 0; left /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < left) partial[item] = fold(partial[item], partial[item + left]);
    }
    if (item == 0) put(dst, partial[0]);
}
