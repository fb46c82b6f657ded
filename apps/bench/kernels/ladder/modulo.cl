// A tree in local memory, as one first writes it: of 2, 4, 8 ... neighbours the first folds. Items that
// work stand between items that do not, so that every wavefront takes part in every step.
__kernel void ladder_modulo(SOURCE src, const uint units, Results dst) {
    __local Result partial[GROUP];
    const uint item = get_local_id(0);
    partial[item] = load(src, get_global_id(0), units);
    for (uint step = 1; step < GROUP; step *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item % (2 * step) == 0) partial[item] = fold(partial[item], partial[item + step]);
    }
    if (item == 0) put(dst, partial[0]);
}
