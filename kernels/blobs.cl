// What the pixels of each label measure: from an image of labels into a list, whose row i is label i + 1.
//
// Items that go along rows have a strip of rows and rows of sums of their own; items side by side add by
// atomic operations, neighbours to different copies of all rows, so that those of one large blob need not
// wait for each other. All sums are of integers, so their order does not matter. Floats become integers by
// the greatest one of their blob, so they are added up in another pass, when it is known.

#include "kernels/fixed_sum.clh"
#include "kernels/mask.clh"
#include "kernels/parts.clh"

#define BLOBS_SEGMENT 32  // pixels of a row that belong to one item

typedef struct {
    ulong x, y;  // sums of the places of its pixels
    long value;  // and of their values in another image
    uint area, left, right, top, bottom;
    uint count;  // of values that are floats
#ifdef of_is_real
    long rest;  // of their sum: `low` of fixed_sum
#endif
} blobs_sums;

int blobs_row(int height, uint strip, uint strips) { return (int)((long)height * strip / strips); }

ulong blobs_places(uint from, uint behind) { return (ulong)(behind - from) * (from + behind - 1) / 2; }

void blobs_clear(__global blobs_sums *sums) {
    sums->x = sums->y = 0;
    sums->value = 0;
    sums->area = sums->right = sums->bottom = sums->count = 0;
    sums->left = sums->top = UINT_MAX;
#ifdef of_is_real
    sums->rest = 0;
#endif
}

// By atomic operations on halves of sums, since not every device has those of 64 bits.
void blobs_add(__global void *sum, ulong more) {
    volatile __global uint *halves = (volatile __global uint *)sum;
    const uint low = (uint)more, high = (uint)(more >> 32), was = atomic_add(halves, low);
    const uint carry = was > UINT_MAX - low;
    if (high + carry > 0) atomic_add(halves + 1, high + carry);
}

// Most pixels change no extreme.
#define BLOBS_MIN(of, x) \
    if ((x) < *(volatile __global uint *)&(of)) atomic_min(&(of), x);
#define BLOBS_MAX(of, x) \
    if ((x) > *(volatile __global uint *)&(of)) atomic_max(&(of), x);

// A strip. Pixels of a run of the mask have one label, or none. Labels come nearly in their order, so that
// sums are cleared up to the greatest one that has come.
#define BLOBS_STRIPS(take_values)                                                                       \
    __global blobs_sums *own = (__global blobs_sums *)sums + (size_t)item * most;                       \
    __global uint *now = runs + (size_t)item * room;                                                    \
    uint last = 0;                                                                                      \
    for (int y = blobs_row(src.height, item, items); y < blobs_row(src.height, item + 1, items); ++y) { \
        const uint count = mask_runs((__global const uchar *)mask_row(y), src.width, now);              \
        __global const int *row = src_row(y);                                                           \
        for (uint i = 0; i < count; i += 2) {                                                           \
            const uint x = now[i], end = now[i + 1], label = (uint)row[x];                              \
            if (label == 0) continue;                                                                   \
            for (; last < label; ++last)                                                                \
                if (last < (uint)most) blobs_clear(own + last);                                         \
            if (label > (uint)most) continue;                                                           \
            __global blobs_sums *to = own + label - 1;                                                  \
            to->x += blobs_places(x, end);                                                              \
            to->y += (ulong)(end - x) * (uint)y;                                                        \
            take_values                                                                                 \
            to->area += end - x;                                                                        \
            to->left = min(to->left, x), to->right = max(to->right, end);                               \
            to->top = min(to->top, (uint)y), to->bottom = (uint)y + 1;                                  \
        }                                                                                               \
    }                                                                                                   \
    tops[item] = last;

#define BLOBS_SEGMENTS(take_values)                                                              \
    const uint own = item % (uint)parts;                                                         \
    __global blobs_sums *copy = (__global blobs_sums *)sums + (size_t)own * most;                \
    PARTS_EACH(src, BLOBS_SEGMENT) {                                                             \
        PARTS_PLACE(src, BLOBS_SEGMENT)                                                          \
        __global const int *row = src_row(y);                                                    \
        for (int x = left; x < right;) {                                                         \
            const int label = row[x];                                                            \
            int end = x + 1;                                                                     \
            while (end < right && row[end] == label) ++end;                                      \
            if (label > 0) {                                                                     \
                BLOBS_MAX(tops[own], (uint)label)                                                \
                if (label <= most) {                                                             \
                    __global blobs_sums *to = copy + label - 1;                                  \
                    blobs_add(&to->x, blobs_places((uint)x, (uint)end));                         \
                    blobs_add(&to->y, (ulong)(end - x) * (uint)y);                               \
                    take_values                                                                  \
                    atomic_add(&to->area, (uint)(end - x));                                      \
                    BLOBS_MIN(to->left, (uint)x)                                                 \
                    BLOBS_MAX(to->right, (uint)end)                                              \
                    BLOBS_MIN(to->top, (uint)y)                                                  \
                    BLOBS_MAX(to->bottom, (uint)y + 1)                                           \
                }                                                                                \
            }                                                                                    \
            x = end;                                                                             \
        }                                                                                        \
    }

#if defined of_is_real
uint blobs_greatest(PICTURE of, int y, int x, int behind) {
    uint greatest = 0;
    for (; x < behind; ++x) greatest = max(greatest, fixed_power(of_number(x, y)));
    return greatest;
}
#define BLOBS_TAKE_GREATEST                                             \
    const uint greatest_here = blobs_greatest(of, y, (int)x, (int)end); \
    BLOBS_MAX(greatest[label - 1], greatest_here)
void blobs_strips_of_reals(PICTURE src, PICTURE mask, PICTURE of, __global uint *sums, __global uint *tops,
                           __global uint *runs, __global uint *greatest, int most, int room, uint item,
                           uint items) {
    BLOBS_STRIPS(BLOBS_TAKE_GREATEST)
}
void blobs_segments_of_reals(PICTURE src, PICTURE of, __global uint *sums, __global uint *tops,
                             __global uint *greatest, int most, int parts, uint item, uint items) {
    BLOBS_SEGMENTS(BLOBS_TAKE_GREATEST)
}

fixed_sum blobs_sum(PICTURE of, int y, int x, int behind, uint greatest, int bits) {
    fixed_sum sum = {0, 0, 0};
    for (; x < behind; ++x) fixed_add(&sum, of_number(x, y), greatest, bits);
    return sum;
}
void blobs_strips_sums(PICTURE src, PICTURE mask, PICTURE of, __global uint *sums, __global uint *runs,
                       __global uint *greatest, int most, int room, int bits, uint item, uint items) {
    __global blobs_sums *own = (__global blobs_sums *)sums + (size_t)item * most;
    __global uint *now = runs + (size_t)item * room;
    for (int y = blobs_row(src.height, item, items); y < blobs_row(src.height, item + 1, items); ++y) {
        const uint count = mask_runs((__global const uchar *)mask_row(y), src.width, now);
        for (uint i = 0; i < count; i += 2) {
            const uint x = now[i], end = now[i + 1], label = (uint)src_row(y)[x];
            if (label == 0 || label > (uint)most) continue;
            const fixed_sum sum = blobs_sum(of, y, (int)x, (int)end, greatest[label - 1], bits);
            __global blobs_sums *to = own + label - 1;
            to->value += sum.high, to->rest += sum.low, to->count += sum.count;
        }
    }
}
void blobs_segments_sums(PICTURE src, PICTURE of, __global uint *sums, __global uint *greatest, int most,
                         int parts, int bits, uint item, uint items) {
    __global blobs_sums *copy = (__global blobs_sums *)sums + (size_t)(item % (uint)parts) * most;
    PARTS_EACH(src, BLOBS_SEGMENT) {
        PARTS_PLACE(src, BLOBS_SEGMENT)
        __global const int *row = src_row(y);
        for (int x = left; x < right;) {
            const int label = row[x];
            int end = x + 1;
            while (end < right && row[end] == label) ++end;
            if (label > 0 && label <= most) {
                const fixed_sum sum = blobs_sum(of, y, x, end, greatest[label - 1], bits);
                __global blobs_sums *to = copy + label - 1;
                blobs_add(&to->value, (ulong)sum.high);
                if (sum.low != 0) blobs_add(&to->rest, (ulong)sum.low);
                atomic_add(&to->count, sum.count);
            }
            x = end;
        }
    }
}
#elif defined of_pixel
long blobs_value(PICTURE of, int y, int x, int behind) {
    long sum = 0;
    for (; x < behind; ++x) sum += of_row(y)[x];
    return sum;
}
void blobs_strips_of(PICTURE src, PICTURE mask, PICTURE of, __global uint *sums, __global uint *tops,
                     __global uint *runs, int most, int room, uint item, uint items) {
    BLOBS_STRIPS(to->value += blobs_value(of, y, (int)x, (int)end);)
}
void blobs_segments_of(PICTURE src, PICTURE of, __global uint *sums, __global uint *tops, int most,
                       int parts, uint item, uint items) {
    BLOBS_SEGMENTS(blobs_add(&to->value, (ulong)blobs_value(of, y, x, end));)
}
#else
void blobs_strips(PICTURE src, PICTURE mask, __global uint *sums, __global uint *tops, __global uint *runs,
                  int most, int room, uint item, uint items) {
    BLOBS_STRIPS()
}
void blobs_segments(PICTURE src, __global uint *sums, __global uint *tops, int most, int parts, uint item,
                    uint items) {
    BLOBS_SEGMENTS()
}
#endif

void blobs_begin(__global uint *sums, int most, int parts, uint item, uint items) {
    for (uint row = item; row < (uint)most * (uint)parts; row += items)
        blobs_clear((__global blobs_sums *)sums + row);
}

uint blobs_last(__global uint *tops, int parts) {
    uint last = 0;
    for (int part = 0; part < parts; ++part) last = max(last, tops[part]);
    return last;
}

void blobs_end(TABLE blobs, __global uint *sums, __global uint *tops, int most, int parts,
               __global uint *status, uint item, uint items) {
    const uint last = blobs_last(tops, parts);
    if (item == 0) {
        blobs_found() = last;
        if (last > (uint)most) *status = 1;
    }
    for (uint row = item; row < min(last, (uint)most); row += items) {
        blobs_sums all_of;
        all_of.x = all_of.y = 0, all_of.value = 0;
        all_of.area = all_of.right = all_of.bottom = 0;
        all_of.left = all_of.top = UINT_MAX;
        for (int part = 0; part < parts; ++part) {
            if (row >= tops[part]) continue;
            const blobs_sums more = ((__global const blobs_sums *)sums)[(size_t)part * most + row];
            all_of.x += more.x, all_of.y += more.y, all_of.value += more.value;
            all_of.area += more.area;
            all_of.left = min(all_of.left, more.left);
            all_of.right = max(all_of.right, more.right);
            all_of.top = min(all_of.top, more.top);
            all_of.bottom = max(all_of.bottom, more.bottom);
        }
        const uint area = all_of.area;
        blobs_area(row, 0) = area;
        blobs_x(row, 0) = area > 0 ? all_of.left : 0;
        blobs_y(row, 0) = area > 0 ? all_of.top : 0;
        blobs_width(row, 0) = area > 0 ? all_of.right - all_of.left : 0;
        blobs_height(row, 0) = area > 0 ? all_of.bottom - all_of.top : 0;
        blobs_cx(row, 0) = fixed_mean((long)all_of.x, 0, max(area, 1u), 0, 0);
        blobs_cy(row, 0) = fixed_mean((long)all_of.y, 0, max(area, 1u), 0, 0);
#if defined of_pixel && !defined of_is_real
        blobs_mean(row, 0) = fixed_mean(all_of.value, 0, max(area, 1u), 0, 0);
#endif
    }
}

#ifdef of_is_real
void blobs_means(TABLE blobs, __global uint *sums, __global uint *tops, __global uint *greatest, int most,
                 int parts, int bits, uint item, uint items) {
    const int bias = sizeof(of_pixel) == 8 ? FIXED_BIAS_OF_DOUBLE : FIXED_BIAS_OF_FLOAT;  // half: as a float
    for (uint row = item; row < min(blobs_last(tops, parts), (uint)most); row += items) {
        fixed_sum sum = {0, 0, 0};
        for (int part = 0; part < parts; ++part) {
            if (row >= tops[part]) continue;
            __global const blobs_sums *more = (__global const blobs_sums *)sums + (size_t)part * most + row;
            sum.high += more->value, sum.low += more->rest, sum.count += more->count;
        }
        blobs_count(row, 0) = sum.count;
        blobs_mean(row, 0) = fixed_mean(sum.high, sum.low, sum.count, (int)greatest[row] - bias - bits, bits);
    }
}
#endif
