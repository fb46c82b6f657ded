#include "kernels/choose.clh"

// Exchanges that put the median of 9, of 25 values into the middle place, and threes that do when they are
// put in order. That they do was tried with 0 and 1 in each place, in every way.
#define MEDIAN_9_THREES(T) \
    T(0, 1, 2) T(3, 4, 5) T(6, 7, 8) T(0, 3, 6) T(1, 4, 7) T(2, 5, 8) T(6, 4, 2)
#define MEDIAN_9(E)                                                                               \
    E(1, 2) E(4, 5) E(7, 8) E(0, 1) E(3, 4) E(6, 7) E(1, 2) E(4, 5) E(7, 8) E(0, 3) E(5, 8)       \
    E(4, 7) E(3, 6) E(1, 4) E(2, 5) E(4, 7) E(4, 2) E(6, 4) E(4, 2)
#define MEDIAN_25(E)                                                                              \
    E(0, 1) E(3, 4) E(2, 4) E(2, 3) E(6, 7) E(5, 7) E(5, 6) E(9, 10) E(8, 10) E(8, 9) E(12, 13)   \
    E(11, 13) E(11, 12) E(15, 16) E(14, 16) E(14, 15) E(18, 19) E(17, 19) E(17, 18) E(21, 22)     \
    E(20, 22) E(20, 21) E(23, 24) E(2, 5) E(3, 6) E(0, 6) E(0, 3) E(4, 7) E(1, 7) E(1, 4)         \
    E(11, 14) E(8, 14) E(8, 11) E(12, 15) E(9, 15) E(9, 12) E(13, 16) E(10, 16) E(10, 13)         \
    E(20, 23) E(17, 23) E(17, 20) E(21, 24) E(18, 24) E(18, 21) E(19, 22) E(8, 17) E(9, 18)       \
    E(0, 18) E(0, 9) E(10, 19) E(1, 19) E(1, 10) E(11, 20) E(2, 20) E(2, 11) E(12, 21) E(3, 21)   \
    E(3, 12) E(13, 22) E(4, 22) E(4, 13) E(14, 23) E(5, 23) E(5, 14) E(15, 24) E(6, 24) E(6, 15)  \
    E(7, 16) E(7, 19) E(13, 21) E(15, 23) E(7, 13) E(7, 15) E(1, 9) E(3, 11) E(5, 17) E(11, 17)   \
    E(9, 17) E(4, 10) E(6, 12) E(7, 14) E(4, 6) E(4, 7) E(12, 14) E(10, 14) E(6, 7) E(10, 12)     \
    E(6, 10) E(6, 17) E(12, 17) E(7, 17) E(7, 10) E(12, 18) E(7, 12) E(10, 18) E(12, 20)          \
    E(10, 20) E(10, 12)

// The same of 25 in columns of five, four of which two pixels side by side have in common: columns are put in
// order, then, as far as it helps, the first two together, the next two; of these twenty the middle six are
// put in order at 7 to 12, and the fifth column finds the middle of all, at 7. A compiler that writes out
// neighbours computes once what they have in common: a pixel takes half the exchanges of MEDIAN_25.
#define MEDIAN_COLUMN(o)                                         \
    MEDIAN_MANY_THREE(o, o + 1, o + 2) MEDIAN_MANY(o + 1, o + 3) \
    MEDIAN_MANY_THREE(o, o + 1, o + 4) MEDIAN_MANY_THREE(o + 2, o + 3, o + 4)
#define MEDIAN_TWO_COLUMNS(E, o)                                                                \
    E(o + 1, o + 6) E(o + 2, o + 7) E(o, o + 5) E(o + 3, o + 8) E(o + 4, o + 9) E(o + 3, o + 6) \
    E(o + 2, o + 5) E(o + 4, o + 7) E(o + 1, o + 2) E(o + 4, o + 5) E(o + 3, o + 4)
#define MEDIAN_SIX_OF_20(E)                                                                  \
    E(6, 18) E(5, 17) E(5, 6) E(7, 16) E(8, 15) E(7, 8) E(4, 12) E(9, 13) E(3, 19) E(2, 14)  \
    E(3, 11) E(1, 9) E(0, 8) E(7, 11) E(6, 10) E(10, 14) E(8, 12) E(12, 14) E(5, 9) E(8, 10) \
    E(9, 11) E(11, 12) E(9, 10) E(5, 7) E(7, 8)
#define MEDIAN_WITH_FIFTH(E) \
    E(20, 11) E(21, 10) E(22, 9) E(23, 8) E(24, 7) E(7, 8) E(7, 9) E(7, 10) E(7, 11) E(7, 12)
#define MEDIAN_5_COLUMNS                                                  \
    MEDIAN_COLUMN(0) MEDIAN_COLUMN(5) MEDIAN_COLUMN(10) MEDIAN_COLUMN(15) \
    MEDIAN_COLUMN(20) MEDIAN_TWO_COLUMNS(MEDIAN_WHOLE, 0)                 \
    MEDIAN_TWO_COLUMNS(MEDIAN_WHOLE, 10) MEDIAN_SIX_OF_20(MEDIAN_WHOLE) MEDIAN_WITH_FIFTH(MEDIAN_WHOLE)

// The smaller value comes first; of real numbers NaN is greater than all others.
#define MEDIAN_WHOLE(a, b)                       \
    {                                            \
        const S lesser = LEAST(at[a], at[b]);    \
        at[b] = GREATEST(at[a], at[b]);          \
        at[a] = lesser;                          \
    }
#define MEDIAN_WHOLE_THREE(a, b, c)                             \
    {                                                           \
        const S first = at[a], second = at[b], third = at[c];   \
        at[a] = LEAST(LEAST(first, second), third);             \
        at[b] = MIDDLE(first, second, third);                   \
        at[c] = GREATEST(GREATEST(first, second), third);       \
    }
// The same, by more units of a GPU, where there is much to put in order.
#define MEDIAN_MANY(a, b)                     \
    {                                         \
        const S lesser = LEAST(at[a], at[b]); \
        at[b] = OTHER(at[a], at[b], lesser);  \
        at[a] = lesser;                       \
    }
#define MEDIAN_MANY_THREE(a, b, c)                            \
    {                                                         \
        const S first = at[a], second = at[b], third = at[c]; \
        at[a] = LEAST(LEAST(first, second), third);           \
        at[c] = GREATEST(GREATEST(first, second), third);     \
        at[b] = THIRD(first, second, third, at[a], at[c]);    \
    }
#define MEDIAN_REAL(a, b)                                            \
    {                                                                \
        const VI kept = (at[a] <= at[b]) | (at[b] != at[b]);         \
        const V lesser = kept ? at[a] : at[b];                       \
        at[b] = kept ? at[b] : at[a];                                \
        at[a] = lesser;                                              \
    }
#define MEDIAN_OF(side, network, exchange)                                                         \
    S at[side * side];                                                                             \
    _Pragma("unroll") for (int i = 0; i < side * side; ++i) at[i] =                                \
        AT(src, i % side - side / 2, i / side - side / 2);                                         \
    network(exchange)

#if PIXELS == 1
// Of two pixels of a unit, the left one's fifth column is its leftmost, the right one's its rightmost.
#define MEDIAN_OF_25                                                                               \
    const bool right = PIECE_OF_UNIT(src) & 1;                                                     \
    S at[25];                                                                                      \
    _Pragma("unroll") for (int i = 0; i < 25; ++i) at[i] =                                         \
        AT(src, i < 20 ? i / 5 - (right ? 2 : 1) : right ? 2 : -2, i % 5 - 2);                     \
    MEDIAN_5_COLUMNS
#define MEDIAN_MIDDLE_OF_25 at[7]
#else  // what is beside them is in the same vector: nothing is computed in common
#define MEDIAN_OF_25 MEDIAN_OF(5, MEDIAN_25, MEDIAN_WHOLE)
#define MEDIAN_MIDDLE_OF_25 at[12]
#endif

S median_3(SRC src) {
    MEDIAN_OF(3, MEDIAN_9_THREES, MEDIAN_WHOLE_THREE);
    return KEEP_ALPHA(AT(src, 0, 0), at[4]);
}
S median_5(SRC src) {
    MEDIAN_OF_25;
    return KEEP_ALPHA(AT(src, 0, 0), MEDIAN_MIDDLE_OF_25);
}
#if S_IS_V
V median_3_real(SRC src) {
    MEDIAN_OF(3, MEDIAN_9, MEDIAN_REAL);
    return KEEP_ALPHA(AT(src, 0, 0), at[4]);
}
V median_5_real(SRC src) {
    MEDIAN_OF(5, MEDIAN_25, MEDIAN_REAL);
    return KEEP_ALPHA(AT(src, 0, 0), at[12]);
}

// Of more: the least whole number that half of the values are not above, two bits at a time. Real numbers are
// taken for whole ones that are in the same order, NaN for the greatest.
#define MEDIAN_TOP ((INT)(sizeof(INT) == 4 ? INT_MAX : LONG_MAX))
VI median_key(V v) {
    const VI bits = PASTE(as_, VI)(v == v ? v : (V)(NAN));
    const VI key = bits ^ ((bits >> (INT)(8 * sizeof(INT) - 1)) & MEDIAN_TOP);
    return v == v ? key : (VI)(MEDIAN_TOP);
}
V median_value(VI key) {
    const V v = PASTE(as_, V)(key ^ ((key >> (INT)(8 * sizeof(INT) - 1)) & MEDIAN_TOP));
    return key == (VI)(MEDIAN_TOP) ? (V)(NAN) : v;
}
VI median_between(VI low, VI high) { return (low & high) + ((low ^ high) >> 1); }
#define MEDIAN_SEARCH(bits, lowest, highest, of_value, to_value)                                  \
    V own = (V)(0);                                                                               \
    VI low = (VI)(lowest), high = (VI)(highest);                                                  \
    const VI most = (VI)(((2 * radius + 1) * (2 * radius + 1) - 1) / 2), one = (VI)(1);           \
    for (int done = 0; done < bits; done += 2) {                                                  \
        const VI second = median_between(low, high);                                              \
        const VI first = median_between(low, second), third = median_between(second + one, high); \
        VI to_first = (VI)(0), to_second = to_first, to_third = to_first;                         \
        for (int dy = -radius; dy <= radius; ++dy)                                                \
            for (int dx = -radius; dx <= radius; ++dx) {                                          \
                const V v = AT(src, dx, dy);                                                      \
                const VI key = of_value(v);                                                       \
                own = dx == 0 && dy == 0 ? v : own;                                               \
                to_first += (key <= first) & one;                                                 \
                to_second += (key <= second) & one;                                               \
                to_third += (key <= third) & one;                                                 \
            }                                                                                     \
        const VI lower = to_second > most, outer = lower ? to_first > most : to_third > most;     \
        const VI from = lower ? low : second + one, to = lower ? second : high;                   \
        const VI middle = lower ? first : third;                                                  \
        high = outer ? middle : to;                                                               \
        low = outer ? from : middle + one;                                                        \
    }                                                                                             \
    return ALPHA_LANES ? own : to_value(low)

#define MEDIAN_WHOLE_OF(v) CONVERT(INT, v)
#define MEDIAN_WHOLE_TO(key) CONVERT(REAL, key)
V median_many(SRC src, int radius, int bits, REAL lowest, REAL highest) {
    MEDIAN_SEARCH(bits, CONVERT(INT, (V)(lowest)), CONVERT(INT, (V)(highest)), MEDIAN_WHOLE_OF,
                  MEDIAN_WHOLE_TO);
}
V median_many_real(SRC src, int radius) {
    MEDIAN_SEARCH((int)(8 * sizeof(INT)), -MEDIAN_TOP - 1, MEDIAN_TOP, median_key, median_value);
}
#endif
