// Several units for each item, as far apart as there are items: neighbours read neighbours, and the whole
// device walks through the source side by side.
__kernel void ladder_stride_global(SOURCE src, const uint units, Results dst) {
    __local Result partial[GROUP];
    Result mine = nothing();
    for (uint i = get_global_id(0); i < units; i += get_global_size(0))
        mine = fold(mine, load(src, i, units));
    const Result all = tree(partial, mine);
    if (get_local_id(0) == 0) put(dst, all);
}
