#include "kernels/divide.clh"
#include "kernels/power.clh"

// Models of colour, from red, green and blue and back. Hue is in degrees; white_after: white of the result.

// Alpha goes from white to white, as colours do.
V model_with_alpha(V v, V colours, REAL white, REAL white_after) {
    return ALPHA_LANES ? divide(v * white_after, (V)(white)) : colours;
}

V model_most(V v) { return fmax(fmax(RED(v), GREEN(v)), BLUE(v)); }
V model_least(V v) { return fmin(fmin(RED(v), GREEN(v)), BLUE(v)); }

V model_hue(V v, V most, V range) {
    const V r = RED(v), g = GREEN(v), b = BLUE(v);
    const V sixth = most == r ? g - b : most == g ? b - r : r - g;
    const V begin = most == r ? (V)(0) : most == g ? (V)(120) : (V)(240);
    const V hue = begin + divide(60 * sixth, range);
    return range == (V)(0) ? (V)(0) : hue < (V)(0) ? hue + 360 : hue;
}

V model_hsv_colours(V v, REAL white) {
    const V most = model_most(v), range = most - model_least(v);
    const V saturation = most == (V)(0) ? (V)(0) : divide(range, fabs(most));
    const V place = CHANNELS(0, 1, 2, 3);
    return place == (V)(0)   ? model_hue(v, most, range)
           : place == (V)(1) ? saturation
                             : divide(most, (V)(white));
}
V model_hsv(V v, REAL white, REAL white_after) {
    return model_with_alpha(v, model_hsv_colours(v, white), white, white_after);
}
V model_of_hsv_colours(V v, REAL white_after) {
    const V h = divide(RED(v), (V)(60)) + CHANNELS(5, 3, 1, 0), value = BLUE(v);
    const V k = h - 6 * floor(divide(h, (V)(6)));
    return (value - value * GREEN(v) * clamp(fmin(k, 4 - k), (V)(0), (V)(1))) * white_after;
}
V model_of_hsv(V v, REAL white_after, REAL white) {
    return model_with_alpha(v, model_of_hsv_colours(v, white_after), white, white_after);
}

V model_hsl_colours(V v, REAL white) {
    const V most = model_most(v), least = model_least(v), sum = most + least, range = most - least;
    const V saturation = divide(range, sum <= (V)(white) ? sum : 2 * white - sum);
    const V place = CHANNELS(0, 1, 2, 3);
    return place == (V)(0)   ? model_hue(v, most, range)
           : place == (V)(1) ? (range == (V)(0) ? (V)(0) : saturation)
                             : divide(sum, (V)(2 * white));
}
V model_hsl(V v, REAL white, REAL white_after) {
    return model_with_alpha(v, model_hsl_colours(v, white), white, white_after);
}
V model_of_hsl_colours(V v, REAL white_after) {
    const V h = divide(RED(v), (V)(30)) + CHANNELS(0, 8, 4, 0), l = BLUE(v);
    const V k = h - 12 * floor(divide(h, (V)(12)));
    return (l - GREEN(v) * fmin(l, 1 - l) * clamp(fmin(k - 3, 9 - k), (V)(-1), (V)(1))) * white_after;
}
V model_of_hsl(V v, REAL white_after, REAL white) {
    return model_with_alpha(v, model_of_hsl_colours(v, white_after), white, white_after);
}

// ITU-R BT.601 of the full range, as JFIF has it.
V model_ycbcr_colours(V v, REAL middle, REAL scale) {
    const V r = RED(v), g = GREEN(v), b = BLUE(v);
    const V y = 0.299 * r + 0.587 * g + 0.114 * b;
    const V place = CHANNELS(0, 1, 2, 3);
    const V other = place == (V)(1) ? (b - y) * 0.5643340857787810 : (r - y) * 0.7132667617689016;
    return place == (V)(0) ? y * scale : other * scale + middle;
}
V model_ycbcr(V v, REAL middle, REAL scale, REAL white, REAL white_after) {
    return model_with_alpha(v, model_ycbcr_colours(v, middle, scale), white, white_after);
}
V model_of_ycbcr_colours(V v, REAL middle, REAL scale) {
    const V cb = GREEN(v) - middle, cr = BLUE(v) - middle;
    const V more = CHANNELS(0, -0.3441362862010221, 1.772, 0) * cb +
                   CHANNELS(1.402, -0.7141362862010221, 0, 0) * cr;
    return (RED(v) + more) * scale;
}
V model_of_ycbcr(V v, REAL middle, REAL scale, REAL white, REAL white_after) {
    return model_with_alpha(v, model_of_ycbcr_colours(v, middle, scale), white, white_after);
}

// Linear light of sRGB's primaries, D65; white is 0.950456, 1, 1.088754.
V model_xyz_colours(V v, REAL white) {
    const V sum = CHANNELS(0.412453, 0.212671, 0.019334, 0) * RED(v) +
                  CHANNELS(0.357580, 0.715160, 0.119193, 0) * GREEN(v) +
                  CHANNELS(0.180423, 0.072169, 0.950227, 0) * BLUE(v);
    return divide(sum, (V)(white));
}
V model_xyz(V v, REAL white, REAL white_after) {
    return model_with_alpha(v, model_xyz_colours(v, white), white, white_after);
}
V model_of_xyz_colours(V v, REAL white_after) {
    const V sum = CHANNELS(3.2404813432, -0.9692549500, 0.0556466391, 0) * RED(v) +
                  CHANNELS(-1.5371515163, 1.8759900015, -0.2040413384, 0) * GREEN(v) +
                  CHANNELS(-0.4985363262, 0.0415559266, 1.0573110696, 0) * BLUE(v);
    return sum * white_after;
}
V model_of_xyz(V v, REAL white_after, REAL white) {
    return model_with_alpha(v, model_of_xyz_colours(v, white_after), white, white_after);
}

// CIE 1976.
V model_lab_colours(V v, REAL white) {
    const V t = divide(model_xyz_colours(v, white), CHANNELS(0.950456, 1, 1.088754, 1));
    const V f = t > (V)(0.008856451679035631) ? power(fmax(t, (V)(0)), (REAL)1 / 3)
                                        : t * 7.787037037037037 + (REAL)4 / 29;
    const V place = CHANNELS(0, 1, 2, 3);
    return place == (V)(0) ? 116 * GREEN(f) - 16
           : place == (V)(1) ? 500 * (RED(f) - GREEN(f)) : 200 * (GREEN(f) - BLUE(f));
}
V model_lab(V v, REAL white, REAL white_after) {
    return model_with_alpha(v, model_lab_colours(v, white), white, white_after);
}
V model_of_lab_colours(V v, REAL white_after) {
    const V y = divide(RED(v) + 16, (V)(116));
    const V f = y + CHANNELS(0.002, 0, 0, 0) * GREEN(v) - CHANNELS(0, 0, 0.005, 0) * BLUE(v);
    const V t = f > (V)((REAL)6 / 29) ? f * f * f : (f - (REAL)4 / 29) * (REAL)0.12841854934601665;
    return model_of_xyz_colours(t * CHANNELS(0.950456, 1, 1.088754, 1), white_after);
}
V model_of_lab(V v, REAL white_after, REAL white) {
    return model_with_alpha(v, model_of_lab_colours(v, white_after), white, white_after);
}
