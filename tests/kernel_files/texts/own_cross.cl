/*
sluice: 1
name: own_cross
kind: stencil
summary: Makes each colour the maximum of its row and column around it.
params:
  arm: {type: integer, default: 1, range: [0, 20], unit: px, help: Distance to the farthest neighbour.}
reach: arm
border: mirror
*/
// The neighbours at one distance.
V own_cross_of(SRC src, int far) {
    V around[4] = {AT(src, -far, 0), AT(src, far, 0), AT(src, 0, -far), AT(src, 0, far)};
    V most = around[0];
    for (int i = 1; i < 4; ++i) most = fmax(most, around[i]);
    return most;
}
V own_cross(SRC src, int arm) {
    const V own = AT(src, 0, 0);
    V most = own;
    for (int far = 1; far <= arm; ++far) most = fmax(most, own_cross_of(src, far));
    return ALPHA_LANES ? own : most;
}
