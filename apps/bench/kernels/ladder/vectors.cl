// Vectors: an item loads and folds WIDTH elements at a time (gather.clh).
__kernel void ladder_vectors(SOURCE src, const uint units, Results dst) {
    __local Result partial[GROUP];
    const Result all = tree(partial, gather(src, units));
    if (get_local_id(0) == 0) put(dst, all);
}
