#!/usr/bin/env python3
"""Holds stages of light and colour against OpenCV (threshold with Otsu and triangle, adaptiveThreshold), Pillow
(ImageOps.solarize), scipy (PchipInterpolator) and, in double, the formulas of W3C Filter Effects, ImageMagick (-level,
-posterize), astropy (AsinhStretch, LogStretch), sRGB and Bayer's matrix.

    tests/peers/light.py [--sluice PROGRAM] [--corpora FOLDER] [--sample]

What OpenCV and Pillow decide must be equal. Nothing may be more than 0.51 code values from a formula, 0.53 of 16 bits.
Ends with 1 if anything is.
"""
import os
import sys

from shared.peers import Image, cv2, decoded, encoded, kind_of, main, np, pictures, run, white_of, whole

from PIL import ImageOps  # behind what looks for a python that has it
from scipy.interpolate import PchipInterpolator

LUMA = np.array([0.2126, 0.7152, 0.0722])


def daylight(kelvin):
    """Linear R G B of CIE daylight."""
    a = [0.244063, 0.09911e3, 2.9678e6, -4.6070e9] if kelvin <= 7000 else [0.237040, 0.24748e3, 1.9018e6, -2.0064e9]
    x = sum(c / kelvin ** i for i, c in enumerate(a))
    y = -3 * x * x + 2.87 * x - 0.275
    to_rgb = np.array([[3.2404542, -1.5371385, -0.4985314], [-0.9692660, 1.8760108, 0.0415560],
                       [0.0556434, -0.2040259, 1.0572252]])
    return to_rgb @ np.array([x / y, 1, (1 - x - y) / y])


def warmer(c, kelvin, tint):
    gains = daylight(6500) / daylight(kelvin) * np.array([1, 2.0 ** -tint, 1])
    return encoded(decoded(c) * gains / (LUMA @ gains))


def bayer(n):
    if n == 1:
        return np.zeros((1, 1))
    m = 4 * bayer(n // 2)
    return np.block([[m, m + 2], [m + 3, m + 1]])


def dithered(c, levels):
    h, w = c.shape[:2]
    pattern = np.tile((bayer(8) + 0.5) / 64, (h // 8 + 1, w // 8 + 1))[:h, :w]
    return np.floor(c * (levels - 1) + (pattern if c.ndim == 2 else pattern[..., None])) / (levels - 1)


# Of colours c from 0 to 1, each for itself.
OF_EACH = {
    "levels black=0.1 white=0.9": lambda c: np.clip((c - 0.1) / 0.8, 0, 1),
    "levels black=0.2 white=0.8 gamma=2.2 low=0.1 high=0.7":
        lambda c: 0.1 + 0.6 * np.clip((c - 0.2) / 0.6, 0, 1) ** (1 / 2.2),
    "brightness amount=1.3": lambda c: c * 1.3,
    "contrast amount=1.7": lambda c: (c - 0.5) * 1.7 + 0.5,
    "exposure amount=0.7": lambda c: encoded(decoded(c) * 2 ** 0.7),
    "posterize levels=7": lambda c: np.rint(c * 6) / 6,
    "asinh strength=10": lambda c: np.arcsinh(c * 10) / np.arcsinh(10),
    "log strength=1000": lambda c: np.log(c * 1000 + 1) / np.log(1001),
    "curves points=0.1,0,0.3,0.5,0.7,0.4,1,0.9":
        lambda c: PchipInterpolator([0.1, 0.3, 0.7, 1], [0, 0.5, 0.4, 0.9])(np.clip(c, 0.1, 1)),
    "threshold value=0.3": lambda c: (c > 0.3) * 1.0,
    "dither levels=4": lambda c: dithered(c, 4)}

# Of three colours.
SEPIA = np.array([[0.393, 0.769, 0.189], [0.349, 0.686, 0.168], [0.272, 0.534, 0.131]])
OF_THREE = {
    "saturation amount=1.8": lambda c: 1.8 * c - 0.8 * (c @ np.array([0.213, 0.715, 0.072]))[..., None],
    "matrix preset=sepia": lambda c: c @ SEPIA.T,
    "matrix preset=grayscale": lambda c: np.repeat((c @ LUMA)[..., None], 3, -1),
    "matrix values=0.5,0.2,0,0.1,0,1,-0.3,0,0,0,0.7,-0.05":
        lambda c: c @ np.array([[0.5, 0.2, 0], [0, 1, -0.3], [0, 0, 0.7]]).T + np.array([0.1, 0, -0.05]),
    "temperature kelvin=4000": lambda c: warmer(c, 4000, 0),
    "temperature kelvin=9000 tint=0.3": lambda c: warmer(c, 9000, 0.3)}

# Of colours and alpha.
OF_ALPHA = {
    "premultiply": lambda c, a: c * a,
    "unpremultiply": lambda c, a: np.where(a > 0, c / np.where(a > 0, a, 1), 0),
    "flatten color=77": None}


def check_formulas(table, given, path, alpha, folder):
    with Image.open(path) as opened:
        width, height = opened.size
    texts = list(OF_EACH) + list(OF_THREE) + list(OF_ALPHA)
    texts = [text.replace(" ", " from=a ", 1) if " " in text else text + " from=a" for text in texts]
    size = (height, width)
    with_grey = run(given.sluice, {"a": path}, texts[:1], folder)[1]["a"]
    src = whole(with_grey, size + ((-1,) if with_grey.size > width * height else ()))
    count = len(OF_EACH) + (len(OF_THREE) if src.ndim == 3 and src.shape[2] >= 3 else 0)
    chosen = texts[:count] + (texts[len(OF_EACH) + len(OF_THREE):] if alpha else [])
    results, _ = run(given.sluice, {"a": path}, chosen, folder)
    white = white_of(src)
    colours = src[..., :-1] if alpha else src
    c, a = colours / white, src[..., -1:] / white if alpha else None
    for text, ours in zip(chosen, results):
        text = text.replace(" from=a", "")
        name = text.split()[0]
        to_white = 255 if text.startswith("dither") else white  # that one to 8 bits
        with np.errstate(all="ignore"):
            if text in OF_EACH:
                real = OF_EACH[text](c)
            elif text in OF_THREE:
                real = OF_THREE[text](c if c.ndim == 3 else c[..., None])
            elif text.startswith("flatten"):
                real = c * a + 77 / white * (1 - a)
            else:
                real = OF_ALPHA[text](c, a)
        real = real * to_white
        ours = whole(ours, size + ((-1,) if ours.size > width * height else ()))
        if alpha and not text.startswith("flatten"):
            kept = src[..., -1:].astype(float) * to_white / white
            real = np.concatenate([real.reshape(colours.shape), kept], axis=-1)
        table.add_rounded(f"{name} {kind_of(src, alpha)}", ours, real.reshape(ours.shape), to_white,
                          what=f"{os.path.basename(path)} {text}")


def check_equal(table, given, path, folder):
    """What OpenCV and Pillow decide, of a grey image of 8 bits; Otsu's level of 16 bits too."""
    def binary(image, flag):
        return cv2.threshold(image, 0, int(np.iinfo(image.dtype).max), cv2.THRESH_BINARY + flag)[1]

    def local(image, way, radius, c):
        return cv2.adaptiveThreshold(image, 255, way, cv2.THRESH_BINARY, 2 * radius + 1, c)

    peers = {"solarize level=0.5": lambda image: np.asarray(ImageOps.solarize(Image.fromarray(image), 128))}
    if cv2 is not None:
        peers |= {"threshold method=otsu": lambda image: binary(image, cv2.THRESH_OTSU),
                  "threshold method=triangle": lambda image: binary(image, cv2.THRESH_TRIANGLE),
                  "threshold method=mean radius=5 offset=0.0196": lambda i: local(i, cv2.ADAPTIVE_THRESH_MEAN_C, 5, 0.0196 * 255),
                  "threshold method=mean radius=1": lambda i: local(i, cv2.ADAPTIVE_THRESH_MEAN_C, 1, 0)}
        for radius in (1, 2, 3, 4, 7):
            peers[f"threshold method=gaussian radius={radius} offset=-0.01"] = \
                lambda i, radius=radius: local(i, cv2.ADAPTIVE_THRESH_GAUSSIAN_C, radius, -0.01 * 255)
    texts = [text.replace(" ", " from=g ", 1) for text in peers]
    ready = "convert from=a channels=1 pixel=u8 id=g; convert from=g pixel=u16 id=h; curves from=h points=0,0.01,0.4,0.7,1,1 id=i; "
    results, _ = run(given.sluice, {"a": path},
                     [ready + "invert from=g", "invert from=i"] + texts + ["threshold from=i method=otsu"], folder)
    grey, deep = 255 - results[0], 65535 - results[1]
    for (text, of), ours in zip(peers.items(), results[2:]):
        # Means that OpenCV adds up in float, and its box of whole numbers, may round the other way at a half.
        allowed = 1e-3 if "mean" in text or "gaussian" in text else 0
        table.add(" ".join(text.split()[:2]) + ", share", np.mean(ours != of(grey)), allowed,
                  f"{os.path.basename(path)} {text}")
    if cv2 is not None:
        table.add("threshold method=otsu u16", results[-1].astype(float) - binary(deep, cv2.THRESH_OTSU), 0, path)


def check(table, given, folder):
    photos, small = pictures(given)
    for path, alpha in small + photos:
        check_formulas(table, given, path, alpha, folder)
    for path, _ in photos:
        check_equal(table, given, path, folder)


if __name__ == "__main__":
    sys.exit(main(check, __doc__))
