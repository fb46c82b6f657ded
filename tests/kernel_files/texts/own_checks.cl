/*
sluice: 1
name: own_checks
kind: source
summary: Makes an image of black and white squares.
params:
  width: {type: integer, default: 64, range: [1, 5000], unit: px, help: Width of the image.}
  height: {type: integer, default: 48, range: [1, 5000], unit: px, help: Height of the image.}
  side: {type: integer, default: 8, range: [1, 1000], unit: px, live: true, help: Side of a square.}
result: {width: width, height: height, channels: 1, pixel: u8}
*/
V own_checks(VI X, VI Y, int side, REAL white) {
    const VI odd = (X / (VI)(side) + Y / (VI)(side)) & (VI)(1);
    return odd == (VI)(1) ? (V)(white) : (V)(0);
}
