#!/usr/bin/env python3
"""Holds resize, gaussian and blend against the libraries and the formulas that define them: Pillow (nearest, linear,
cubic, lanczos3, box), OpenCV's INTER_AREA (area), scipy.ndimage.gaussian_filter, and Compositing and Blending Level 1
in double.

    tests/peers/agree.py [--sluice PROGRAM] [--corpora FOLDER] [--sample]

For each stage and kind of image it prints the largest difference, in code values:
  peer    from the peer's own result in integers. Pillow rounds to 8 bits between its passes and cuts off there what
          cubic and Lanczos overshoot: "cut" instead of a number, and its result in floats counts alone
  real    from the peer's result in floats, before any rounding: 0.5 is what one rounding to nearest leaves
Nothing may be more than 1 from `peer` or 0.51 from `real`, 0.53 where floats hold 16 bits; nearest must be equal, but
for centres that fall on the edge of two pixels, where Pillow adds up steps in double and takes either. Ends with 1 if
anything is.
"""
import argparse
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
try:
    import numpy as np
    import scipy.ndimage
    from PIL import Image
except ImportError as missing:
    if sys.executable != "/usr/bin/python3" and os.path.exists("/usr/bin/python3"):  # Debian's packages are its
        os.execv("/usr/bin/python3", ["/usr/bin/python3", *sys.argv])
    print(f"[skipped] peers: {missing}; ./dev setup --peers installs what is compared with")
    sys.exit(0)
try:
    import cv2
except ImportError:
    cv2 = None

PILLOW = {"nearest": Image.Resampling.NEAREST, "linear": Image.Resampling.BILINEAR, "box": Image.Resampling.BOX,
          "cubic": Image.Resampling.BICUBIC, "lanczos3": Image.Resampling.LANCZOS}
MODES = {"clamp": "nearest", "mirror": "mirror", "wrap": "wrap", "constant value=77": "constant"}


class Table:
    """The largest differences, row by row."""

    def __init__(self):
        self.rows, self.wrong = {}, []

    def add(self, row, ours, real, peer=None, where=None, what=""):
        """`where`: what counts, a mask. `peer`: None, "cut", or integers."""
        ours = ours.astype(float)
        clipped = np.clip(real, 0, self.white)
        select = np.broadcast_to(np.ones((1,) * ours.ndim, bool) if where is None else where, ours.shape)
        if not select.any():
            return
        from_real = np.abs(ours - clipped)[select].max()
        from_peer = np.abs(ours - peer)[select].max() if isinstance(peer, np.ndarray) else None
        images, most_real, most_peer = self.rows.get(row, (0, 0, None))
        if peer is not None and most_peer != "cut":
            most_peer = "cut" if isinstance(peer, str) else max(most_peer or 0, from_peer)
        self.rows[row] = (images + 1, max(most_real, from_real), most_peer)
        if from_real > (0.51 if self.white == 255 else 0.53) or (from_peer is not None and from_peer > 1):
            self.wrong.append(f"{row}: {what}: {from_real:.4f} from real, {from_peer} from the peer")

    white = 255

    def print(self):
        print(f"{'':44}{'results':>8}{'peer':>8}{'real':>9}")
        for row, (images, real, peer) in self.rows.items():
            text = "" if peer is None else peer if isinstance(peer, str) else f"{peer:.0f}"
            print(f"{row:44}{images:8}{text:>8}{real:9.4f}")
        for line in self.wrong:
            print("WRONG", line)


def by_plane(function, image):
    if image.ndim == 2:
        return function(image)
    return np.stack([function(np.ascontiguousarray(image[..., c])) for c in range(image.shape[2])], axis=-1)


def weighed(function, image, white, alpha, of_colours=None):
    """`function`, a linear filter, of an image whose colours count as much as their alpha; and where alpha is.
    `of_colours`: the same of colours that are weighed, where what is outside is too."""
    if not alpha:
        return by_plane(function, image.astype(np.float32)), None
    share = image[..., -1:].astype(np.float64) / white
    colours = by_plane(of_colours or function, (image[..., :-1] * share).astype(np.float32))
    covered = function(np.ascontiguousarray(image[..., -1].astype(np.float32)))
    seen = covered[..., None] >= 0.5  # else alpha is 0, and colours are nobody's
    share = np.where(seen, covered[..., None].astype(np.float64) / white, 1)
    result = np.concatenate([colours / share, covered[..., None]], axis=-1)
    return result, np.concatenate([np.broadcast_to(seen, colours.shape), np.ones_like(seen)], axis=-1)


def run(sluice, images, statements, folder):
    """What each statement makes of the named images, as sluice reads them, by its number; and these."""
    chain = [f"load {path} id={name}" for name, path in images.items()]
    chain += [f"save from={name} {folder}/{name}.npy" for name in images]
    chain += [f"{text} | save {folder}/{number}.npy" for number, text in enumerate(statements)]
    done = subprocess.run([sluice, "run", "-q", "; ".join(chain), "--overwrite", "always"], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{'; '.join(chain)}\n{done.stderr.strip()}")
    load = lambda name: np.squeeze(np.load(f"{folder}/{name}.npy"))
    return [load(number) for number in range(len(statements))], {name: load(name) for name in images}


def whole(image, shape):
    """np.squeeze took away sides of 1."""
    return image.reshape(shape)


def check_resize(table, given, path, alpha, sizes, folder):
    with Image.open(path) as opened:
        width, height = opened.size
    chosen = [(filter, size, how) for size in sizes(width, height)
              for filter in ["nearest", "linear", "box", "cubic", "lanczos3", "area"]
              for how in (["weigh", "straight"] if alpha else ["straight"])
              if filter != "area" or (cv2 is not None and size[0] <= width and size[1] <= height)
              if filter != "nearest" or how == "straight"]
    statements = [f"resize from=a width={w} height={h} filter={filter} alpha={how}" for filter, (w, h), how in chosen]
    results, read = run(given.sluice, {"a": path}, statements, folder)
    src = read["a"]
    src = whole(src, (height, width) + ((src.shape[-1],) if src.size > width * height else ()))
    white = table.white = np.iinfo(src.dtype).max
    kind = f"u{src.dtype.itemsize * 8}" + (" alpha" if alpha else "")
    for (filter, (w, h), how), ours in zip(chosen, results):
        ours = whole(ours, (h, w) + src.shape[2:])
        row = f"resize {filter} {kind}" + (f" {how}" if alpha else "")
        what = f"{os.path.basename(path)} {width}x{height} to {w}x{h}"
        if filter == "nearest":
            tie = lambda out, size: (2 * np.arange(out) + 1) * size % (2 * out) == 0
            at = lambda out, size: (2 * np.arange(out) + 1) * size // (2 * out)
            real = src[at(h, height)][:, at(w, width)]
            peer = by_plane(lambda p: np.asarray(Image.fromarray(p.astype(np.int32), "I").resize((w, h), PILLOW[filter])), src)
            sure = ~(tie(h, height)[:, None] | tie(w, width)[None, :])
            table.add(row, ours, real, what=what)
            table.add(row + ", no ties", ours, real, peer, sure if src.ndim == 2 else sure[..., None], what)
            if (ours != real).any():
                table.wrong.append(f"{row}: {what}: not equal")
            continue
        if filter == "area":
            function = lambda p: cv2.resize(p, (w, h), interpolation=cv2.INTER_AREA)
            peer = function(src).reshape(ours.shape) if how == "straight" else None
        else:
            function = lambda p: np.asarray(Image.fromarray(p, "F").resize((w, h), PILLOW[filter]))
            peer = None
            if src.dtype == np.uint8 and how == "straight":
                peer = by_plane(lambda p: np.asarray(Image.fromarray(p, "L").resize((w, h), PILLOW[filter])), src)
                peer = "cut" if filter in ("cubic", "lanczos3") else peer
        real, where = weighed(function, src, white, alpha and how == "weigh")
        table.add(row, ours, real.reshape(ours.shape), peer, where, what)


def check_gaussian(table, given, path, alpha, parameters, folder):
    chosen = [(sigma, edge, how) for sigma, edge in parameters
              for how in (["weigh", "straight"] if alpha else ["straight"])]
    statements = [f"gaussian from=a sigma={','.join(map(str, sigma))} edge={edge} alpha={how}" for sigma, edge, how in chosen]
    results, read = run(given.sluice, {"a": path}, statements, folder)
    src = read["a"]
    white = table.white = np.iinfo(src.dtype).max
    kind = f"u{src.dtype.itemsize * 8}" + (" alpha" if alpha else "")
    for (sigma, edge, how), ours in zip(chosen, results):
        weighs = alpha and how == "weigh"

        def blur(plane, outside=77.0):
            return scipy.ndimage.gaussian_filter(plane.astype(np.float64), (sigma[-1], sigma[0]), mode=MODES[edge],
                                                 cval=outside, truncate=4)

        real, where = weighed(blur, src, white, weighs, lambda plane: blur(plane, 77.0 * 77 / white))
        table.add(f"gaussian {kind}" + (f" {how}" if alpha else "") + f", {edge.split()[0]}", ours, real, None, where,
                  f"{os.path.basename(path)} sigma {sigma}")


def check_blend(table, given, base_path, top_path, folder):
    places = [(0, 0), (5, -3), (-7, 4)]
    chosen = [(mode, opacity, place) for mode in ("normal", "multiply") for opacity, place in zip((1, 0.6, 0.25), places)]
    statements = [f"blend from=a,b mode={mode} opacity={opacity} x={x} y={y}" for mode, opacity, (x, y) in chosen]
    results, read = run(given.sluice, {"a": base_path, "b": top_path}, statements, folder)
    base, top = read["a"], read["b"]
    white = table.white = np.iinfo(base.dtype).max
    to_one = lambda image: image.astype(np.float64) / np.iinfo(image.dtype).max
    below, above = to_one(base), to_one(top)
    colours = lambda image: image[..., :3]
    alpha = lambda image: image[..., 3:] if image.shape[-1] == 4 else np.ones(image.shape[:2] + (1,))
    for (mode, opacity, (x, y)), ours in zip(chosen, results):
        source = np.zeros(below.shape[:2] + (3,))
        covers = np.zeros(below.shape[:2] + (1,))
        h, w = below.shape[:2]
        left, up, right, down = max(x, 0), max(y, 0), min(x + above.shape[1], w), min(y + above.shape[0], h)
        source[up:down, left:right] = colours(above)[up - y:down - y, left - x:right - x]
        covers[up:down, left:right] = opacity * alpha(above)[up - y:down - y, left - x:right - x]
        backdrop, has = colours(below), alpha(below)
        mixed = source if mode == "normal" else source * backdrop
        together = covers + has * (1 - covers)
        colour = covers * (1 - has) * source + covers * has * mixed + (1 - covers) * has * backdrop
        real = np.where(together > 0, colour / np.where(together > 0, together, 1), backdrop)
        if base.shape[-1] == 4:
            real = np.concatenate([real, together], axis=-1)
        where = np.concatenate([np.broadcast_to(together > 0, backdrop.shape), np.ones_like(covers, bool)], axis=-1)
        table.add(f"blend {mode} u{base.dtype.itemsize * 8}" + (" alpha" if base.shape[-1] == 4 else "") +
                  f", above u{top.dtype.itemsize * 8}", ours, real * white, None, where[..., :base.shape[-1]],
                  f"{os.path.basename(base_path)} {os.path.basename(top_path)} {opacity} {x},{y}")


def pictures(corpora, sample):
    """Paths, and whether there is alpha. Of colour types that Pillow and sluice read alike."""
    photos, small = [], []
    for folder in ("photo_png", "photo_jpeg_camera", "photo_jpeg"):
        photos += [(os.path.join(corpora, folder, name), False) for name in sorted(os.listdir(os.path.join(corpora, folder)))
                   if not name.endswith(".md")]
    for name, alpha in (("basn2c16", False), ("basi6a08", True), ("basn6a16", True), ("cdun2c08", False), ("basi0g08", False),
                        ("oi2n0g16", False), ("ps1n0g08", False), ("basi4a08", True), ("basn4a16", True)):
        small.append((os.path.join(corpora, "pngsuite", name + ".png"), alpha))
    return (photos[:1], small[1:2]) if sample else (photos, small)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sluice", default="build/dev/apps/sluice")
    parser.add_argument("--corpora", default=os.path.join(HERE, "../../../shared/corpora"))
    parser.add_argument("--sample", action="store_true", help="a few pictures and sizes, unless SLUICE_TEST_ALL is set")
    given = parser.parse_args()
    given.sample = given.sample and "SLUICE_TEST_ALL" not in os.environ
    if not os.path.isdir(given.corpora):
        print(f"[skipped] peers: there is no folder {given.corpora}")
        return 0
    photos, small = pictures(given.corpora, given.sample)
    of_photos = lambda w, h: [(w * 37 // 100, h * 37 // 100)] if given.sample else [
        (301, 170), ((w + 1) // 2, (h + 1) // 2), (w * 37 // 100, h * 37 // 100), (w + 1, h - 1), (w // 7, 3)]
    of_small = lambda w, h: [(83, 19)] if given.sample else [(83, 19), (16, 16), (13, 40), (1, 1), (101, 67), (64, 5)]
    blurs = [((1.3, 1.3), "clamp"), ((2, 0.7), "mirror")]
    if not given.sample:
        blurs += [((0.5, 5), "wrap"), ((3, 3), "constant value=77"), ((12, 12), "mirror")]
    table = Table()
    try:
        check(table, given, photos, small, of_photos, of_small, blurs)
    finally:
        table.print()
    return 1 if table.wrong else 0


def check(table, given, photos, small, of_photos, of_small, blurs):
    with tempfile.TemporaryDirectory() as folder:
        for path, alpha in photos:
            check_resize(table, given, path, alpha, of_photos, folder)
            check_gaussian(table, given, path, alpha, blurs, folder)
        for path, alpha in small:
            check_resize(table, given, path, alpha, of_small, folder)
            check_gaussian(table, given, path, alpha, blurs, folder)
        suite = os.path.join(given.corpora, "pngsuite")
        pairs = [(photos[0][0], "basi6a08"), (os.path.join(suite, "basi6a08.png"), "basn6a16")]
        if not given.sample:
            pairs += [(path, "basn6a16") for path, _ in photos[1:]]
            pairs += [(os.path.join(suite, base + ".png"), top) for base in ("basi6a08", "basn2c16", "basn6a16")
                      for top in ("basn6a16", "basi6a08", "cdun2c08")][1:]
        for base, top in pairs:
            check_blend(table, given, base, os.path.join(suite, top + ".png"), folder)


if __name__ == "__main__":
    sys.exit(main())
