// What the differences of two images, or their likeness, come to, from their sums. The accessor
// result_<field> is there if the stage's Table has that field; with it comes the function that makes it.
#include "kernels/pair.clh"

#define COMPARED_MEAN(sum) pair_divide(sum, pair_from(stats_count(row, channel))).x

#ifdef result_mse
void compared_mse(int row, int channel, TABLE stats, TABLE result) {
    result_mse(row, channel) = (REAL)COMPARED_MEAN(stats_sum_sq(row, channel));
}
#endif
#ifdef result_psnr
void compared_psnr(int row, int channel, TABLE stats, TABLE result, REAL top) {
    const WIDE mse = COMPARED_MEAN(stats_sum_sq(row, channel));
    result_psnr(row, channel) = (REAL)(10 * log10((WIDE)top * (WIDE)top / mse));
}
#endif
#ifdef result_mae
void compared_mae(int row, int channel, TABLE stats, TABLE result) {
    result_mae(row, channel) = (REAL)COMPARED_MEAN(stats_sum(row, channel));
}
#endif
#ifdef result_ssim
void compared_ssim(int row, int channel, TABLE stats, TABLE result) {
    result_ssim(row, channel) = (REAL)COMPARED_MEAN(stats_sum(row, channel));
}
#endif
#ifdef result_max
void compared_max(int row, int channel, TABLE stats, TABLE result) {
    result_max(row, channel) = (REAL)stats_max(row, channel);
}
#endif
