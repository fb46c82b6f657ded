// Several units for each item, a run of its own: items that run side by side read far apart, and of each
// line of memory that a wavefront fetches most is fetched again later.
__kernel void ladder_runs(SOURCE src, const uint units, Results dst) {
    __local Result partial[GROUP];
    const uint run = (units + get_global_size(0) - 1) / get_global_size(0);
    const uint first = get_global_id(0) * run, last = min(first + run, units);
    Result mine = nothing();
    for (uint i = first; i < last; ++i) mine = fold(mine, load(src, i, units));
    const Result all = tree(partial, mine);
    if (get_local_id(0) == 0) put(dst, all);
}
