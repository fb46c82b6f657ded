// Counts of the levels in tiles that reach out of the image: what they have of it, and of its reflections.
// Tiles of a reflection are counted in the image, where they come in the opposite order.
void reflected_counts(int row, int channel, int item, int items, TABLE own, TABLE right, TABLE below,
                      TABLE corner, TABLE counts, int across, int down, int levels) {
    const int x = row % across, y = row / across % down, layer = row - y * across - x;
    const int left = across - 1 - x, up = (down - 1 - y) * across;
    for (int level = item; level < levels; level += items)
        counts_histogram(row, channel, level) = own_histogram(row, channel, level) +
                                                right_histogram(layer + y * across + left, channel, level) +
                                                below_histogram(layer + up + x, channel, level) +
                                                corner_histogram(layer + up + left, channel, level);
}
