// WINDOW_* (window.clh) read the arguments that are called window, taps and doubles. The assembler defines
//   SRC_COLORS, SRC_FINITE    colours of the image; whether all that AT reads is finite
//   WORD_AT             the pixel of AT as a word of four bytes, if it lies so in memory
#include "kernels/divide.clh"
#include "kernels/likeness.clh"
#include "kernels/window.clh"

// A mean of neighbours, weighed by how near they are in space and in colour, all colours together:
// 2^(fall * d^2 + w), d the sum of their differences, w what the window says of each. What is not finite has
// no part in it, and stays. Integers are weighed themselves; of real numbers their differences from the pixel
// are, so that none are lost beside large ones, and a flat part stays what it is.
V bilateral(SRC src, TABLE window, int taps, int doubles, REAL fall) {
    V sum = (V)(0), all = sum, own = sum;
    WINDOW_EACH(i) {
        const V v = AT(src, WINDOW_X(i), WINDOW_Y(i));
        if (i == 0) {
            own = v;
            sum = SRC_FINITE ? own : (V)(0);
            all = (V)(1);
            continue;
        }
        const bool later = WINDOW_IS_LATER(i);
#ifdef WORD_AT
        const uint there = WORD_AT(src, WINDOW_X(i), WINDOW_Y(i)), here = WORD_AT(src, 0, 0);
        const V distance = (V)(later ? texel_apart_u8(here, there) : texel_apart_u8(there, here));
#else
        const V apart = fabs(later ? own - v : v - own);
#if SRC_COLORS == 1
        const V distance = RED(apart);
#else
        const V distance = RED(apart) + GREEN(apart) + BLUE(apart);
#endif
#endif
        const V exponent = fma((V)(fall) * distance, distance, (V)(WINDOW_WEIGHT(i)));
        const V weight = SRC_FINITE ? likeness(exponent) : likeness_of_reals(exponent);
#if SRC_FINITE
        sum = fma(weight, v, sum);
        all += weight;
#else
        sum = isfinite(distance) ? fma(weight, v - own, sum) : sum;
        all = isfinite(distance) ? all + weight : all;
#endif
    }
    const V of_all = inverse_alike(all);
    return ALPHA_LANES ? own : SRC_FINITE ? sum * of_all : fma(sum, of_all, own);
}
