#!/usr/bin/env python3
"""Holds stages of two images against OpenCV (add, subtract, multiply, divide, min, max, absdiff, bitwise_and, _or, _xor,
addWeighted, PSNR) and numpy (where); and the modes of blend against the formulas of Compositing and Blending Level 1.

    tests/peers/several.py [--sluice PROGRAM] [--corpora FOLDER] [--sample]

What OpenCV computes without rounding on the way must be equal; products, quotients and weighted sums may be 1 from its
integers, and real numbers 2 ulp; modes 0.51 code values from the formula in double (0.53 of 16 bits). Ends with 1 if anything is farther off.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

from agree import HERE, cv2, np, run

EXACT = {"add": lambda a, b: cv2.add(a, b), "subtract": lambda a, b: cv2.subtract(a, b), "min": lambda a, b: cv2.min(a, b),
         "max": lambda a, b: cv2.max(a, b), "absdiff": lambda a, b: cv2.absdiff(a, b)}
BITS = {"and": lambda a, b: cv2.bitwise_and(a, b), "or": lambda a, b: cv2.bitwise_or(a, b),
        "xor": lambda a, b: cv2.bitwise_xor(a, b)}


def pairs(corpora, sample):
    suite = os.path.join(corpora, "pngsuite")
    names = [("basi2c08", "cdun2c08"), ("basi0g08", "tp0n0g08"), ("basn2c16", "cs3n2c16"), ("basn0g16", "oi2n0g16")]
    for a, b in names[:1] if sample else names:
        yield tuple(os.path.join(suite, name + ".png") for name in (a, b))


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


def check(table, given, first, second, pixel, folder):
    chosen = list(statements(pixel))
    images = {"a": first, "b": second}
    size = "resize from=b width={} height={} filter=nearest id=s; "
    from PIL import Image
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
            away, most = ulp.max(), 2
        else:
            away = np.abs(ours.astype(float) - theirs.astype(float)).max()
        row = f"{text.split()[0]} {pixel}" + (" value" if "value" in text else "")
        table[row] = max(table.get(row, 0), away)
        if not away <= most:
            table.setdefault("WRONG", []).append(f"{row}: {os.path.basename(first)}: {away}")


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
    white = np.iinfo(read["a"].dtype).max
    alpha = lambda image: image[..., 3:] if image.shape[-1] == 4 else np.ones(image.shape[:2] + (1,))
    for mode, ours in zip(modes, results):
        cb, cs, own, covers = below[..., :3], above[..., :3], alpha(below), 0.7 * alpha(above)
        together = covers + own * (1 - covers)
        colour = covers * (1 - own) * cs + covers * own * mixed(mode, cb, cs) + (1 - covers) * own * cb
        real = np.where(together > 0, colour / np.where(together > 0, together, 1), cb)
        away = np.abs(ours[:h, :w, :3] - real * white)[np.broadcast_to(together > 0, real.shape)].max()
        row = f"blend {mode} u{read['a'].dtype.itemsize * 8}" + (" alpha" if own.min() < 1 else "")
        table[row] = max(table.get(row, 0), away)
        if away > 0.51 + white * 3e-7:
            table.setdefault("WRONG", []).append(f"{row}: {os.path.basename(base)}: {away}")


def check_compare(table, given, first, second):
    """compare of two pictures of one size, against OpenCV's norms: the relative difference."""
    a, b = (cv2.imread(path, cv2.IMREAD_UNCHANGED) for path in (first, second))
    apart = a.astype(float) - b.astype(float)
    expected = {"mse": (apart ** 2).mean(), "mae": np.abs(apart).mean(), "max": np.abs(apart).max(),
                "psnr": cv2.PSNR(a, b, float(np.iinfo(a.dtype).max))}
    chain = f"load {first} id=a; load {second} id=b; " + "; ".join(f"compare from=a,b id={m} metric={m}" for m in expected)
    done = subprocess.run([given.sluice, "run", "-q", chain], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{chain}\n{done.stderr.strip()}")
    tables = json.loads(done.stdout)["tables"]
    for metric, theirs in expected.items():
        ours = tables[metric]["rows"][0]["channels"][0][metric]
        row = f"compare {metric} u{a.dtype.itemsize * 8}"
        table[row] = max(table.get(row, 0), abs(ours / theirs - 1))
        if not abs(ours / theirs - 1) <= 1e-6:
            table.setdefault("WRONG", []).append(f"{row}: {ours}, {theirs} of OpenCV")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sluice", default="build/dev/apps/sluice")
    parser.add_argument("--corpora", default=os.path.join(HERE, "../../../shared/corpora"))
    parser.add_argument("--sample", action="store_true", help="one pair of pictures, unless SLUICE_TEST_ALL is set")
    given = parser.parse_args()
    given.sample = given.sample and "SLUICE_TEST_ALL" not in os.environ
    if cv2 is None or not os.path.isdir(given.corpora):
        print("[skipped] peers: OpenCV or the pictures are missing")
        return 0
    table = {}
    with tempfile.TemporaryDirectory() as folder:
        for first, second in pairs(given.corpora, given.sample):
            for pixel in ("u16",) if "16" in first else ("u8", "f32"):
                check(table, given, first, second, pixel, folder)
        suite = lambda name: os.path.join(given.corpora, "pngsuite", name + ".png")
        blends = [("basi2c08", "basi6a08"), ("basi6a08", "basn6a16"), ("basn6a16", "basi6a08"), ("cs3n2c16", "basn6a16")]
        for base, top in blends[:1] if given.sample else blends:
            check_modes(table, given, suite(base), suite(top), folder)
        for first, second in (("f00n2c08", "z00n2c08"), ("g03n0g16", "g10n0g16"))[:1 if given.sample else 2]:
            check_compare(table, given, suite(first), suite(second))
    wrong = table.pop("WRONG", [])
    for row, away in table.items():
        print(f"{row:30}{away:8.3g}")
    for line in wrong:
        print("WRONG", line)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
