#include "kernels/divide.clh"

// Grey of colours, in all lanes of theirs; grey stays what it is.
V grey(V v) { return v; }

V grey_sum(V v, REAL red, REAL green, REAL blue) { return RED(v) * red + GREEN(v) * green + BLUE(v) * blue; }
V grey_weighed(V v, REAL red, REAL green, REAL blue, REAL all) {
    return divide_moderate(grey_sum(v, red, green, blue), all);
}
V grey_weighed_real(V v, REAL red, REAL green, REAL blue, REAL all) {
    return divide(grey_sum(v, red, green, blue), (V)(all));
}

// A colour that is no number makes the result none.
V grey_end(V v, bool most) {
    const V a = RED(v), b = GREEN(v), c = BLUE(v);
    const V of_two = (most ? a > b : a < b) | (a != a) ? a : b;
    return (most ? of_two > c : of_two < c) | (of_two != of_two) ? of_two : c;
}
V grey_max(V v) { return grey_end(v, true); }
V grey_lightness(V v) { return (grey_end(v, true) + grey_end(v, false)) * 0.5; }
