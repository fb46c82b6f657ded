// Where the pixels of a crop lie, of its row in a table of boxes: as stages/shared/crop_boxes.hpp, which also
// has the largest side.
#define LISTED_BOXES_FAR ((long)1 << 36)

// In 2^-16 of a pixel.
#define LISTED_BOXES_PLACE(pixels) \
    clamp(convert_long_sat_rte((pixels) * (long)65536), -LISTED_BOXES_FAR, LISTED_BOXES_FAR)

long listed_boxes_step(long length, int count) { return ((length << 24) + count / 2) / count; }
long listed_boxes_first(long from, long step) { return from * 16777216 + (step >> 1) - ((long)1 << 39); }

void listed_boxes(int row, int channel, TABLE list, TABLE places, int width, int height,
                  __global uint *status) {
#ifdef list_found
    const ulong found = list_found();
#else
    const ulong found = list_rows;
#endif
    if (row == 0 && found > places_rows) atomic_inc(status);
    const bool listed = (ulong)row < min(found, (ulong)list_rows);
    const long x = listed ? LISTED_BOXES_PLACE(list_x(row, 0)) : 0;
    const long y = listed ? LISTED_BOXES_PLACE(list_y(row, 0)) : 0;
    const long across = listed ? LISTED_BOXES_PLACE(list_width(row, 0)) : 0;
    const long down = listed ? LISTED_BOXES_PLACE(list_height(row, 0)) : 0;
    const bool is_box = across > 0 && down > 0;
    const long columns = is_box ? listed_boxes_step(across, width) : 0;
    const long rows = is_box ? listed_boxes_step(down, height) : 0;
    places_place(row, channel, 0) = is_box ? listed_boxes_first(x, columns) : 0;
    places_place(row, channel, 1) = columns;
    places_place(row, channel, 2) = is_box ? listed_boxes_first(y, rows) : 0;
    places_place(row, channel, 3) = rows;
}
