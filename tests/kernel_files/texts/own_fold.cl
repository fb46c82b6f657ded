/*
sluice: 1
name: own_fold
kind: point
summary: Mirrors values above a level at white.
example: level=0.75
params:
  level: {default: 0.5, range: [0, 1], live: true, help: Lowest value that is mirrored; 1 is white.}
  mode: {choices: [above, below], default: above, help: Which side of the level is mirrored.}
*/
V own_fold(V v, REAL level, int mode, REAL white) {
    const V mirrored = (V)(white) - v;
    const VI above = v >= (V)(level * white);
    return mode == 0 ? (above ? mirrored : v) : (above ? v : mirrored);
}
