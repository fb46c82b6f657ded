// One value of those at one place of several images. Of real numbers only those that are finite count, and
// where there are none the result is no number.
#include "kernels/divide.clh"

#define STACKED_MOST 32
#define STACKED_FOR(i) _Pragma("unroll") for (int i = 0; i < image_count; ++i)
#define STACKED_ONE(mask) ((mask) ? (V)(1) : (V)(0))

VI stacked_finite(V v) { return fabs(v) < (V)(INFINITY); }

// --- mean ------------------------------------------------------------------------------------------

V stacked_mean(LIST image, int image_count) {
    V sum = (V)(0);
    STACKED_FOR(i) sum += image[i];
    return divide(sum, (V)((REAL)image_count));
}

// Sums of parts do not overflow.
#define STACKED_PART 0.03125
V stacked_mean_real(LIST image, int image_count) {
    V sum = (V)(0), n = (V)(0);
    STACKED_FOR(i) {
        const VI counts = stacked_finite(image[i]);
        sum += counts ? image[i] * STACKED_PART : (V)(0);
        n += STACKED_ONE(counts);
    }
    return divide(sum, n) * (1 / STACKED_PART);
}

// --- median ----------------------------------------------------------------------------------------

// Batcher's odd-even merge sort.
void stacked_sort(V* at, int n) {
    for (int p = 1; p < n; p += p)
        for (int k = p; k >= 1; k /= 2)
            for (int j = k % p; j + k < n; j += 2 * k)
                for (int i = j; i < min(j + k, n - k); ++i)
                    if (i / (2 * p) == (i + k) / (2 * p)) {
                        const V lesser = fmin(at[i], at[i + k]);
                        at[i + k] = fmax(at[i], at[i + k]);
                        at[i] = lesser;
                    }
}

V stacked_median(LIST image, int image_count) {
    V at[STACKED_MOST];
    STACKED_FOR(i) at[i] = image[i];
    stacked_sort(at, image_count);
    return (at[(image_count - 1) / 2] + at[image_count / 2]) * 0.5;
}

// What does not count goes behind the others, so that the middle is not the same for all.
V stacked_median_real(LIST image, int image_count) {
    V at[STACKED_MOST], twice = (V)(-1);
    STACKED_FOR(i) {
        const VI counts = stacked_finite(image[i]);
        at[i] = counts ? image[i] : (V)(INFINITY);
        twice += STACKED_ONE(counts);
    }
    stacked_sort(at, image_count);
    V sum = (V)(0);
    STACKED_FOR(i) {
        const V after = twice - 2 * i;  // twice the steps to the middle
        sum += after == (V)(0) ? at[i] : fabs(after) == (V)(1) ? at[i] * 0.5 : (V)(0);
    }
    return twice < (V)(0) ? (V)(NAN) : sum;
}

// --- sigma -----------------------------------------------------------------------------------------

#define STACKED_AWAY(i) (image[i] * 0.25 - base * 0.25)
#define STACKED_TINY (sizeof(REAL) == 4 ? (REAL)1e-37 : (REAL)1e-300)

// Looks at distances from one of the values, as parts of the largest: they have all their digits, and their
// squares do not overflow. A ten thousandth more than kappa deviations still counts: on the border rounding
// would decide, and there lies the odd one of ten images that are equal but for it.
void stacked_clip(LIST image, int image_count, VI* counts, REAL kappa) {
    V base = (V)(0), far = (V)(0), n = (V)(0), sum = (V)(0), squares = (V)(0);
    STACKED_FOR(i) base = counts[i] ? image[i] : base;
    STACKED_FOR(i) far = fmax(far, counts[i] ? fabs(STACKED_AWAY(i)) : (V)(0));
    const V scale = far > (V)(STACKED_TINY) ? divide((V)(1), far) : (V)(0);
    STACKED_FOR(i) {
        sum += counts[i] ? STACKED_AWAY(i) * scale : (V)(0);
        n += STACKED_ONE(counts[i]);
    }
    STACKED_FOR(i) {
        const V off = n * (STACKED_AWAY(i) * scale) - sum;
        squares += counts[i] ? off * off : (V)(0);
    }
    const V most = squares * (kappa * kappa * 1.0001);
    STACKED_FOR(i) {
        const V off = n * (STACKED_AWAY(i) * scale) - sum;
        counts[i] = counts[i] & (off * off * n <= most);
    }
}

#define STACKED_SIGMA(counts_at_all, part)                                                         \
    VI counts[STACKED_MOST];                                                                       \
    STACKED_FOR(i) counts[i] = counts_at_all(image[i]);                                            \
    for (int done = 0; done < iterations; ++done) stacked_clip(image, image_count, counts, kappa); \
    V sum = (V)(0), n = (V)(0);                                                                    \
    STACKED_FOR(i) {                                                                               \
        sum += counts[i] ? image[i] * (REAL)(part) : (V)(0);                                       \
        n += STACKED_ONE(counts[i]);                                                               \
    }                                                                                              \
    return divide(sum, n) * (REAL)(1 / (part))
#define STACKED_WHOLE(v) ((v) == (v))

V stacked_sigma(LIST image, int image_count, REAL kappa, int iterations) {
    STACKED_SIGMA(STACKED_WHOLE, 1.0);
}
V stacked_sigma_real(LIST image, int image_count, REAL kappa, int iterations) {
    STACKED_SIGMA(stacked_finite, STACKED_PART);
}
