#!/usr/bin/env python3
"""Holds what looks at neighbours against the libraries that define it: OpenCV (minimum, maximum, erode, dilate, open, close,
gradient, tophat, blackhat, sobel, scharr, laplacian, convolve, median, bilateral, nlmeans), scipy (prewitt, other medians) and,
for guided and localnorm, their formulas in double.

    tests/peers/neighbours.py [--sluice PROGRAM] [--corpora FOLDER] [--sample]

For each stage and kind of image it prints the largest difference from the peer, in code values. What is whole must be equal;
angles may be 0.35 degrees off, which is what OpenCV's are; bilateral and what is computed in double 1 code value, nlmeans 3,
since OpenCV rounds its weights. Ends with 1 if anything is farther.
"""
import os
import sys

from shared.peers import BORDERS, by_plane, cv2, kind_of, main, np, pictures, run, scipy


def morphology():
    """Statement, function of an image, how far it may be off."""
    shapes = {"rectangle": cv2.MORPH_RECT, "ellipse": cv2.MORPH_ELLIPSE, "cross": cv2.MORPH_CROSS}
    for stage, name in (("erode", "ERODE"), ("dilate", "DILATE"), ("open", "OPEN"), ("close", "CLOSE"),
                        ("gradient", "GRADIENT"), ("tophat", "TOPHAT"), ("blackhat", "BLACKHAT")):
        operation = getattr(cv2, "MORPH_" + name)
        for shape, (x, y) in (("rectangle", (1, 1)), ("rectangle", (4, 2)), ("ellipse", (3, 5)), ("cross", (2, 1))):
            kernel = cv2.getStructuringElement(shapes[shape], (2 * x + 1, 2 * y + 1))
            yield (stage, f"{stage} from=a radius={x},{y} shape={shape}",
                   lambda image, o=operation, k=kernel: cv2.morphologyEx(image, o, k), 0)
        mask = np.array([[0, 1, 1], [0, 1, 0]], np.uint8)
        yield (stage, f"{stage} from=a mask=011/010 edge=mirror", lambda image, o=operation: cv2.morphologyEx(
            image, o, mask, borderType=cv2.BORDER_REFLECT_101), 0)
    box = np.ones((7, 3), np.uint8)
    yield "minimum", "minimum from=a radius=1,3", lambda image: cv2.erode(image, box), 0
    yield "maximum", "maximum from=a radius=1,3", lambda image: cv2.dilate(image, box), 0


def slopes(whole):
    depth = cv2.CV_16S if whole else cv2.CV_32F
    for edge, flag in (("clamp", "BORDER_REPLICATE"), ("mirror", "BORDER_REFLECT_101")):
        border = {"borderType": getattr(cv2, flag)}
        for axis, (x, y) in (("x", (1, 0)), ("y", (0, 1))):
            yield ("sobel", f"sobel from=a direction={axis} edge={edge}",
                   lambda image, x=x, y=y, b=border: cv2.Sobel(image, depth, x, y, **b), 0)
            yield ("scharr", f"scharr from=a direction={axis} edge={edge}",
                   lambda image, x=x, y=y, b=border: cv2.Scharr(image, depth, x, y, **b), 0)
        yield "laplacian", f"laplacian from=a edge={edge}", lambda image, b=border: cv2.Laplacian(image, depth, **b), 0
    both = lambda image: [cv2.Sobel(image, cv2.CV_32F, *of, borderType=cv2.BORDER_REPLICATE) for of in ((1, 0), (0, 1))]
    # Sums of 16 bit are larger than floats hold whole, squares more so.
    yield "sobel magnitude", "sobel from=a pixel=f32", lambda image: cv2.magnitude(*both(image)), 1e-3 if whole else 0.1
    yield ("sobel angle", "sobel from=a direction=angle pixel=f32",
           lambda image: cv2.phase(*both(image), angleInDegrees=True), 0.35)
    for axis, of in (("x", 1), ("y", 0)):
        yield ("prewitt", f"prewitt from=a direction={axis}",
               lambda image, of=of: scipy.ndimage.prewitt(image.astype(np.float64), of, mode="nearest"), 0)


def others(dtype):
    whole = np.array([[1, 0, -2], [3, -1, 0], [0, 2, 5], [1, 1, 1]], np.float32)
    apart = np.outer([1, 3, 3, 1], [1, 2, 1]).astype(np.float32)
    text = lambda kernel: "/".join(",".join(f"{v:g}" for v in row) for row in kernel)
    for edge in ("clamp", "mirror", "constant color=0"):
        border = getattr(cv2, BORDERS.get(edge, "BORDER_CONSTANT"))
        yield ("convolve", f"convolve from=a kernel={text(whole)} edge={edge}",
               lambda image, b=border: cv2.filter2D(image, -1, whole, borderType=b), 0)
        yield ("convolve", f"convolve from=a kernel={text(apart)} scale=sum offset=3 edge={edge}",
               lambda image, b=border: cv2.filter2D(image, -1, apart / 32, delta=3, borderType=b), 0)
    for radius in (1, 2):
        yield "median", f"median from=a radius={radius}", lambda image, r=radius: cv2.medianBlur(image, 2 * r + 1), 0
    yield ("median, others", "median from=a radius=4 edge=mirror",
           lambda image: scipy.ndimage.median_filter(image, 9, mode="mirror"), 0)


def mean(image, radius):
    return by_plane(lambda plane: scipy.ndimage.uniform_filter(plane, 2 * radius + 1, mode="nearest"), image)


def localnorm(image, white, radius, strength):
    v = image / white
    deviation = np.sqrt(np.maximum(mean(v * v, radius) - mean(v, radius) ** 2, 0) + 1e-6)
    return np.rint(np.clip(white * (0.5 + strength * (v - mean(v, radius)) / deviation), 0, white))


def guided(image, white, radius, epsilon):
    v = image / white
    of_v = mean(v, radius)
    variance = mean(v * v, radius) - of_v ** 2
    slope = variance / (variance + epsilon)
    return np.rint(np.clip(white * (mean(slope, radius) * v + mean(of_v * (1 - slope), radius)), 0, white))


def smoothing(dtype, channels):
    """Of all colours together."""
    white = np.iinfo(dtype).max
    yield ("localnorm", "localnorm from=a radius=7 strength=0.15",
           lambda image: localnorm(image.astype(np.float64), white, 7, 0.15), 1)
    yield ("guided", "guided from=a radius=3 epsilon=0.02",
           lambda image: guided(image.astype(np.float64), white, 3, 0.02), 1)
    if dtype != np.uint8 or channels == 2:
        return
    for radius, space, color in ((2, 1.5, 0.1), (4, 3, 0.3)):
        yield ("bilateral", f"bilateral from=a radius={radius} sigma_space={space} sigma_color={color} edge=mirror",
               lambda image, d=2 * radius + 1, c=color * 255, s=space: cv2.bilateralFilter(image, d, c, s), 1)
    yield ("nlmeans", f"nlmeans from=a strength={12 / 255} patch=5 search=9 edge=mirror",
           lambda image: cv2.fastNlMeansDenoising(image, None, 12, 5, 9).reshape(image.shape), 3)


def check_picture(table, given, path, alpha, folder):
    _, read = run(given.sluice, {"a": path}, [], folder)
    src = read["a"]
    colours = src[..., :-1] if alpha else src
    colours = np.ascontiguousarray(colours[..., 0] if colours.shape[-1] == 1 and alpha else colours)
    together = list(smoothing(src.dtype, 1 if colours.ndim == 2 else colours.shape[2]))
    cases = [*morphology(), *slopes(src.dtype == np.uint8), *others(src.dtype), *together]
    results, _ = run(given.sluice, {"a": path}, [statement for _, statement, *_ in cases], folder)
    for (row, statement, function, most), ours in zip(cases, results):
        peer = function(colours) if (row, statement, function, most) in together else by_plane(function, colours)
        if alpha:  # it stays
            peer = peer if peer.ndim == 3 else peer[..., None]
            peer = np.concatenate([peer, src[..., -1:]], axis=-1)
        if row.endswith("angle"):  # 0 and 360 are one direction
            peer = np.where(np.abs(ours - peer) > 180, peer - np.sign(peer - ours) * 360, peer)
        table.add(f"{row} {kind_of(src, alpha)}", ours.astype(np.float64) - peer, most, f"{os.path.basename(path)} {statement}")


def check(table, given, folder):
    photos, small = pictures(given)
    for path, alpha in small if given.sample else photos + small:
        check_picture(table, given, path, alpha, folder)


if __name__ == "__main__":
    sys.exit(main(check, __doc__, opencv=True))
