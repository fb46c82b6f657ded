// Lists the pixels of a mask that are not 0, in scan order, with their values in another image. Parts of rows
// are counted side by side, then each writes its entries behind those of the parts before it.
#include "kernels/counts.clh"
#include "kernels/parts.clh"

void listed_count(PICTURE src, __global uint *counts, int segment, uint item, uint items) {
    PARTS_EACH(src, segment) {
        PARTS_PLACE(src, segment)
        uint count = 0;
        for (int x = left; x < right; ++x) count += src_row(y)[x] != 0;
        counts[part] = count;
    }
}

void listed_chunks(__global uint *counts, __global uint *chunks, int parts, uint item, uint items) {
    for (uint chunk = item; chunk * COUNTS_CHUNK < (uint)parts; chunk += items)
        counts_of_chunk(counts, chunks, chunk, (uint)parts);
}

void listed_all(TABLE list, __global uint *chunks, int parts, int most, __global uint *status, uint item) {
    if (item > 0) return;
    const uint found = counts_before(chunks, ((uint)parts + COUNTS_CHUNK - 1) / COUNTS_CHUNK);
    list_found() = found;
    if (found > (uint)most) *status = 1;
}

#define LISTED_ENTRIES(write_value)                                                                   \
    PARTS_EACH(src, segment) {                                                                        \
        PARTS_PLACE(src, segment)                                                                     \
        const uint next = part + 1;                                                                   \
        if (next % COUNTS_CHUNK != 0 && next < (uint)parts && counts[next] == counts[part]) continue; \
        uint entry = chunks[part / COUNTS_CHUNK] + counts[part];                                      \
        for (int x = left; x < right && entry < (uint)most; ++x) {                                    \
            if (src_row(y)[x] == 0) continue;                                                         \
            list_x(entry, 0) = (uint)x;                                                               \
            list_y(entry, 0) = (uint)y;                                                               \
            write_value++ entry;                                                                      \
        }                                                                                             \
    }

#ifdef of_pixel
void listed_entries_of(PICTURE src, PICTURE of, TABLE list, __global uint *counts, __global uint *chunks,
                       int segment, int parts, int most, uint item, uint items) {
    LISTED_ENTRIES(list_value(entry, 0) = of_number(x, y);)
}
#else
void listed_entries(PICTURE src, TABLE list, __global uint *counts, __global uint *chunks, int segment,
                    int parts, int most, uint item, uint items) {
    LISTED_ENTRIES()
}
#endif
