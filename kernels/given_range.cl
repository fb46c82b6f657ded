// Ranges that the user gave, in the place of measured ones; `_parts` in parts of a code value.
void given_range(int row, int channel, TABLE given, REAL lo_0, REAL lo_1, REAL lo_2, REAL lo_3, REAL hi_0,
                 REAL hi_1, REAL hi_2, REAL hi_3) {
    given_min(row, channel) = channel == 0 ? lo_0 : channel == 1 ? lo_1 : channel == 2 ? lo_2 : lo_3;
    given_max(row, channel) = channel == 0 ? hi_0 : channel == 1 ? hi_1 : channel == 2 ? hi_2 : hi_3;
}

void given_range_parts(int row, int channel, TABLE given, long lo_0, long lo_1, long lo_2, long lo_3,
                       long hi_0, long hi_1, long hi_2, long hi_3) {
    given_min(row, channel) = channel == 0 ? lo_0 : channel == 1 ? lo_1 : channel == 2 ? lo_2 : lo_3;
    given_max(row, channel) = channel == 0 ? hi_0 : channel == 1 ? hi_1 : channel == 2 ? hi_2 : hi_3;
}
