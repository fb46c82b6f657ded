// The same tree, but the first items work and the others rest: whole wavefronts fall out. What the items
// touch lies 2, 4, 8 ... apart, in ever fewer banks of local memory.
__kernel void ladder_strided(SOURCE src, const uint units, Results dst) {
    __local Result partial[GROUP];
    const uint item = get_local_id(0);
    partial[item] = load(src, get_global_id(0), units);
    for (uint step = 1; step < GROUP; step *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        const uint at = 2 * step * item;
        if (at < GROUP) partial[at] = fold(partial[at], partial[at + step]);
    }
    if (item == 0) put(dst, partial[0]);
}
