// Finds the direction of lines of text: along them, rows are full of ink or empty, so the profile of the ink
// is steepest. All numbers are integers, so every device finds the same angle.

// The ink of one row, for one angle, goes to the rows that lie on its lines in the middle of the page.
void skew_project(PICTURE src, TABLE angles, __global uint *profiles, int count, int bins, int beyond,
                  uint item, uint items) {
    for (uint part = item; part < (uint)(count * src.height); part += items) {
        const int angle = (int)(part / (uint)src.height), y = (int)(part % (uint)src.height);
        const int slope = (int)angles_slope(0, 0, angle);
        __global uint *profile = profiles + (size_t)angle * (uint)bins;
        uint ink = 0;
        int line = 0;
        for (int x = 0; x < src.width; ++x) {
            const int at = y + beyond - ((x - src.width / 2) * slope >> 16);
            if (at != line) {
                if (ink > 0) atomic_add(profile + line, ink);
                ink = 0;
                line = at;
            }
            ink += src_row(y)[x] == 0;
        }
        if (ink > 0) atomic_add(profile + line, ink);
    }
}

void skew_score(__global uint *profiles, __global uint *scores, int count, int bins, uint item, uint items) {
    for (uint angle = item; angle < (uint)count; angle += items) {
        const __global uint *profile = profiles + (size_t)angle * (uint)bins;
        ulong score = 0;
        for (int i = 1; i < bins; ++i) {
            const long step = (long)profile[i] - (long)profile[i - 1];
            score += (ulong)(step * step);
        }
        ((__global ulong *)scores)[angle] = score;
    }
}

// Of equal ones the smallest angle, so that an empty page stays as it is.
void skew_choose(TABLE angles, TABLE found, __global uint *scores, int count, uint item) {
    if (item > 0) return;
    const int middle = count / 2;
    int best = middle;
    for (int aside = 1; aside <= middle; ++aside)
        for (int side = -1; side <= 1; side += 2)
            if (((__global ulong *)scores)[middle + side * aside] > ((__global ulong *)scores)[best])
                best = middle + side * aside;
    for (int i = 0; i < 6; ++i) found_matrix(0, 0, i) = angles_matrix(0, 0, 6 * best + i);
    found_angle(0, 0) = angles_angle(0, 0, best);
}
