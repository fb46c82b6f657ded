// Connected components of a mask, numbered in the order of their first pixels. While they are found, a pixel
// of the result holds a link, ~i: to pixel i of the same component, itself for a root. Pixels are numbered by
// their place in memory, so pixel i is before j in scan order if i < j. Links go to pixels before, and so the
// root of a component is its first pixel. A number that is not negative is a label.
//
// Two ways, with the same result. Where a work-item goes along rows (labelled_strips): only the first pixel
// of each run of a row has a link, and strips of rows are joined afterwards. Where items lie side by side
// (labelled_link): each has a segment of a row, and joins runs by atomic operations.
#include "kernels/counts.clh"
#include "kernels/mask.clh"
#include "kernels/parts.clh"
#include "kernels/unaligned.clh"

#define LABELLED_SEGMENT 16  // pixels of a row that belong to one item
#define LABELLED_BLOCK 256   // pixels of a row whose roots one item counts

typedef __global int *labelled_links;
typedef volatile __global int *labelled_shared;  // links that other items change meanwhile

int labelled_root(labelled_links at, int i) {
    int to = ~at[i];
    while (to != i) {
        const int next = ~at[to];
        at[i] = ~next;  // half of the way is gone the next time
        i = to, to = next;
    }
    return i;
}

// --- along rows ------------------------------------------------------------------------------------------

// The first row of a strip, which is even: two rows have as many roots of 8 neighbours as one has runs.
int labelled_row(int height, uint strip, uint strips) {
    return min(height, (int)((long)(height / 2 + 1) * strip / strips) * 2);
}

// Joins the runs of a row, which begins at pixel `begin`, with those of the row above it. Returns how many
// roots of rows above are none any more.
uint labelled_join(labelled_links at, int begin, int above_begin, __global const uint *runs, uint count,
                   __global const uint *above, uint above_count, uint near) {
    uint first = 0, gone = 0;
    for (uint i = 0; i < count; i += 2) {
        const uint a = runs[i], b = runs[i + 1];
        const int self = begin + (int)a;
        while (first < above_count && above[first + 1] + near <= a) first += 2;
        int root = self;
        uint k = first;
        for (; k < above_count && above[k] < b + near; k += 2) {
            const int other = labelled_root(at, above_begin + (int)above[k]);
            if (other == root) continue;
            if (root != self) {
                at[max(root, other)] = ~min(root, other);
                ++gone;
            }
            root = min(root, other);
        }
        at[self] = ~root;
        if (k > first) first = k - 2;
    }
    return gone;
}

// Finds the components of each strip. Lists all pixels that were roots once, and says how many are left.
void labelled_strips(PICTURE src, PICTURE dst, __global uint *runs, __global uint *roots,
                     __global uint *counts, __global uint *left, int connectivity, int room, int root_room,
                     uint item, uint items) {
    const labelled_links at = dst_row(0);
    const int pitch = (int)(dst.pitch / sizeof(int)), near = connectivity == 8;
    const int first = labelled_row(src.height, item, items), end = labelled_row(src.height, item + 1, items);
    __global uint *now = runs + (size_t)item * 2 * room, *above = now + room;
    __global uint *list = roots + (size_t)first * root_room;
    uint above_count = 0, count_of_roots = 0, gone = 0;
    for (int y = first; y < end; ++y) {
        const uint count = mask_runs((__global const uchar *)src_row(y), src.width, now);
        const int begin = y * pitch;
        gone += labelled_join(at, begin, begin - pitch, now, count, above, above_count, near);
        for (uint i = 0; i < count; i += 2) {
            const int self = begin + (int)now[i];
            list[count_of_roots] = (uint)self;
            count_of_roots += at[self] == ~self;
        }
        __global uint *const swapped = now;
        now = above, above = swapped;
        above_count = count;
    }
    counts[item] = count_of_roots;
    left[item] = count_of_roots - gone;
}

// Joins the strips with those above them, by one work-item. Lists the roots that are none any more, behind
// their number, and says how many are left of each strip.
void labelled_strips_join(PICTURE src, PICTURE dst, __global uint *runs, __global uint *left,
                          __global uint *joined, int connectivity, int strips, int room) {
    const labelled_links at = dst_row(0);
    const int pitch = (int)(dst.pitch / sizeof(int)), near = connectivity == 8;
    uint all = 0;
    for (uint strip = 1; strip < (uint)strips; ++strip) {
        const int y = labelled_row(src.height, strip, strips);
        if (y >= src.height) break;
        __global const uint *above = runs, *here = runs + room;
        const uint above_count = mask_runs((__global const uchar *)src_row(y - 1), src.width, runs);
        const uint count = mask_runs((__global const uchar *)src_row(y), src.width, runs + room);
        uint first = 0;
        for (uint i = 0; i < count; i += 2) {
            while (first < above_count && above[first + 1] + near <= here[i]) first += 2;
            for (uint k = first; k < above_count && above[k] < here[i + 1] + near; k += 2) {
                const int a = labelled_root(at, y * pitch + (int)here[i]);
                const int b = labelled_root(at, (y - 1) * pitch + (int)above[k]);
                if (a == b) continue;
                const int later = max(a, b);
                at[later] = ~min(a, b);
                joined[++all] = (uint)later;
                uint of = 0;
                while (labelled_row(src.height, of + 1, strips) <= later / pitch) ++of;
                --left[of];
            }
        }
    }
    joined[0] = all;
}

// Gives roots their labels.
void labelled_strips_number(PICTURE src, PICTURE dst, __global uint *roots, __global uint *counts,
                            __global uint *left, int root_room, uint item, uint items) {
    const labelled_links at = dst_row(0);
    __global const uint *list = roots + (size_t)labelled_row(src.height, item, items) * root_room;
    uint label = 0;
    for (uint i = 0; i < item; ++i) label += left[i];
    for (uint i = 0; i < counts[item]; ++i) {
        const int root = (int)list[i];
        if (at[root] == ~root) at[root] = (int)++label;
    }
}

// Gives those that were joined the labels of theirs, so that strips do not look into each other.
void labelled_strips_lead(PICTURE dst, __global uint *joined) {
    const labelled_links at = dst_row(0);
    for (uint i = 1; i <= joined[0]; ++i) {
        int label = at[joined[i]];
        while (label < 0) label = at[~label];
        at[joined[i]] = label;
    }
}

// Writes `label` from x on, 16 at a time where the row is long enough: what lies behind `end` is written
// later.
uint labelled_put(__global int *row, uint x, uint end, uint width, int label) {
    for (; x < end && x + 16 <= width; x += 16)
        *(__global unaligned_int16 *)(row + x) = (int16)(label);
    for (; x < end; ++x) row[x] = label;
    return end;
}

// Writes labels into all pixels of runs, and 0 between them.
void labelled_strips_fill(PICTURE src, PICTURE dst, __global uint *runs, int room, uint item, uint items) {
    const labelled_links at = dst_row(0);
    const int pitch = (int)(dst.pitch / sizeof(int));
    const uint width = (uint)src.width;
    __global uint *now = runs + (size_t)item * 2 * room, *labels = now + room;
    for (int y = labelled_row(src.height, item, items); y < labelled_row(src.height, item + 1, items); ++y) {
        const uint count = mask_runs((__global const uchar *)src_row(y), src.width, now);
        __global int *row = dst_row(y);
        for (uint i = 0; i < count; i += 2) {
            int label = row[now[i]];
            while (label < 0) label = at[~label];
            labels[i] = (uint)label;
        }
        uint x = 0;
        for (uint i = 0; i < count; i += 2) {
            x = labelled_put(row, x, now[i], width, 0);
            x = labelled_put(row, x, now[i + 1], width, (int)labels[i]);
        }
        labelled_put(row, x, width, width, 0);
    }
}

// --- side by side ----------------------------------------------------------------------------------------

int labelled_root_of_many(labelled_shared at, int i) {
    for (int to = ~at[i]; to != i; to = ~at[i]) i = to;
    return i;
}

void labelled_unite(labelled_shared at, int a, int b) {
    for (;;) {
        a = labelled_root_of_many(at, a);
        b = labelled_root_of_many(at, b);
        if (a == b) return;
        const int later = max(a, b), earlier = min(a, b);
        // The greater link is to the pixel before. Another item may have linked `later` meanwhile.
        const int was = atomic_max(at + later, ~earlier);
        if (was == ~later) return;
        a = ~was, b = earlier;
    }
}

// Links the pixels of each segment to the first one of their run in it.
void labelled_link(PICTURE src, PICTURE dst, uint item, uint items) {
    const int pitch = (int)(dst.pitch / sizeof(int));
    PARTS_EACH(src, LABELLED_SEGMENT) {
        PARTS_PLACE(src, LABELLED_SEGMENT)
        int start = -1;
        for (int x = left; x < right; ++x) {
            const bool set = src_row(y)[x] != 0;
            start = !set ? -1 : start < 0 ? x : start;
            dst_row(y)[x] = set ? ~(y * pitch + start) : 0;
        }
    }
}

// Unites runs that touch across the borders of segments and rows.
void labelled_merge(PICTURE src, PICTURE dst, int connectivity, uint item, uint items) {
    labelled_shared at = dst_row(0);
    const int pitch = (int)(dst.pitch / sizeof(int)), near = connectivity == 8;
    PARTS_EACH(src, LABELLED_SEGMENT) {
        PARTS_PLACE(src, LABELLED_SEGMENT)
        __global const src_pixel *row = src_row(y);
        if (left > 0 && row[left] != 0 && row[left - 1] != 0)
            labelled_unite(at, y * pitch + left, y * pitch + left - 1);
        if (y == 0) continue;
        __global const src_pixel *above = src_row(y - 1);
        for (int x = left; x < right; ++x) {
            if (row[x] == 0) continue;
            // One look at each run above is enough: where it begins, or where the run here does.
            const bool first = x == left || row[x - 1] == 0;
            if (near) {
                const bool up = above[x] != 0, before = x > 0 && above[x - 1] != 0;
                const bool behind = x + 1 < src.width && above[x + 1] != 0;
                if (before && first) labelled_unite(at, y * pitch + x, (y - 1) * pitch + x - 1);
                if (up && (!before || first)) labelled_unite(at, y * pitch + x, (y - 1) * pitch + x);
                if (behind && !up) labelled_unite(at, y * pitch + x, (y - 1) * pitch + x + 1);
            } else if (above[x] != 0 && (first || above[x - 1] == 0)) {
                labelled_unite(at, y * pitch + x, (y - 1) * pitch + x);
            }
        }
    }
}

// Links each pixel to the root itself.
void labelled_shorten(PICTURE src, PICTURE dst, uint item, uint items) {
    labelled_shared at = dst_row(0);
    const int pitch = (int)(dst.pitch / sizeof(int));
    PARTS_EACH(src, LABELLED_SEGMENT) {
        PARTS_PLACE(src, LABELLED_SEGMENT)
        for (int x = left; x < right; ++x)
            if (at[y * pitch + x] < 0) at[y * pitch + x] = ~labelled_root_of_many(at, y * pitch + x);
    }
}

void labelled_count(PICTURE src, PICTURE dst, __global uint *counts, uint item, uint items) {
    const int pitch = (int)(dst.pitch / sizeof(int));
    PARTS_EACH(src, LABELLED_BLOCK) {
        PARTS_PLACE(src, LABELLED_BLOCK)
        uint count = 0;
        for (int x = left; x < right; ++x) count += dst_row(y)[x] == ~(y * pitch + x);
        counts[part] = count;
    }
}

void labelled_chunks(__global uint *counts, __global uint *chunks, int parts, uint item) {
    if (item * COUNTS_CHUNK < (uint)parts) counts_of_chunk(counts, chunks, item, (uint)parts);
}

void labelled_all(__global uint *chunks, int parts, uint item) {
    if (item == 0) counts_before(chunks, ((uint)parts + COUNTS_CHUNK - 1) / COUNTS_CHUNK);
}

void labelled_number(PICTURE src, PICTURE dst, __global uint *counts, __global uint *chunks, uint item,
                     uint items) {
    const int pitch = (int)(dst.pitch / sizeof(int));
    PARTS_EACH(src, LABELLED_BLOCK) {
        PARTS_PLACE(src, LABELLED_BLOCK)
        uint label = chunks[part / COUNTS_CHUNK] + counts[part];
        for (int x = left; x < right; ++x)
            if (dst_row(y)[x] == ~(y * pitch + x)) dst_row(y)[x] = (int)++label;
    }
}

void labelled_fill(PICTURE src, PICTURE dst, uint item, uint items) {
    const labelled_links at = dst_row(0);
    for (uint y = item / (uint)src.width, x = item % (uint)src.width; y < (uint)src.height;) {
        const int link = dst_row(y)[x];
        if (link < 0) dst_row(y)[x] = at[~link];
        x += items;
        y += x / (uint)src.width;
        x %= (uint)src.width;
    }
}
