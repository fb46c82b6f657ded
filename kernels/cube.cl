// Colours between those of a table: planes of red, green and blue, in each of which red changes fastest.

// Where a value lies on its side, 0 to size - 1; what is no number at 0.
V cube_place(V v, V scale, V begin, int size) {
    const V x = v * scale - begin;
    return x > (V)(0) ? fmin(x, (V)(size - 1)) : (V)(0);
}
V cube_before(V x, int size) { return fmin(floor(x), (V)(size - 2)); }

// What is no number stays so.
V cube_number(V v, V found, REAL white) { return v == v ? found * white : v; }

#define CUBE_PLACE \
    cube_place(v, CHANNELS(scale_0, scale_1, scale_2, 1), CHANNELS(begin_0, begin_1, begin_2, 0), size)
#define CUBE_TAKE(at) TAKE(lut, at, false, channels, levels, 0, 0)

V cube_line(V v, TABLE lut, int channels, int levels, int size, REAL white, REAL scale_0, REAL scale_1,
            REAL scale_2, REAL begin_0, REAL begin_1, REAL begin_2) {
    const V scale = CHANNELS(scale_0, scale_1, scale_2, 1), begin = CHANNELS(begin_0, begin_1, begin_2, 0);
    const V x = cube_place(v, scale, begin, size), at = cube_before(x, size), rest = x - at;
    const V here = TAKE(lut, at, false, channels, levels, 0, 0);
    const V next = TAKE(lut, at + 1, false, channels, levels, 0, 0);
    return cube_number(v, here * (1 - rest) + next * rest, white);
}

// Of a curve that is given of square roots.
V cube_root_line(V v, TABLE lut, int channels, int levels, int size, REAL white, REAL scale_0, REAL scale_1,
                 REAL scale_2, REAL begin_0, REAL begin_1, REAL begin_2) {
    const V x = sqrt(clamp(v / white, (V)(0), (V)(1))) * (V)(size - 1), at = cube_before(x, size);
    const V here = TAKE(lut, at, false, channels, levels, 0, 0);
    const V next = TAKE(lut, at + 1, false, channels, levels, 0, 0);
    return cube_number(v, here * (1 - (x - at)) + next * (x - at), white);
}

V cube_nearest_line(V v, TABLE lut, int channels, int levels, int size, REAL white, REAL scale_0,
                    REAL scale_1, REAL scale_2, REAL begin_0, REAL begin_1, REAL begin_2) {
    return cube_number(v, CUBE_TAKE(rint(CUBE_PLACE)), white);
}

// Of three numbers that lie in all lanes, the place in the planes.
V cube_index(V x, int size) { return RED(x) + size * (GREEN(x) + size * BLUE(x)); }

V cube_nearest(V v, TABLE lut, int channels, int levels, int size, REAL white, REAL scale_0, REAL scale_1,
               REAL scale_2, REAL begin_0, REAL begin_1, REAL begin_2) {
    return cube_number(v, CUBE_TAKE(cube_index(rint(CUBE_PLACE), size)), white);
}

V cube_linear(V v, TABLE lut, int channels, int levels, int size, REAL white, REAL scale_0, REAL scale_1,
              REAL scale_2, REAL begin_0, REAL begin_1, REAL begin_2) {
    const V x = CUBE_PLACE, before = cube_before(x, size), rest = x - before;
    const V at = cube_index(before, size), r = RED(rest), g = GREEN(rest), b = BLUE(rest);
    V sum = (V)(0);
    for (int corner = 0; corner < 8; ++corner) {
        const V weight = (corner & 1 ? r : 1 - r) * (corner & 2 ? g : 1 - g) * (corner & 4 ? b : 1 - b);
        const int away = (corner & 1) + size * ((corner >> 1 & 1) + size * (corner >> 2));
        sum += weight * CUBE_TAKE(at + away);
    }
    return cube_number(v, sum, white);
}

// From black to white along the sides of the tetrahedron around the colour, the longest step first.
V cube_tetrahedral(V v, TABLE lut, int channels, int levels, int size, REAL white, REAL scale_0,
                   REAL scale_1, REAL scale_2, REAL begin_0, REAL begin_1, REAL begin_2) {
    const V x = CUBE_PLACE, before = cube_before(x, size), rest = x - before;
    const V at = cube_index(before, size), r = RED(rest), g = GREEN(rest), b = BLUE(rest);
    const V one = (V)(1), row = (V)(size), plane = row * row, all = one + row + plane;
    const V first = (r >= g) & (r >= b) ? one : g >= b ? row : plane;
    const V last = (b <= r) & (b <= g) ? plane : g <= r ? row : one;
    const V most = fmax(fmax(r, g), b), least = fmin(fmin(r, g), b);
    const V middle = fmax(fmin(r, g), fmin(fmax(r, g), b));
    const V found = CUBE_TAKE(at) * (1 - most) + CUBE_TAKE(at + first) * (most - middle) +
                    CUBE_TAKE(at + all - last) * (middle - least) + CUBE_TAKE(at + all) * least;
    return cube_number(v, found, white);
}
