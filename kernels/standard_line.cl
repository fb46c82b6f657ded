// From count and sums of a group to the line that standardize follows,
// ((v * lift - whole) - part) * gain + base, with the mean in two parts: one float is too coarse for it.
//
// scale, shift, epsilon, ddof: y = scale * (v - mean) / sqrt(variance + epsilon) + shift, where variance is
// the sum of squares divided by N - ddof. mean_0.., std_0..: what the user gave, where has_mean, has_std.
// units: code values of the result in one of the source, for a group that stays as it is.
//
// Fields of the stage's Tables choose the functions: stats_count is there if it measures, moments_mean if it
// reads or makes what is smoothed, line_gain if it makes the line. stats_sum_is_i64: sums of integers.
#include "kernels/moments.clh"
#include "kernels/pair.clh"

#ifdef stats_count
// Of n values that are all the same rounding leaves a difference: it is none.
WIDE standard_line_difference(WIDE difference, WIDE square, ulong n) {
    const WIDE of_doubles = (WIDE)3.1554436e-30f * (1 + (WIDE)0.0009765625f * n);  // 2^-98, 2^-10
    const WIDE rounding = sizeof(WIDE) == 8 ? of_doubles : (WIDE)5.684342e-14f;    // 2^-44
    return difference < square * rounding ? (WIDE)0 : fmax(difference, (WIDE)0);
}

// Whether squares of the values are beyond the range of WIDE: then their sum says nothing.
bool standard_line_lost(int row, int channel, TABLE stats) {
#ifdef stats_sum_is_i64
    return false;
#else
#ifdef FP64
    const WIDE least = DBL_MIN;
#else
    const WIDE least = FLT_MIN;
#endif
    const WIDE squares = stats_sum_sq(row, channel).x;
    return !isfinite(squares) || (squares < least && stats_sum(row, channel).x != 0);
#endif
}

// Whether values differ that are too far from zero for the sums to tell.
bool standard_line_hidden(int row, int channel, TABLE stats, moments_found found) {
#ifdef stats_min
    return found.variance == 0 && stats_min(row, channel) < stats_max(row, channel);
#else
    return false;
#endif
}

// Integers: N * sum of squares - sum^2 is exact in 128 bits for N up to 2^33. Floats: the difference of two
// large numbers loses (mean / std)^2 of the 2^-98 that pairs of doubles are exact to, or of the 2^-46 of
// pairs of floats.
moments_found standard_line_moments(int row, int channel, TABLE stats, ulong n) {
    moments_found found;
#ifdef stats_sum_is_i64
    const long sum = stats_sum(row, channel);
    const ulong size = abs(sum);
#ifdef stats_sum_sq_is_u128
    const ulong2 squares = stats_sum_sq(row, channel);
#else
    const ulong2 squares = (ulong2)(stats_sum_sq(row, channel), 0);
#endif
    const ulong low = n * squares.x, minus = size * size;
    const ulong high = mul_hi(n, squares.x) + n * squares.y - mul_hi(size, size) - (low < minus ? 1 : 0);
    const long whole = sum / (long)n;
    found.mean = (WIDE)whole;
    found.part = (WIDE)(sum - whole * (long)n) / (WIDE)n;
    found.variance = ((WIDE)high * (WIDE)18446744073709551616.0f + (WIDE)(low - minus)) / (WIDE)n / (WIDE)n;
#else
    const wide_pair count = pair_from(n), sum = stats_sum(row, channel), squares = stats_sum_sq(row, channel);
    const wide_pair mean = pair_divide(sum, count);
    found.mean = mean.x;
    found.part = mean.y;
    const wide_pair square = pair_divide(squares, count);
    found.variance = standard_line_difference(pair_add(square, -pair_multiply(mean, mean)).x, square.x, n);
#endif
    return found;
}

// What was found, with what is given in its place: false where that says nothing.
bool standard_line_measured(int row, int channel, TABLE stats, int has_mean, REAL mean_0, REAL mean_1,
                            REAL mean_2, REAL mean_3, int has_std, REAL std_0, REAL std_1, REAL std_2,
                            REAL std_3, int ddof, moments_found *found) {
    const ulong n = stats_count(row, channel);
    if (n == 0 || (has_std == 0 && standard_line_lost(row, channel, stats))) return false;
    *found = standard_line_moments(row, channel, stats, n);
    if (has_std == 0 && standard_line_hidden(row, channel, stats, *found)) return false;
    const WIDE mean = channel == 0 ? mean_0 : channel == 1 ? mean_1 : channel == 2 ? mean_2 : mean_3;
    const WIDE std = channel == 0 ? std_0 : channel == 1 ? std_1 : channel == 2 ? std_2 : std_3;
    if (has_mean != 0) {  // the variance is about it
        const WIDE off = (found->mean - mean) + found->part;
        found->variance += off * off;
        found->mean = mean;
        found->part = 0;
    }
    found->variance *= n > (ulong)ddof ? (WIDE)n / (WIDE)(n - ddof) : 0;
    if (has_std != 0) found->variance = std * std;
    return true;
}
#endif

#ifdef line_gain
void standard_line_put(int row, int channel, TABLE line, moments_found found, WIDE epsilon, WIDE scale,
                       WIDE shift) {
    line_mean(row, channel) = (REAL)(found.mean + found.part);
    line_std(row, channel) = (REAL)sqrt(found.variance);
    const WIDE deviation = sqrt(found.variance + epsilon);
    const WIDE up = (WIDE)18446744073709551616.0f;  // 2^64: gain must not leave the range of floats
    const WIDE lift = deviation == 0 || (deviation > 1 / up && deviation < up) ? 1
                      : deviation < 1                                          ? up
                                                                               : 1 / up;
    const REAL whole = (REAL)(found.mean * lift);
    line_lift(row, channel) = (REAL)lift;
    line_whole(row, channel) = whole;
    line_part(row, channel) = (REAL)(found.mean * lift - (WIDE)whole + found.part * lift);
    line_gain(row, channel) = deviation == 0 ? 0 : (REAL)(scale / (deviation * lift));
    line_base(row, channel) = (REAL)shift;
}

// The image stays as it is.
void standard_line_keep(int row, int channel, TABLE line, REAL units, __global uint *status) {
    line_lift(row, channel) = 1;
    line_whole(row, channel) = line_part(row, channel) = line_base(row, channel) = 0;
    line_gain(row, channel) = units;
    line_mean(row, channel) = line_std(row, channel) = (REAL)NAN;
    atomic_inc(status);
}

#if defined(stats_count)
void standard_line(int row, int channel, TABLE stats, TABLE line, int has_mean, REAL mean_0, REAL mean_1,
                   REAL mean_2, REAL mean_3, int has_std, REAL std_0, REAL std_1, REAL std_2, REAL std_3,
                   int ddof, REAL epsilon, REAL scale, REAL shift, REAL units, __global uint *status) {
    moments_found found;
    if (standard_line_measured(row, channel, stats, has_mean, mean_0, mean_1, mean_2, mean_3, has_std, std_0,
                               std_1, std_2, std_3, ddof, &found))
        standard_line_put(row, channel, line, found, epsilon, scale, shift);
    else
        standard_line_keep(row, channel, line, units, status);
}
#elif defined(moments_mean)
// Mean and deviation of a stream; NAN where nothing was ever counted.
void standard_line_smoothed(int row, int channel, TABLE moments, TABLE line, REAL epsilon, REAL scale,
                            REAL shift, REAL units, __global uint *status) {
    const WIDE std = moments_std(row, channel);
    const moments_found found = {moments_mean(row, channel), moments_part(row, channel), std * std};
    if (isnan(found.mean))
        standard_line_keep(row, channel, line, units, status);
    else
        standard_line_put(row, channel, line, found, epsilon, scale, shift);
}
#else
// Mean and deviation are given.
void standard_line_given(int row, int channel, TABLE line, REAL mean_0, REAL mean_1, REAL mean_2,
                         REAL mean_3, REAL std_0, REAL std_1, REAL std_2, REAL std_3, REAL epsilon,
                         REAL scale, REAL shift) {
    const WIDE std = channel == 0 ? std_0 : channel == 1 ? std_1 : channel == 2 ? std_2 : std_3;
    moments_found found;
    found.mean = channel == 0 ? mean_0 : channel == 1 ? mean_1 : channel == 2 ? mean_2 : mean_3;
    found.part = 0;
    found.variance = std * std;
    standard_line_put(row, channel, line, found, epsilon, scale, shift);
}
#endif
#else
// Mean and deviation as two numbers each of them, to be smoothed; NAN where nothing was counted.
void standard_line_split(int row, int channel, TABLE stats, TABLE moments, int has_mean, REAL mean_0,
                         REAL mean_1, REAL mean_2, REAL mean_3, int has_std, REAL std_0, REAL std_1,
                         REAL std_2, REAL std_3, int ddof) {
    moments_found found;
    const bool any = standard_line_measured(row, channel, stats, has_mean, mean_0, mean_1, mean_2, mean_3,
                                            has_std, std_0, std_1, std_2, std_3, ddof, &found);
    const REAL mean = any ? (REAL)found.mean : (REAL)NAN;
    moments_mean(row, channel) = mean;
    moments_part(row, channel) = any ? (REAL)((found.mean - (WIDE)mean) + found.part) : 0;
    moments_std(row, channel) = any ? (REAL)sqrt(found.variance) : 0;
}
#endif
