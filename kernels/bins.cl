// Bins of a histogram, counted in several copies, added up into a Table. The copies become zero, for the next
// frame. One work-item for each row, channel and bin. A copy has `all` bins, those of a row; the Table's
// histogram begins at byte `first`.
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void bins(__global uint *bins, uint copies, uint all, uint count, __global uchar *table,
          uint first) {
    const uint at = get_global_id(0);
    if (at >= count) return;
    __global uint *own = bins + (size_t)(at / all) * copies * all + at % all;
    ulong sum = 0;
    for (uint copy = 0; copy < copies; ++copy) sum += own[copy * all];
    for (uint copy = 0; copy < copies; ++copy) own[copy * all] = 0;
    ((__global ulong *)(table + first))[at] = sum;
}
