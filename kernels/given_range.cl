// A range that the user gave, in the place of one that was measured.
void given_range(int row, int channel, TABLE given, REAL lo, REAL hi) {
    given_min(row, channel) = lo;
    given_max(row, channel) = hi;
}
