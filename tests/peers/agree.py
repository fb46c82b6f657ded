#!/usr/bin/env python3
"""Holds resize, filters, blend, what moves pixels and what warps against the libraries and the formulas that define
them: Pillow (nearest, linear, cubic, lanczos3, box; the size of what is turned), OpenCV's INTER_AREA (area), blur (box),
warpAffine, warpPerspective, remap and undistort, integral, scipy.ndimage.gaussian_filter (gaussian, unsharp), Compositing
and Blending Level 1 in double, and numpy (crop, pad, flip, integral).

    tests/peers/agree.py [--sluice PROGRAM] [--corpora FOLDER] [--sample]

For each stage and kind of image it prints the largest difference, in code values:
  peer    from the peer's own result in integers. Pillow rounds to 8 bits between its passes and cuts off there what
          cubic and Lanczos overshoot: its result in floats counts alone there
  real    from the peer's result in floats, before any rounding: 0.5 is what one rounding to nearest leaves
Nothing may be more than 1 from `peer`, 2 from what OpenCV samples with weights of 5 bits, in smooth images, or 0.51 from
`real`, 0.53 where floats hold 16 bits; nearest must be equal, but for centres that fall on the edge of two pixels, where
Pillow adds up steps in double and takes either. Ends with 1 if anything is.
"""
import os
import sys

from shared.peers import BORDERS, Image, by_plane, cv2, kind_of, main, np, pictures, run, scipy, suite, white_of, whole

PILLOW = {"nearest": Image.Resampling.NEAREST, "linear": Image.Resampling.BILINEAR, "box": Image.Resampling.BOX,
          "cubic": Image.Resampling.BICUBIC, "lanczos3": Image.Resampling.LANCZOS}
MODES = {"clamp": "nearest", "mirror": "mirror", "wrap": "wrap", "constant color=77": "constant"}


def weighed(function, image, white, alpha, of_alpha=None):
    """`function`, a linear filter, of an image whose colours count as much as their alpha; and where alpha is.
    `of_alpha`: the same of alpha, where what is outside is opaque."""
    if not alpha:
        return by_plane(function, image.astype(np.float32)), None
    share = image[..., -1:].astype(np.float64) / white
    colours = by_plane(function, (image[..., :-1] * share).astype(np.float32))
    covered = (of_alpha or function)(np.ascontiguousarray(image[..., -1].astype(np.float32)))
    seen = covered[..., None] >= 0.5  # else alpha is 0, and colours are nobody's
    share = np.where(seen, covered[..., None].astype(np.float64) / white, 1)
    result = np.concatenate([colours / share, covered[..., None]], axis=-1)
    return result, np.concatenate([np.broadcast_to(seen, colours.shape), np.ones_like(seen)], axis=-1)


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
    white = white_of(src)
    kind = kind_of(src, alpha)
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
            table.add_rounded(row, ours, real, white, what=what)
            table.add_rounded(row + ", no ties", ours, real, white, peer, sure if src.ndim == 2 else sure[..., None], what)
            if (ours != real).any():
                table.wrong.append(f"{row}: {what}: not equal")
            continue
        if filter == "area":
            function = lambda p: cv2.resize(p, (w, h), interpolation=cv2.INTER_AREA)
            peer = function(src).reshape(ours.shape) if how == "straight" else None
        else:
            function = lambda p: np.asarray(Image.fromarray(p, "F").resize((w, h), PILLOW[filter]))
            peer = None
            if src.dtype == np.uint8 and how == "straight" and filter not in ("cubic", "lanczos3"):
                peer = by_plane(lambda p: np.asarray(Image.fromarray(p, "L").resize((w, h), PILLOW[filter])), src)
        real, where = weighed(function, src, white, alpha and how == "weigh")
        table.add_rounded(row, ours, real.reshape(ours.shape), white, peer, where, what)


def check_gaussian(table, given, path, alpha, parameters, folder):
    chosen = [(sigma, edge, how) for sigma, edge in parameters
              for how in (["weigh", "straight"] if alpha else ["straight"])]
    statements = [f"gaussian from=a sigma={','.join(map(str, sigma))} edge={edge} alpha={how}" for sigma, edge, how in chosen]
    results, read = run(given.sluice, {"a": path}, statements, folder)
    src = read["a"]
    white = white_of(src)
    kind = kind_of(src, alpha)
    for (sigma, edge, how), ours in zip(chosen, results):
        weighs = alpha and how == "weigh"

        def blur(plane, outside=77.0):
            return scipy.ndimage.gaussian_filter(plane.astype(np.float64), (sigma[-1], sigma[0]), mode=MODES[edge],
                                                 cval=outside, truncate=4)

        opaque = lambda plane: blur(plane, white)
        if alpha and not weighs:  # its alpha is opaque outside too
            real, where = np.stack([(opaque if c == src.shape[2] - 1 else blur)(src[..., c].astype(np.float32))
                                    for c in range(src.shape[2])], axis=-1), None
        else:
            real, where = weighed(blur, src, white, weighs, opaque)
        table.add_rounded(f"gaussian {kind}" + (f" {how}" if alpha else "") + f", {edge.split()[0]}", ours, real, white, None,
                          where,
                  f"{os.path.basename(path)} sigma {sigma}")


def check_filters(table, given, path, alpha, folder):
    """box, unsharp, and what moves pixels."""
    radii, sharp = [(1, 1), (5, 2)], [(1, 1, 0), (2.5, 1.5, 0.02)]
    pad = "left=7 top=3 right=30 bottom=50"
    around = ((3, 50), (7, 30))
    moves = {"crop x=3 y=2 width=9 height=7": lambda image: image[2:9, 3:12],
             "crop 12,9": lambda image: image[(len(image) - 9) // 2:][:9, (image.shape[1] - 12) // 2:][:, :12],
             "flip x": lambda image: image[:, ::-1], "flip y": lambda image: image[::-1],
             "flip both": lambda image: image[::-1, ::-1],
             f"pad {pad}": lambda image: np.pad(image, around + ((0, 0),) * (image.ndim - 2)),
             f"pad {pad} edge=clamp": lambda image: np.pad(image, around + ((0, 0),) * (image.ndim - 2), "edge"),
             f"pad {pad} edge=mirror": lambda image: np.pad(image, around + ((0, 0),) * (image.ndim - 2), "reflect"),
             # np.pad repeats an image wrongly before numpy 1.25
             f"pad {pad} edge=wrap": lambda image: image.take(range(-3, image.shape[0] + 50), 0, mode="wrap").take(
                 range(-7, image.shape[1] + 30), 1, mode="wrap")}
    statements = [f"box from=a radius={x},{y} edge=mirror alpha=straight" for x, y in radii]
    statements += [f"unsharp from=a sigma={sigma} amount={amount} threshold={threshold}" for sigma, amount, threshold in sharp]
    statements += [move.replace(" ", " from=a ", 1) if "=" in move.split()[1] else
                   move.replace(" ", " from=a " + ("axis=" if move[0] == "f" else "size="), 1) for move in moves]
    results, read = run(given.sluice, {"a": path}, statements, folder)
    src = read["a"]
    white = white_of(src)
    kind = kind_of(src, alpha)
    name = os.path.basename(path)
    for (x, y), ours in zip(radii, results):
        mean = lambda plane: scipy.ndimage.uniform_filter(plane.astype(np.float64), (2 * y + 1, 2 * x + 1), mode="mirror")
        peer = None
        if cv2 is not None:
            peer = cv2.blur(src, (2 * x + 1, 2 * y + 1), borderType=cv2.BORDER_REFLECT_101).astype(float)
        table.add_rounded(f"box {kind}", ours, by_plane(mean, src), white, peer, None, f"{name} radius {x},{y}")
    for (sigma, amount, threshold), ours in zip(sharp, results[len(radii):]):
        blur = lambda plane: scipy.ndimage.gaussian_filter(plane.astype(np.float64), sigma, mode="nearest")
        blurred, where = weighed(blur, src, white, alpha)
        colours = src.astype(np.float64)
        difference = colours - blurred
        sharper = np.where(np.abs(difference) > threshold * white, colours + amount * difference, colours)
        sure = np.abs(np.abs(difference) - threshold * white) > 1e-3 * white / 255
        if alpha:
            sharper[..., -1] = src[..., -1]
            sure &= src[..., -1:] > 0  # what nobody sees may be any colour
        table.add_rounded(f"unsharp {kind}", ours, sharper, white, None, sure, f"{name} sigma {sigma}")
    for (move, of), ours in zip(moves.items(), results[len(radii) + len(sharp):]):
        table.add(f"{move.split()[0]} {kind}", ours.astype(float) - of(src), 0, f"{name} {move}")


def check_integral(table, given, path, alpha, folder):
    """Sums of whole numbers are equal; in f32 they are those, rounded once."""
    results, read = run(given.sluice, {"a": path}, ["integral from=a", "integral from=a pixel=f32"], folder)
    src = read["a"]
    sums = src.astype(np.float64).cumsum(axis=0).cumsum(axis=1)
    for ours, peer in zip(results, (sums, sums.astype(np.float32))):
        table.add(f"integral {kind_of(src, alpha)}, {ours.dtype}", ours.astype(float) - peer, 0, os.path.basename(path))
    if cv2 is not None:
        peer = cv2.integral(src, sdepth=cv2.CV_64F)[1:, 1:]
        table.add(f"integral {kind_of(src, alpha)}, OpenCV", results[0] - peer, 0, os.path.basename(path))


def check_blend(table, given, base_path, top_path, folder):
    places = [(0, 0), (5, -3), (-7, 4)]
    chosen = [(mode, opacity, place) for mode in ("normal", "multiply") for opacity, place in zip((1, 0.6, 0.25), places)]
    statements = [f"blend from=a,b mode={mode} opacity={opacity} x={x} y={y}" for mode, opacity, (x, y) in chosen]
    results, read = run(given.sluice, {"a": base_path, "b": top_path}, statements, folder)
    base, top = read["a"], read["b"]
    white = white_of(base)
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
        row = f"blend {mode} {kind_of(base, base.shape[-1] == 4)}, above {kind_of(top)}"
        table.add_rounded(row, ours, real * white, white, None, where[..., :base.shape[-1]],
                  f"{os.path.basename(base_path)} {os.path.basename(top_path)} {opacity} {x},{y}")


def outside(at, size, edge):
    """Columns or rows within an image of that size, and which of them are."""
    within = (at >= 0) & (at < size)
    if edge == "wrap":
        return at % size, np.ones_like(within)
    if edge == "mirror":
        at = at % max(2 * size - 2, 1)
        return np.minimum(at, np.abs(2 * size - 2 - at)), np.ones_like(within)
    return np.clip(at, 0, size - 1), within if edge.startswith("constant") else np.ones_like(within)


def weights(rest, filter):
    """Of pixels from `first` on; Keys' cubic with a = -0.75."""
    if filter == "linear":
        return 0, [1 - rest, rest]
    near = lambda d: (1.25 * d - 2.25) * d * d + 1
    far = lambda d: ((-0.75 * d + 3.75) * d - 6) * d + 3
    return -1, [far(1 + rest), near(rest), near(1 - rest), far(2 - rest)]


def sampled(plane, x, y, filter, edge, value=77.0):
    """A plane at places x, y, in double."""
    height, width = plane.shape
    plane = plane.astype(np.float64)
    column, row = np.floor(x).astype(np.int64), np.floor(y).astype(np.int64)
    first, across = weights(x - column, filter)
    down = weights(y - row, filter)[1]
    columns = [outside(column + first + k, width, edge) for k in range(len(across))]
    result = np.zeros(x.shape)
    for j, of_row in enumerate(down):
        r, in_height = outside(row + first + j, height, edge)
        for (c, in_width), of_column in zip(columns, across):
            result += of_row * of_column * np.where(in_width & in_height, plane[r, c], value)
    return result


def check_sampled(table, given, path, alpha, folder):
    """warp, remap and undistort: in places that OpenCV knows, multiples of 1/32, within 1 of it; in all others within 2
    where the image is smooth."""
    with Image.open(path) as opened:
        image = np.asarray(opened)
        width, height = opened.size
    white = white_of(image)
    smooth = scipy.ndimage.gaussian_filter(image, (6, 6) + (0,) * (image.ndim - 2))
    Image.fromarray(smooth).save(f"{folder}/smooth.png")
    x, y = np.meshgrid(np.arange(width, dtype=np.float64), np.arange(height, dtype=np.float64))
    waves = np.stack([x + 5 * np.sin(y / 9) - 3, y + 4 * np.cos(x / 11) + 2], axis=-1).astype(np.float32)
    with open(f"{folder}/waves.pfm", "wb") as pfm:  # from the lowest row up, in three channels
        pfm.write(b"PF\n%d %d\n-1.0\n" % (width, height))
        pfm.write(np.concatenate([waves, 0 * waves[..., :1]], axis=-1)[::-1].tobytes())
    camera = np.array([[0.9 * width, 0, 0.48 * width], [0, 0.95 * width, 0.53 * height], [0, 0, 1]])
    lens = np.array([-0.25, 0.12, 0.003, -0.002, 0.01])
    known = np.array([[0.75, 0.125, 3.25], [-0.25, 0.875, 7.5]])  # from the result to the image
    turned = np.array([[0.81, -0.33, 20.2], [0.31, 0.84, -9.7]])
    tilted = np.array([[0.9, -0.2, 8], [0.1, 0.8, -2], [2e-4, -3e-4, 1]])
    text = lambda matrix: ",".join(map(repr, matrix.ravel().tolist()))

    def straight(matrix):
        w = np.vstack([matrix, [0, 0, 1]]) if len(matrix) == 2 else matrix
        at = [w[i, 0] * x + w[i, 1] * y + w[i, 2] for i in range(3)]
        return at[0] / at[2], at[1] / at[2]

    def bent():
        u, v = (x - camera[0, 2]) / camera[0, 0], (y - camera[1, 2]) / camera[1, 1]
        k1, k2, p1, p2, k3 = lens
        r2 = u * u + v * v
        radial = 1 + r2 * (k1 + r2 * (k2 + r2 * k3))
        return ((u * radial + 2 * p1 * u * v + p2 * (r2 + 2 * u * u)) * camera[0, 0] + camera[0, 2],
                (v * radial + p1 * (r2 + 2 * v * v) + 2 * p2 * u * v) * camera[1, 1] + camera[1, 2])

    cases = []  # name, statement, places, OpenCV's function, how far from that it may be
    for filter, edge in (("linear", "clamp"), ("linear", "mirror"), ("cubic", "wrap"), ("cubic", "constant color=77")):
        flag = {"linear": "INTER_LINEAR", "cubic": "INTER_CUBIC"}[filter]
        how = f"filter={filter} edge={edge}"

        def by(function, flag=flag, edge=edge):
            return lambda image: function(image, getattr(cv2, flag), getattr(cv2, BORDERS[edge]))

        size = (width, height)
        cases.append(("warp, known places", f"warp {text(known)} inverse=true {how}", straight(known), by(
            lambda i, f, b: cv2.warpAffine(i, known, size, flags=f | cv2.WARP_INVERSE_MAP, borderMode=b, borderValue=(77,) * 4)),
                      1, filter, edge))
        forwards = np.linalg.inv(np.vstack([turned, [0, 0, 1]]))
        cases.append(("warp", f"warp {text(turned)} {how}", straight(forwards), by(
            lambda i, f, b: cv2.warpAffine(i, turned, size, flags=f, borderMode=b, borderValue=(77,) * 4)), 2, filter, edge))
        cases.append(("warp, perspective", f"warp {text(tilted)} inverse=true {how}", straight(tilted), by(
            lambda i, f, b: cv2.warpPerspective(i, tilted, size, flags=f | cv2.WARP_INVERSE_MAP, borderMode=b,
                                                borderValue=(77,) * 4)), 2, filter, edge))
        cases.append(("remap", f"remap {how}", (waves[..., 0].astype(float), waves[..., 1].astype(float)), by(
            lambda i, f, b: cv2.remap(i, waves, None, f, borderMode=b, borderValue=(77,) * 4)), 2, filter, edge))
    names = ["fx", "fy", "cx", "cy"]
    numbers = " ".join(f"{n}={float(v)!r}" for n, v in zip(names, (camera[0, 0], camera[1, 1], camera[0, 2], camera[1, 2])))
    cases.append(("undistort", f"undistort {numbers} k={text(lens)} edge=constant color=0", bent(),
                  lambda i: cv2.undistort(i, camera, lens), 2, "linear", "constant"))
    for name, source in ((path, image), (f"{folder}/smooth.png", smooth)):
        statements = [f"{statement} from={'a,m' if statement.startswith('remap') else 'a'} alpha=straight"
                      for _, statement, *_ in cases]
        results, _ = run(given.sluice, {"a": name, "m": f"{folder}/waves.pfm"}, statements, folder)
        for (row, statement, places, function, most, filter, edge), ours in zip(cases, results):
            value = 0.0 if row == "undistort" else 77.0
            real = by_plane(lambda plane: sampled(plane, *places, filter, edge.split()[0], value), source)
            compare = cv2 is not None and (most == 1 or source is smooth)
            peer = by_plane(function, source).astype(float) if compare else None
            table.add_rounded(f"{row} {filter} {kind_of(image)}" + (", smooth" if source is smooth else ""), ours, real,
                              white, peer, None, f"{os.path.basename(path)} {statement}", most)


def check_rotate(table, given, path, folder):
    """As large as Pillow makes it; quarters are equal."""
    with Image.open(path) as opened:
        angles = [30, -100.5, 90, 180, 270]
        peers = [np.asarray(opened.rotate(angle, Image.Resampling.BILINEAR, expand=True)) for angle in angles]
    results, _ = run(given.sluice, {"a": path}, [f"rotate {angle} from=a alpha=straight" for angle in angles], folder)
    for angle, ours, peer in zip(angles, results, peers):
        if ours.shape != peer.shape:
            table.wrong.append(f"rotate {angle}: {ours.shape} is not {peer.shape}")
        elif angle % 90 == 0:
            table.add("rotate, quarters", ours.astype(float) - peer, 0)


def check(table, given, folder):
    photos, small = pictures(given)
    of_photos = lambda w, h: [(w * 37 // 100, h * 37 // 100)] if given.sample else [
        (301, 170), ((w + 1) // 2, (h + 1) // 2), (w * 37 // 100, h * 37 // 100), (w + 1, h - 1), (w // 7, 3)]
    of_small = lambda w, h: [(83, 19)] if given.sample else [(83, 19), (16, 16), (13, 40), (1, 1), (101, 67), (64, 5)]
    blurs = [((1.3, 1.3), "clamp"), ((2, 0.7), "mirror")]
    pairs = [(photos[0][0], "basi6a08"), (suite(given.corpora, "basi6a08"), "basn6a16")]
    if not given.sample:
        blurs += [((0.5, 5), "wrap"), ((3, 3), "constant color=77"), ((12, 12), "mirror")]
        pairs += [(path, "basn6a16") for path, _ in photos[1:]]
        pairs += [(suite(given.corpora, base), top) for base in ("basi6a08", "basn2c16", "basn6a16")
                  for top in ("basn6a16", "basi6a08", "cdun2c08")][1:]
    for path, alpha in photos:
        check_resize(table, given, path, alpha, of_photos, folder)
        check_gaussian(table, given, path, alpha, blurs, folder)
        check_sampled(table, given, path, alpha, folder)
        check_rotate(table, given, path, folder)
        check_filters(table, given, path, alpha, folder)
        check_integral(table, given, path, alpha, folder)
    for path, alpha in small:
        check_resize(table, given, path, alpha, of_small, folder)
        check_gaussian(table, given, path, alpha, blurs, folder)
        check_filters(table, given, path, alpha, folder)
        check_integral(table, given, path, alpha, folder)
    for base, top in pairs:
        check_blend(table, given, base, suite(given.corpora, top), folder)


if __name__ == "__main__":
    sys.exit(main(check, __doc__))
