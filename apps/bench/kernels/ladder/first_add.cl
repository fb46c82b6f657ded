// Half of the items only loaded and never folded: now each folds two units as it loads them, and there
// are half as many work-groups.
__kernel void ladder_first_add(SOURCE src, const uint units, Results dst) {
    __local Result partial[GROUP];
    const uint at = get_group_id(0) * 2 * GROUP + get_local_id(0);
    const Result mine = fold(load(src, at, units), load(src, at + GROUP, units));
    const Result all = tree(partial, mine);
    if (get_local_id(0) == 0) put(dst, all);
}
