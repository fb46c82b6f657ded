// S, S_IS_V, LEAST, GREATEST, MIDDLE, OTHER, THIRD and KEEP_ALPHA are those of choose.clh; PIECE_OF_UNIT(src)
// is that of gather.clh.
#include "kernels/choose.clh"
#include "kernels/median_networks.clh"

#define MEDIAN_COLUMN_OF_MANY(o) MEDIAN_COLUMN(MEDIAN_MANY_THREE, MEDIAN_MANY, o)
#define MEDIAN_5_COLUMNS                                                                             \
    MEDIAN_COLUMN_OF_MANY(0) MEDIAN_COLUMN_OF_MANY(5) MEDIAN_COLUMN_OF_MANY(10)                      \
    MEDIAN_COLUMN_OF_MANY(15) MEDIAN_COLUMN_OF_MANY(20) MEDIAN_TWO_COLUMNS(MEDIAN_WHOLE, 0)          \
    MEDIAN_TWO_COLUMNS(MEDIAN_WHOLE, 10) MEDIAN_SIX_OF_20(MEDIAN_WHOLE) MEDIAN_WITH_FIFTH(MEDIAN_WHOLE)

// The smaller value comes first.
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
#define MEDIAN_OF(TYPE, of, side, network, exchange)                                               \
    TYPE at[side * side];                                                                          \
    _Pragma("unroll") for (int i = 0; i < side * side; ++i) at[i] =                                \
        of(AT(src, i % side - side / 2, i / side - side / 2));                                     \
    network(exchange)
#define MEDIAN_AS_IT_IS(s) (s)

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
#define MEDIAN_OF_25 MEDIAN_OF(S, MEDIAN_AS_IT_IS, 5, MEDIAN_25, MEDIAN_WHOLE)
#define MEDIAN_MIDDLE_OF_25 at[12]
#endif

S median_3(SRC src) {
    MEDIAN_OF(S, MEDIAN_AS_IT_IS, 3, MEDIAN_9_THREES, MEDIAN_WHOLE_THREE);
    return KEEP_ALPHA(AT(src, 0, 0), at[4]);
}
S median_5(SRC src) {
    MEDIAN_OF_25;
    return KEEP_ALPHA(AT(src, 0, 0), MEDIAN_MIDDLE_OF_25);
}
#if S_IS_V
// Real numbers are taken for whole ones that are in the same order: -0 below 0, NaN above all others.
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
#define MEDIAN_KEYS(a, b)                        \
    {                                            \
        const VI lesser = min(at[a], at[b]);     \
        at[b] = max(at[a], at[b]);               \
        at[a] = lesser;                          \
    }
V median_3_real(SRC src) {
    MEDIAN_OF(VI, median_key, 3, MEDIAN_9, MEDIAN_KEYS);
    return KEEP_ALPHA(AT(src, 0, 0), median_value(at[4]));
}
V median_5_real(SRC src) {
    MEDIAN_OF(VI, median_key, 5, MEDIAN_25, MEDIAN_KEYS);
    return KEEP_ALPHA(AT(src, 0, 0), median_value(at[12]));
}

// Of more: the least whole number that half of the values are not above, two bits at a time.
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
