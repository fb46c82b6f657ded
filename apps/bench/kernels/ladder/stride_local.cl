// Several units for each item, as far apart as its work-group has items: neighbours read neighbours, and
// each work-group has a tile of its own.
__kernel void ladder_stride_local(SOURCE src, const uint units, Results dst) {
    __local Result partial[GROUP];
    const uint tile = (units + get_num_groups(0) - 1) / get_num_groups(0);
    const uint first = get_group_id(0) * tile, last = min(first + tile, units);
    Result mine = nothing();
    for (uint i = first + get_local_id(0); i < last; i += GROUP) mine = fold(mine, load(src, i, units));
    const Result all = tree(partial, mine);
    if (get_local_id(0) == 0) put(dst, all);
}
