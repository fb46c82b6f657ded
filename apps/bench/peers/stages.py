#!/usr/bin/env python3
"""Runs what OpenCV has too with sluice and with OpenCV in turns, on images of several formats, and prints the best
times: kernel time of sluice, compute time of OpenCV, no files.

    apps/bench/peers/stages.py [--bench PROGRAM] [--size 2048] [--formats u8x3,u8x1,f32x1] [--runs 5] [--rounds 2]
                               [--threads 1] [--storage rows] [--umat] [--only WORD] [--json FILE]

With one thread the times are processor times: sluice runs with POCL_MAX_PTHREAD_COUNT then. The table is Markdown;
"times" is the time of sluice over that of OpenCV. OpenCV works on memory that it has already, as far as its functions
let it (dst=). What does other work stands in brackets and does not count: OpenCV does not weigh colours by alpha, for
instance, and treats alpha as one more colour. --umat gives OpenCV images on its own OpenCL device, the first of the kind
that OPENCV_OPENCL_DEVICE names, and waits for it after each call.
"""
import argparse
import json
import os
import subprocess
import sys
import time

import cv2
import numpy as np

BY_20 = (20, 20, 20, 0)
SHARPER = np.float32([[0, -1, 0], [-1, 5, -1], [0, -1, 0]])
SEPIA = np.float32([[.393, .769, .189], [.349, .686, .168], [.272, .534, .131]])
MOVED = np.float32([[0.9, 0.1, 3], [-0.1, 0.9, 5]])
LENS = np.float32([-0.2, 0.05, 0, 0])


def plain(a):
    return a.get() if isinstance(a, cv2.UMat) else a


def is_bytes(a):
    return plain(a).dtype == np.uint8


def channels(a):
    return plain(a).shape[2] if plain(a).ndim == 3 else 1


def size_of(a):
    return plain(a).shape[0]


def colour(a):
    """What OpenCV takes for other numbers of channels is another conversion."""
    if channels(a) == 1:
        raise TypeError("grey")
    return a


def levels(function):
    """Of 8 bits, as a table for all channels."""
    table = np.clip(np.rint(255 * function(np.arange(256) / 255)), 0, 255).astype(np.uint8)
    return lambda a, dst: cv2.LUT(a, table, dst) if is_bytes(a) else None


def element(radius, shape=cv2.MORPH_RECT):
    return cv2.getStructuringElement(shape, (2 * radius + 1, 2 * radius + 1))


def morphology(operation, radius=1, shape=cv2.MORPH_RECT):
    kernel = element(radius, shape)
    return lambda a, dst: cv2.morphologyEx(a, operation, kernel, dst)


def slope(derive):
    def work(a, _):
        return cv2.magnitude(derive(a, 1, 0), derive(a, 0, 1))
    return work


def turned(a, _):
    """As large as the turned image, which rotate makes too."""
    side = size_of(a)
    matrix = cv2.getRotationMatrix2D((side / 2, side / 2), 12.5, 1)
    whole = int(side * (abs(matrix[0, 0]) + abs(matrix[0, 1])))
    matrix[:, 2] += (whole - side) / 2
    return cv2.warpAffine(a, matrix, (whole, whole))


def boxed(a, _):
    return cv2.copyMakeBorder(cv2.resize(a, (480, 480), interpolation=cv2.INTER_AREA), 0, 0, 80, 80,
                              cv2.BORDER_CONSTANT)


def resized(scale, filter):
    return lambda a, dst: cv2.resize(a, None, dst, fx=scale, fy=scale, interpolation=filter)


def box(radius):
    return lambda a, dst: cv2.blur(a, (2 * radius + 1, 2 * radius + 1), dst, borderType=cv2.BORDER_REPLICATE)


def gaussian(sigma):
    side = 2 * 4 * sigma + 1  # as far as sluice looks
    return lambda a, dst: cv2.GaussianBlur(a, (side, side), sigma, dst, borderType=cv2.BORDER_REPLICATE)


def median(radius):
    return lambda a, dst: cv2.medianBlur(a, 2 * radius + 1, dst)


def unsharp(a, dst):
    return cv2.addWeighted(a, 1.8, cv2.GaussianBlur(a, (9, 9), 1, borderType=cv2.BORDER_REPLICATE), -0.8, 0, dst)


def undistorted(a, dst):
    side = size_of(a)
    return cv2.undistort(a, np.float32([[side, 0, side / 2], [0, side, side / 2], [0, 0, 1]]), LENS, dst)


def one(a, bright):
    """Of all channels."""
    return (bright if is_bytes(a) else bright / 255,) * 4


# A chain, and what OpenCV does. ~: other work than that of sluice. SIDE stands for the width of the image, HALF for the
# middle.
OPERATIONS = {
    "absdiff value=20": lambda a, dst: cv2.absdiff(a, BY_20, dst),
    "add value=20": lambda a, dst: cv2.add(a, BY_20, dst),
    "and value=20": lambda a, dst: cv2.bitwise_and(a, BY_20, dst) if is_bytes(a) else None,
    "blackhat 1": morphology(cv2.MORPH_BLACKHAT),
    "bilateral 3 sigma_space=2": lambda a, dst: cv2.bilateralFilter(a, 7, 25.5 if is_bytes(a) else 0.1, 2),
    **{f"box {r}": box(r) for r in (1, 2, 5, 15, 25)},
    "brightness 1.2": levels(lambda v: 1.2 * v),
    "channels bgr": lambda a, dst: cv2.cvtColor(colour(a), cv2.COLOR_RGB2BGR, dst),
    "close 3": morphology(cv2.MORPH_CLOSE, 3),
    "contrast 1.3": levels(lambda v: (v - 0.5) * 1.3 + 0.5),
    "convert to=hsv": lambda a, dst: cv2.cvtColor(colour(a), cv2.COLOR_RGB2HSV, dst),
    "convolve 0,-1,0;-1,5,-1;0,-1,0": lambda a, dst: cv2.filter2D(a, -1, SHARPER, dst),
    **{f"dilate {r}": morphology(cv2.MORPH_DILATE, r) for r in (1, 2, 5, 15, 25)},
    **{f"dilate {r} shape=ellipse": morphology(cv2.MORPH_DILATE, r, cv2.MORPH_ELLIPSE) for r in (2, 5, 15)},
    "flip x": lambda a, dst: cv2.flip(a, 1, dst),
    "flip y": lambda a, dst: cv2.flip(a, 0, dst),
    "gamma 0.8": levels(lambda v: v ** 0.8),
    **{f"gaussian {s}": gaussian(s) for s in (1, 2, 5)},
    "gradient 1": morphology(cv2.MORPH_GRADIENT),
    "grey": lambda a, dst: cv2.cvtColor(colour(a), cv2.COLOR_RGB2GRAY),
    "integral": lambda a, dst: cv2.integral(a, sdepth=cv2.CV_64F),
    "invert": lambda a, dst: cv2.bitwise_not(a, dst) if is_bytes(a) else cv2.subtract((1, 1, 1, 1), a, dst),
    "laplacian": lambda a, dst: cv2.Laplacian(a, cv2.CV_16S if is_bytes(a) else cv2.CV_32F),
    "~letterbox width=640 height=480": boxed,
    "matrix preset=sepia": lambda a, dst: cv2.transform(colour(a), SEPIA, dst),
    "max value=20": lambda a, dst: cv2.max(a, one(a, 20), dst),
    **{f"median {r}": median(r) for r in (1, 2, 5, 15)},
    "mix": lambda a, dst: cv2.addWeighted(a, 0.5, a, 0.5, 0, dst),
    "multiply value=0.5": lambda a, dst: cv2.multiply(a, one(a, 127.5), dst, 1 / 255 if is_bytes(a) else 1),
    "normalize": lambda a, dst: cv2.normalize(a, dst, 0, 255 if is_bytes(a) else 1, cv2.NORM_MINMAX),
    "~normalize equalize": lambda a, dst: cv2.equalizeHist(a, dst),
    "~normalize clahe": lambda a, dst: cv2.createCLAHE(4, (8, 8)).apply(a, dst),
    "open 3": morphology(cv2.MORPH_OPEN, 3),
    "pad left=8 top=8 right=8 bottom=8 edge=mirror":
        lambda a, dst: cv2.copyMakeBorder(a, 8, 8, 8, 8, cv2.BORDER_REFLECT_101),
    "resize scale=0.5 filter=area": resized(0.5, cv2.INTER_AREA),
    "resize scale=2 filter=cubic": resized(2, cv2.INTER_CUBIC),
    "resize scale=2 filter=linear": resized(2, cv2.INTER_LINEAR),
    "~resize scale=0.5 filter=lanczos3": resized(0.5, cv2.INTER_LANCZOS4),
    "rotate 90": lambda a, dst: cv2.rotate(a, cv2.ROTATE_90_CLOCKWISE, dst),
    "rotate 12.5": turned,
    "scharr": slope(lambda a, x, y: cv2.Scharr(a, cv2.CV_32F, x, y)),
    "sobel": slope(lambda a, x, y: cv2.Sobel(a, cv2.CV_32F, x, y)),
    "subtract value=20": lambda a, dst: cv2.subtract(a, BY_20, dst),
    "threshold": lambda a, dst: cv2.threshold(a, 127.5 if is_bytes(a) else 0.5, 255 if is_bytes(a) else 1,
                                              cv2.THRESH_BINARY, dst)[1],
    "threshold method=otsu": lambda a, dst: cv2.threshold(a, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU, dst)[1]
                             if channels(a) == 1 and is_bytes(a) else None,
    "threshold method=mean": lambda a, dst: cv2.adaptiveThreshold(a, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY,
                                                                  11, 0, dst),
    "thumbnail 256 filter=area": lambda a, dst: cv2.resize(a, (256, 256), interpolation=cv2.INTER_AREA),
    "tophat 1": morphology(cv2.MORPH_TOPHAT),
    "undistort fx=SIDE fy=SIDE cx=HALF cy=HALF k=-0.2,0.05,0,0": undistorted,
    "unsharp 1 amount=0.8": unsharp,
    "warp matrix=0.9,0.1,3,-0.1,0.9,5": lambda a, dst: cv2.warpAffine(a, MOVED, (size_of(a), size_of(a)), dst),
}


def image(size, text, umat):
    pixel, lanes = text.split("x")
    shape = (size, size) if lanes == "1" else (size, size, int(lanes))
    noise = np.random.default_rng(1).integers(20, 200, shape, np.uint8)
    pixels = noise if pixel == "u8" else (noise / np.float32(255)).astype(np.float32)
    return cv2.UMat(pixels) if umat else pixels


def opencv(work, a, runs, umat):
    """The best time in ms; None where OpenCV does not do it on such an image."""
    times, dst = [], None
    try:
        for _ in range(runs + 1):  # the first warms up, and makes the memory of the result
            start = time.perf_counter()
            result = work(a, dst)
            if umat:
                cv2.ocl.finish()
            times.append(1e3 * (time.perf_counter() - start))
            dst = result
    except (cv2.error, TypeError):
        return None
    return None if dst is None else min(times[1:])


def sluice(given, chain, text):
    """The best time in ms; None where sluice does not do it on such an image."""
    pixel, lanes = text.split("x")
    chain += "" if " " in chain else " "  # else it is the stage with the parameters that its page shows
    command = [given.bench, "stages", chain, "-q", "--json", "-", "--size", f"{given.size}x{given.size}",
               "--pixels", pixel, "--channels", lanes, "--runs", str(given.runs), "--storage", given.storage]
    environment = dict(os.environ, POCL_MAX_PTHREAD_COUNT=str(given.threads))
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    if done.returncode:
        sys.exit(f"stages: {' '.join(command)}: {done.stderr.strip()}")
    results = json.loads(done.stdout)["results"]
    if not results:
        print(f"stages: {chain.strip()} of {text}: {done.stderr.strip() or 'no result'}", file=sys.stderr)
    return results[0]["ms"] if results else None


def least(a, b):
    return b if a is None else a if b is None else min(a, b)


def cells(ours, theirs, other):
    text = lambda ms: "" if ms is None else f"{ms:.2f}"
    times = "" if other or ours is None or theirs is None else f"{ours / theirs:.2f}"
    return [text(ours), f"({text(theirs)})" if other and theirs is not None else text(theirs), times]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bench", default="build/release/apps/sluice-bench")
    parser.add_argument("--size", type=int, default=2048)
    parser.add_argument("--formats", default="u8x3,u8x1,f32x1", help="types of samples, and how many a pixel has")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--threads", type=int, default=1, help="of both, on the CPU")
    parser.add_argument("--storage", default="auto", help="of sluice's images")
    parser.add_argument("--umat", action="store_true", help="OpenCV on its OpenCL device")
    parser.add_argument("--only", default="", help="rows with this in them")
    parser.add_argument("--json", help="write the times here too")
    given = parser.parse_args()
    cv2.setNumThreads(given.threads)
    if given.umat and not cv2.ocl.haveOpenCL():
        sys.exit("stages: this OpenCV has no OpenCL device")
    cv2.ocl.setUseOpenCL(given.umat)
    where = f"OpenCL: {cv2.ocl.Device_getDefault().name()}" if given.umat else f"threads: {given.threads}"
    formats = given.formats.split(",")
    print(f"OpenCV {cv2.__version__}, {where}; {given.size} x {given.size}, best of {given.rounds} x {given.runs}, ms\n")
    print("| stage |" + "".join(f" {text}: sluice | OpenCV | times |" for text in formats) + "\n" +
          "|---" * (1 + 3 * len(formats)) + "|")
    images = {text: image(given.size, text, given.umat) for text in formats}
    rows = []
    for name, work in OPERATIONS.items():
        chain, other = name.lstrip("~").replace("SIDE", str(given.size)).replace("HALF", str(given.size // 2)), name[0] == "~"
        if given.only not in chain:
            continue
        line = [f"`{chain}`"]
        for text, a in images.items():
            ours = theirs = None
            for _ in range(given.rounds):  # in turns, since others may use the machine
                theirs = least(theirs, opencv(work, a, given.runs, given.umat))
                if theirs is not None:
                    ours = least(ours, sluice(given, chain, text))
            line += cells(ours, theirs, other)
            if ours is not None and theirs is not None:
                rows.append({"chain": chain, "format": text, "sluice": ours, "opencv": theirs, "counts": not other})
        print("| " + " | ".join(line) + " |", flush=True)
    ratios = [row["sluice"] / row["opencv"] for row in rows if row["counts"]]
    if ratios:
        print(f"\n{sum(ratio <= 1 for ratio in ratios)} of {len(ratios)} that count are as fast as OpenCV's or faster, "
              f"and {sum(ratio > 2 for ratio in ratios)} take more than twice as long.")
    if given.json:
        with open(given.json, "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=1)


if __name__ == "__main__":
    main()
