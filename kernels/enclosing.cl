// The box of the first and last columns and rows, with a margin. Where there are none, the least is
// greater than the greatest.
void enclosing(int row, int channel, TABLE columns, TABLE rows, TABLE box, int width, int height,
               int margin) {
    const bool any = columns_min(row, channel) <= columns_max(row, channel);
    const int x = any ? max((int)columns_min(row, channel) - margin, 0) : 0;
    const int y = any ? max((int)rows_min(row, channel) - margin, 0) : 0;
    box_x(row, channel) = (uint)x;
    box_y(row, channel) = (uint)y;
    const int right = min((int)columns_max(row, channel) + margin, width - 1);
    const int bottom = min((int)rows_max(row, channel) + margin, height - 1);
    box_width(row, channel) = any ? (uint)(right - x + 1) : 0;
    box_height(row, channel) = any ? (uint)(bottom - y + 1) : 0;
}
