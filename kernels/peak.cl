// White where a pixel is above `level`, equals `most`, the greatest of its square, and is greater than all of
// the square that stand before it in scan order: of equal pixels that are that near, there is one. The
// nearest are looked at first, so that few pixels of a flat area look further.
#include "kernels/parts.clh"

bool peak_is_first(PICTURE src, int x, int y, int distance) {
    for (int v = y; v >= max(y - distance, 0); --v)
        for (int u = v == y ? x - 1 : min(x + distance, src.width - 1); u >= max(x - distance, 0); --u)
            if (src_number(u, v) == src_number(x, y)) return false;
    return true;
}

void peak_mask(PICTURE src, PICTURE most, PICTURE dst, int distance, REAL level, int segment, uint item,
               uint items) {
    PARTS_EACH(src, segment) {
        PARTS_PLACE(src, segment)
        for (int x = left; x < right; ++x) {
            const bool greatest = src_number(x, y) == most_number(x, y) && src_number(x, y) > level;
            dst_row(y)[x] = greatest && peak_is_first(src, x, y, distance) ? 255 : 0;
        }
    }
}
