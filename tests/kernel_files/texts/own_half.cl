/*
sluice: 1
name: own_half
kind: stencil
summary: Keeps one pixel of each square, from the right.
params:
  step: {type: integer, default: 2, range: [1, 5], unit: px, help: Side of the squares.}
region:
  columns: [width - 1 - step * last_column, width - 1 - step * first_column]
  rows: [step * first_row, step * last_row]
result:
  width: max(1, round((width - step / 2 + 0.1) / step))
  height: max(1, round((height - step / 2 + 0.1) / step))
*/
V own_half(SRC src, VI X, VI Y, int step, int width) {
    return TEXEL(src, (VI)(width - 1) - X * (VI)(step), Y * (VI)(step));
}
