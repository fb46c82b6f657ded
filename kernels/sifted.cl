// Drops the blobs of an image of labels that are too small or too large, and numbers the others anew, in the
// same order. `areas` has a number for each label there can be: its area, and then SIFTED_KEPT if it is kept,
// with the number of those before it in its chunk.
#include "kernels/counts.clh"
#include "kernels/parts.clh"

#define SIFTED_KEPT 0x80000000u

// `last`: the greatest label. An item has rows, or every so many segments.
void sifted_areas(PICTURE src, __global uint *areas, __global uint *last, int segment, uint item,
                  uint items) {
    PARTS_EACH(src, segment) {
        PARTS_PLACE(src, segment)
        __global const int *row = src_row(y);
        for (int x = left; x < right;) {
            const int label = row[x];
            int end = x + 1;
            while (end < right && row[end] == label) ++end;
            if (label > 0) {
                atomic_add(areas + label, (uint)(end - x));
                if ((uint)label > *(volatile __global uint *)last) atomic_max(last, (uint)label);
            }
            x = end;
        }
    }
}

void sifted_count(__global uint *areas, __global uint *last, __global uint *chunks, uint area_min,
                  uint area_max, uint item, uint items) {
    for (uint chunk = item; chunk * COUNTS_CHUNK <= *last; chunk += items) {
        uint kept = 0;
        for (uint i = chunk * COUNTS_CHUNK; i < min((chunk + 1) * COUNTS_CHUNK, *last + 1); ++i) {
            const uint area = areas[i];
            const bool keep = i > 0 && area >= area_min && area <= area_max;
            areas[i] = keep ? SIFTED_KEPT | kept : 0;
            kept += keep;
        }
        chunks[chunk] = kept;
    }
}

void sifted_all(__global uint *chunks, __global uint *last, uint item) {
    if (item == 0) counts_before(chunks, *last / COUNTS_CHUNK + 1);
}

void sifted_labels(PICTURE src, PICTURE dst, __global uint *areas, __global uint *chunks, int segment,
                   uint item, uint items) {
    PARTS_EACH(src, segment) {
        PARTS_PLACE(src, segment)
        for (int x = left; x < right; ++x) {
            const uint label = (uint)src_row(y)[x];
            const uint kept = label > 0 ? areas[label] : 0;
            dst_row(y)[x] = kept == 0 ? 0 : (int)(chunks[label / COUNTS_CHUNK] + (kept & ~SIFTED_KEPT) + 1);
        }
    }
}
