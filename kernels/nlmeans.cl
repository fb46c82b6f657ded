// The assembler reads block.clh in front, which has BLOCK and all BLOCK_*. SRC_COLORS: colours of the image.
#include "kernels/divide.clh"
#include "kernels/likeness.clh"

// A mean of pixels up to `search` away, weighed by how alike the patches around them are, of BLOCK_AROUND on
// either side: 2^(fall * the sum of squared differences), less than 0.001 of which is nothing, as OpenCV has
// it. That sum is made of columns, which the patches of neighbours have in common. What is not finite has no
// part in it, and stays.
BLOCK nlmeans(SRC src, int search, REAL fall) {
    BLOCK_SCRATCH
    BLOCK sum, all;
    BLOCK_EACH_OUTPUT(i, x)
        BLOCK_EACH_ROW(y) sum.v[i][y] = all.v[i][y] = (V)(0);
    for (int sy = -search; sy <= search; ++sy)
        for (int sx = -search; sx <= search; ++sx) {
            BLOCK_EACH_COLUMN(x) {
                BLOCK_NUMBERS square[BLOCK_ROWS + 2 * BLOCK_AROUND];
                BLOCK_UNROLL
                for (int r = 0; r < BLOCK_ROWS + 2 * BLOCK_AROUND; ++r) {
                    const int y = r - BLOCK_AROUND;
                    const V apart = BLOCK_AT(src, x + sx, y + sy) - BLOCK_AT(src, x, y);
                    const V squares = apart * apart;
#if SRC_COLORS == 1
                    square[r] = FIRST(squares);
#else
                    square[r] = FIRST(RED(squares) + GREEN(squares) + BLUE(squares));
#endif
                }
                BLOCK_EACH_ROW(y) {
                    BLOCK_NUMBERS column = square[y];
                    BLOCK_UNROLL
                    for (int r = 1; r <= 2 * BLOCK_AROUND; ++r) column += square[y + r];
                    BLOCK_PUT(x, y, column);
                }
            }
            BLOCK_WAIT;
            BLOCK_EACH_OUTPUT(i, x)
                BLOCK_EACH_ROW(y) {
                    BLOCK_NUMBERS patch = BLOCK_GET(x - BLOCK_AROUND, y);
                    BLOCK_UNROLL
                    for (int k = 1; k <= 2 * BLOCK_AROUND; ++k) patch += BLOCK_GET(x - BLOCK_AROUND + k, y);
                    const V distance = GREY(patch), alike = likeness((V)(fall) * distance);
                    const V weight = isfinite(distance) & (alike >= (V)(0.001)) ? alike : (V)(0);
                    const V change = BLOCK_AT(src, x + sx, y + sy) - BLOCK_AT(src, x, y);
                    sum.v[i][y] = weight > (V)(0) ? fma(weight, change, sum.v[i][y]) : sum.v[i][y];
                    all.v[i][y] += weight;
                }
            BLOCK_WAIT;
        }
    BLOCK_EACH_OUTPUT(i, x)
        BLOCK_EACH_ROW(y) {
            const V own = BLOCK_AT(src, x, y), weights = all.v[i][y];
            sum.v[i][y] = ALPHA_LANES | !(weights > (V)(0)) ? own : own + divide(sum.v[i][y], weights);
        }
    return sum;
}
