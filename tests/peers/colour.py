#!/usr/bin/env python3
"""Holds grey, channels and convert to= against OpenCV (cvtColor of floats, split), Pillow (YCbCr) and numpy; lut against a
cube looked up in double.

    tests/peers/colour.py [--sluice PROGRAM] [--corpora FOLDER] [--sample]

For each it prints the largest difference: of hue and L a b in their units, else as a part of white or in code values.
There and back must be within a rounding of 8 bits. Ends with 1 if anything is farther off than said.
"""
import os
import sys

from shared.peers import Image, cv2, decoded, kind_of, main, np, run, suite, white_of

MODELS = ("hsv", "hsl", "lab", "xyz", "ycbcr")


def peer(model, image):
    """What OpenCV makes of sRGB colours, 0 to 1; xyz of their light."""
    image = np.ascontiguousarray(image.astype(np.float32))
    if model == "xyz":
        image = decoded(image).astype(np.float32)
    code = {"hsv": cv2.COLOR_RGB2HSV, "hsl": cv2.COLOR_RGB2HLS, "lab": cv2.COLOR_RGB2LAB, "xyz": cv2.COLOR_RGB2XYZ}[model]
    result = cv2.cvtColor(image, code)
    return result[..., [0, 2, 1]] if model == "hsl" else result


def lab(image):
    """CIE 1976, D65, of sRGB colours in double, as scikit-image's rgb2lab: OpenCV's interpolates in a table."""
    matrix = np.array([[0.412453, 0.357580, 0.180423], [0.212671, 0.715160, 0.072169], [0.019334, 0.119193, 0.950227]])
    t = decoded(image) @ (matrix / matrix.sum(1, keepdims=True)).T
    f = np.where(t > 216 / 24389, np.cbrt(t), t * 841 / 108 + 4 / 29)
    return np.stack([116 * f[..., 1] - 16, 500 * (f[..., 0] - f[..., 1]), 200 * (f[..., 1] - f[..., 2])], axis=-1)


def check_models(table, given, path, folder):
    texts = [f"convert from=a to={model} id={model}" for model in MODELS]
    texts += [f"convert from={model} to=rgb pixel=u8" for model in MODELS]
    texts += ["grey from=a weights=rec601", "grey from=a weights=max", "grey from=a weights=lightness",
              "grey from=a weights=average", "grey from=a", "channels from=a order=bgr", "channels from=a extract=g"]
    results, read = run(given.sluice, {"a": path}, texts, folder)
    src = read["a"]
    white = white_of(src)
    kind = " " + kind_of(src)
    real = src.astype(np.float64) / white
    for model, ours in zip(MODELS, results):
        if model == "ycbcr":
            if src.dtype == np.uint8:
                table.add(model + kind, ours - np.asarray(Image.fromarray(src).convert("YCbCr")).astype(float), 1)
            continue
        away = np.abs(ours - peer(model, real))
        if model in ("hsv", "hsl"):
            table.add(f"{model} hue{kind}", np.minimum(away[..., 0], 360 - away[..., 0]).max(), 5e-3)
            away = away[..., 1:]
        table.add(model + kind, away.max(), 0.3 if model == "lab" else 2e-5)
        if model == "lab":
            table.add("lab, formula" + kind, np.abs(ours - lab(real)).max(), 2e-3)
    for model, ours in zip(MODELS, results[len(MODELS):]):
        eight = src if src.dtype == np.uint8 else src / 257
        table.add(f"{model} and back{kind}", np.abs(ours.astype(float) - eight).max(), 1 if model == "ycbcr" else 0.51)
    weigh = lambda r, g, b: src.astype(np.float64) @ np.array([r, g, b])
    greys = [weigh(0.299, 0.587, 0.114), src.max(-1), (src.max(-1).astype(float) + src.min(-1)) / 2, weigh(1, 1, 1) / 3,
             weigh(0.2126, 0.7152, 0.0722), src[..., ::-1], src[..., 1]]
    for text, ours, theirs in zip(texts[2 * len(MODELS):], results[2 * len(MODELS):], greys):
        most = 0.53 if text.startswith("grey") else 0
        table.add(text.replace(" from=a", "") + kind, ours.astype(float) - theirs, most)
    if src.dtype == np.uint8:
        table.add("grey rec601, cvtColor" + kind,
                  np.abs(results[2 * len(MODELS)].astype(float) - cv2.cvtColor(src, cv2.COLOR_RGB2GRAY)).max(), 1)


def looked_up(cube, colours, how):
    """Of a cube by blue, green, red, with ends of 0 and 1; in double."""
    n = len(cube)
    x = np.clip(colours, 0, 1) * (n - 1)
    if how == "nearest":
        i = np.rint(x).astype(int)
        return cube[i[..., 2], i[..., 1], i[..., 0]]
    i = np.minimum(np.floor(x).astype(int), n - 2)
    rest = x - i
    at = lambda step: cube[i[..., 2] + step[..., 2], i[..., 1] + step[..., 1], i[..., 0] + step[..., 0]]
    total = 0
    if how == "linear":
        for corner in range(8):
            step = np.array([corner & 1, corner >> 1 & 1, corner >> 2])
            weight = np.prod(np.where(step, rest, 1 - rest), axis=-1, keepdims=True)
            total = total + weight * at(np.broadcast_to(step, i.shape))
        return total
    order = np.argsort(-rest, axis=-1, kind="stable")
    falling = np.take_along_axis(rest, order, -1)
    edges = np.concatenate([np.ones_like(falling[..., :1]), falling, np.zeros_like(falling[..., :1])], -1)
    step = np.zeros(i.shape, int)
    for k in range(4):
        if k:
            np.put_along_axis(step, order[..., k - 1:k], 1, -1)
        total = total + (edges[..., k] - edges[..., k + 1])[..., None] * at(step)
    return total


def check_lut(table, given, path, folder):
    cube = np.random.default_rng(1).random((9, 9, 9, 3))
    name = os.path.join(folder, "random.cube")
    with open(name, "w") as file:
        file.write("LUT_3D_SIZE 9\n" + "\n".join(" ".join(f"{v:.7f}" for v in colour) for colour in cube.reshape(-1, 3)))
    hows = ("tetrahedral", "linear", "nearest")
    results, read = run(given.sluice, {"a": path}, [f"lut from=a file={name} interpolation={how}" for how in hows], folder)
    white = white_of(read["a"])
    for how, ours in zip(hows, results):
        theirs = looked_up(np.round(cube, 7), read["a"].astype(np.float64) / white, how) * white
        table.add(f"lut {how} {kind_of(ours)}", np.abs(ours - theirs).max(), 0.51 if white == 255 else 0.6)


def check(table, given, folder):
    names = ["cs5n2c08", "basi2c08", "cs3n2c16", "basn2c16", "exif2c08"]
    for name in names[:1] if given.sample else names:
        check_models(table, given, suite(given.corpora, name), folder)
        check_lut(table, given, suite(given.corpora, name), folder)


if __name__ == "__main__":
    sys.exit(main(check, __doc__, opencv=True))
