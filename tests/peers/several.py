#!/usr/bin/env python3
"""Holds stages of two images against OpenCV (add, subtract, multiply, divide, min, max, absdiff, bitwise_and, _or, _xor,
addWeighted, PSNR) and numpy (where); and the modes of blend against the formulas of Compositing and Blending Level 1.

    tests/peers/several.py [--sluice PROGRAM] [--corpora FOLDER] [--sample]

What OpenCV computes without rounding on the way must be equal; products, quotients and weighted sums may be 1 from its
integers, and real numbers 2 ulp; modes 0.51 code values from the formula in double (0.53 of 16 bits). Ends with 1 if
anything is farther off.
"""
import json
import os
import sys

from shared.peers import Image, cv2, kind_of, main, np, run, sluice, suite, white_of

EXACT = {"add": lambda a, b: cv2.add(a, b), "subtract": lambda a, b: cv2.subtract(a, b), "min": lambda a, b: cv2.min(a, b),
         "max": lambda a, b: cv2.max(a, b), "absdiff": lambda a, b: cv2.absdiff(a, b)}
BITS = {"and": lambda a, b: cv2.bitwise_and(a, b), "or": lambda a, b: cv2.bitwise_or(a, b),
        "xor": lambda a, b: cv2.bitwise_xor(a, b)}


def statements(pixel):
    """What is asked, with what the peer answers and how far that may be away: in integers, and in ulp."""
    white = {"u8": 255, "u16": 65535, "f32": 1}[pixel]
    for name, of in {**EXACT, **(BITS if pixel != "f32" else {})}.items():
        yield f"{name} from=x,y", of, 0
    yield "multiply from=x,y", lambda a, b: cv2.multiply(a, b, scale=1 / white), 1
    yield "divide from=x,y", lambda a, b: cv2.divide(a, b, scale=white), 1
    yield "mix from=x,y weight=0.3", lambda a, b: cv2.addWeighted(a, 0.7, b, 0.3, 0), 1
    yield "select from=x,x,y", lambda a, b: np.where((a if a.ndim == 2 else a[..., :1]) != 0, a, b), 0
    value = 0.25 if pixel == "f32" else 37
    for name, of in EXACT.items():
        yield f"{name} from=x value={value}", lambda a, b, of=of: of(a, np.full_like(a, value)), 0


def check_pair(table, given, first, second, pixel, folder):
    chosen = list(statements(pixel))
    images = {"a": first, "b": second}
    size = "resize from=b width={} height={} filter=nearest id=s; "
    with Image.open(first) as opened:
        size = size.format(*opened.size)
    ready = f"convert from=a pixel={pixel} id=x; {size}convert from=s pixel={pixel} id=y; "
    texts = [ready + "min from=x,x", "min from=y,y"] + [text for text, _, _ in chosen]
    results, _ = run(given.sluice, images, texts, folder)
    a, b = results[:2]
    for (text, of, most), ours in zip(chosen, results[2:]):
        with np.errstate(all="ignore"):
            theirs = of(np.ascontiguousarray(a), np.ascontiguousarray(b))
        if pixel == "f32":
            same = (ours == theirs) | (np.isnan(ours) & np.isnan(theirs))
            with np.errstate(invalid="ignore"):
                ulp = np.where(same, 0, np.abs(ours - theirs) / np.spacing(np.maximum(np.abs(theirs), np.float32(1e-30))))
            away, most = ulp, 2
        else:
            away = ours.astype(float) - theirs
        row = f"{text.split()[0]} {pixel}" + (" value" if "value" in text else "")
        table.add(row, away, most, os.path.basename(first))


def mixed(mode, b, s):
    """B(Cb, Cs) of Compositing and Blending Level 1."""
    dodge = lambda b, s: np.where(b == 0, 0, np.where(s == 1, 1, np.minimum(1, b / np.where(s == 1, 1, 1 - s))))
    hard = lambda b, s: np.where(s <= 0.5, b * 2 * s, b + (2 * s - 1) - b * (2 * s - 1))
    curve = np.where(b <= 0.25, ((16 * b - 12) * b + 4) * b, np.sqrt(b))
    return {"normal": s, "multiply": b * s, "screen": b + s - b * s, "overlay": hard(s, b), "darken": np.minimum(b, s),
            "lighten": np.maximum(b, s), "dodge": dodge(b, s), "burn": 1 - dodge(1 - b, 1 - s), "hardlight": hard(b, s),
            "softlight": np.where(s <= 0.5, b - (1 - 2 * s) * b * (1 - b), b + (2 * s - 1) * (curve - b)),
            "difference": np.abs(b - s), "exclusion": b + s - 2 * b * s}[mode]


def check_modes(table, given, base, top, folder):
    """Of the images' common part, with opacity 0.7: how far each mode is from the formula in double, in code values."""
    modes = ("normal", "multiply", "screen", "overlay", "darken", "lighten", "dodge", "burn", "hardlight", "softlight",
             "difference", "exclusion")
    results, read = run(given.sluice, {"a": base, "b": top}, [f"blend from=a,b opacity=0.7 mode={mode}" for mode in modes],
                        folder)
    h, w = (min(read[n].shape[axis] for n in "ab") for axis in (0, 1))
    below, above = (read[n][:h, :w].astype(float) / np.iinfo(read[n].dtype).max for n in "ab")
    white = white_of(read["a"])
    alpha = lambda image: image[..., 3:] if image.shape[-1] == 4 else np.ones(image.shape[:2] + (1,))
    for mode, ours in zip(modes, results):
        cb, cs, own, covers = below[..., :3], above[..., :3], alpha(below), 0.7 * alpha(above)
        together = covers + own * (1 - covers)
        colour = covers * (1 - own) * cs + covers * own * mixed(mode, cb, cs) + (1 - covers) * own * cb
        real = np.where(together > 0, colour / np.where(together > 0, together, 1), cb)
        table.add_rounded(f"blend {mode} {kind_of(read['a'], own.min() < 1)}", ours[:h, :w, :3], real * white, white,
                          None, together > 0, os.path.basename(base))


def check_compare(table, given, first, second):
    """compare of two pictures of one size, against OpenCV's norms: the relative difference."""
    a, b = (cv2.imread(path, cv2.IMREAD_UNCHANGED) for path in (first, second))
    apart = a.astype(float) - b.astype(float)
    expected = {"mse": (apart ** 2).mean(), "mae": np.abs(apart).mean(), "max": np.abs(apart).max(),
                "psnr": cv2.PSNR(a, b, float(np.iinfo(a.dtype).max))}
    chain = f"load {first} id=a; load {second} id=b; " + "; ".join(f"compare from=a,b id={m} metric={m}" for m in expected)
    tables = json.loads(sluice(given.sluice, chain))["tables"]
    for metric, theirs in expected.items():
        ours = tables[metric]["rows"][0]["channels"][0][metric]
        table.add(f"compare {metric} {kind_of(a)}, relative", ours / theirs - 1, 1e-6)


def check(table, given, folder):
    pairs = [("basi2c08", "cdun2c08"), ("basi0g08", "tp0n0g08"), ("basn2c16", "cs3n2c16"), ("basn0g16", "oi2n0g16")]
    blends = [("basi2c08", "basi6a08"), ("basi6a08", "basn6a16"), ("basn6a16", "basi6a08"), ("cs3n2c16", "basn6a16")]
    equals = [("f00n2c08", "z00n2c08"), ("g03n0g16", "g10n0g16")]
    if given.sample:
        pairs, blends, equals = pairs[:1], blends[:1], equals[:1]
    of = lambda names: [suite(given.corpora, name) for name in names]
    for names in pairs:
        for pixel in ("u16",) if "16" in names[0] else ("u8", "f32"):
            check_pair(table, given, *of(names), pixel, folder)
    for names in blends:
        check_modes(table, given, *of(names), folder)
    for names in equals:
        check_compare(table, given, *of(names))


if __name__ == "__main__":
    sys.exit(main(check, __doc__, opencv=True))
