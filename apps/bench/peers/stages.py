#!/usr/bin/env python3
"""Runs each stage that OpenCV has too, with sluice and with OpenCV in turns, on RGBA of 8 bits and of floats, and prints
the best times: kernel time of sluice, compute time of OpenCV, no files.

    apps/bench/peers/stages.py [--sluice PROGRAM] [--size 4096] [--runs 3] [--rounds 2] [--threads 2] [--umat] [--only WORD]

The table is Markdown. "times" is the time of sluice over that of OpenCV. OpenCV works on memory that it has already, as
far as its functions let it (dst=). What does other work stands in brackets and does not count: OpenCV does not weigh
colours by alpha, and treats alpha as one more colour. --umat gives OpenCV images on its own OpenCL device, the first of
the kind that OPENCV_OPENCL_DEVICE names, and waits for it after each call.
"""
import argparse
import json
import subprocess
import sys
import time

import cv2
import numpy as np

BY_20 = (20, 20, 20, 0)
SQUARE = np.ones((3, 3), np.uint8)
SHARPER = np.float32([[0, -1, 0], [-1, 5, -1], [0, -1, 0]])
SEPIA = np.float32([[.393, .769, .189, 0], [.349, .686, .168, 0], [.272, .534, .131, 0], [0, 0, 0, 1]])
MOVED = np.float32([[0.9, 0.1, 3], [-0.1, 0.9, 5]])
CAMERA = np.float32([[4000, 0, 2048], [0, 4000, 2048], [0, 0, 1]])
LENS = np.float32([-0.2, 0.05, 0, 0])


def levels(function):
    """Of 8 bits, as a table for all channels."""
    table = np.clip(np.rint(255 * function(np.arange(256) / 255)), 0, 255).astype(np.uint8)
    return lambda a, dst: cv2.LUT(a, table, dst) if is_bytes(a) else None


def is_bytes(a):
    return a.get().dtype == np.uint8 if isinstance(a, cv2.UMat) else a.dtype == np.uint8


def morphology(operation):
    return lambda a, dst: cv2.morphologyEx(a, operation, SQUARE, dst)


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


def size_of(a):
    return a.get().shape[0] if isinstance(a, cv2.UMat) else a.shape[0]


def unsharp(a, dst):
    return cv2.addWeighted(a, 1.8, cv2.GaussianBlur(a, (9, 9), 1), -0.8, 0, dst)


# The words of a chain of one stage, and what OpenCV does. ~: other work than that of sluice.
OPERATIONS = {
    "absdiff value=20": lambda a, dst: cv2.absdiff(a, BY_20, dst),
    "add value=20": lambda a, dst: cv2.add(a, BY_20, dst),
    "and value=20": lambda a, dst: cv2.bitwise_and(a, BY_20, dst),
    "blackhat": morphology(cv2.MORPH_BLACKHAT),
    "~bilateral": lambda a, dst: cv2.bilateralFilter(cv2.cvtColor(a, cv2.COLOR_RGBA2RGB), 7, 25.5, 2),
    "~box 2": lambda a, dst: cv2.blur(a, (5, 5), dst),
    "brightness 1.2": levels(lambda v: 1.2 * v),
    "channels bgr": lambda a, dst: cv2.cvtColor(a, cv2.COLOR_RGBA2BGR, dst),
    "close": morphology(cv2.MORPH_CLOSE),
    "contrast 1.3": levels(lambda v: (v - 0.5) * 1.3 + 0.5),
    "convolve 0,-1,0;-1,5,-1;0,-1,0": lambda a, dst: cv2.filter2D(a, -1, SHARPER, dst),
    "curves 0,0;0.25,0.15;0.75,0.85;1,1": levels(lambda v: v * v * (3 - 2 * v)),
    "dilate": morphology(cv2.MORPH_DILATE),
    "divide value=20": lambda a, dst: cv2.divide(a, (20, 20, 20, 1), dst),
    "erode": morphology(cv2.MORPH_ERODE),
    "exposure 0.5": levels(lambda v: v * 2 ** 0.5),
    "flip x": lambda a, dst: cv2.flip(a, 1, dst),
    "gamma 0.8": levels(lambda v: v ** 0.8),
    "~gaussian 2": lambda a, dst: cv2.GaussianBlur(a, (17, 17), 2, dst),
    "gradient": morphology(cv2.MORPH_GRADIENT),
    "grey": lambda a, dst: cv2.cvtColor(a, cv2.COLOR_RGBA2GRAY),
    "invert": lambda a, dst: cv2.bitwise_not(a, dst) if is_bytes(a) else cv2.subtract((1, 1, 1, 1), a, dst),
    "laplacian": lambda a, dst: cv2.Laplacian(a, cv2.CV_16S if is_bytes(a) else cv2.CV_32F),
    "~letterbox width=640 height=480": boxed,
    "levels black=0.05 white=0.9 gamma=1.2": levels(lambda v: np.clip((v - .05) / .85, 0, 1) ** (1 / 1.2)),
    "lut values=0,0.1,0.4,0.9,1": levels(lambda v: v),
    "matrix preset=sepia": lambda a, dst: cv2.transform(a, SEPIA, dst),
    "max value=20": lambda a, dst: cv2.max(a, BY_20, dst),
    "maximum": morphology(cv2.MORPH_DILATE),
    "median": lambda a, dst: cv2.medianBlur(a, 3, dst),
    "min value=20": lambda a, dst: cv2.min(a, (20, 20, 20, 255), dst),
    "minimum": morphology(cv2.MORPH_ERODE),
    "mix": lambda a, dst: cv2.addWeighted(a, 0.5, a, 0.5, 0, dst),
    "multiply value=20": lambda a, dst: cv2.multiply(a, (20, 20, 20, 1), dst),
    "~normalize": lambda a, dst: cv2.normalize(a, dst, 0, 255 if is_bytes(a) else 1, cv2.NORM_MINMAX),
    "open": morphology(cv2.MORPH_OPEN),
    "or value=20": lambda a, dst: cv2.bitwise_or(a, BY_20, dst),
    "pad left=8 top=8 right=8 bottom=8 edge=mirror":
        lambda a, dst: cv2.copyMakeBorder(a, 8, 8, 8, 8, cv2.BORDER_REFLECT_101),
    "posterize 4": levels(lambda v: np.rint(3 * v) / 3),
    "~resize scale=0.5 filter=lanczos3":
        lambda a, dst: cv2.resize(a, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_LANCZOS4),
    "~rotate 12.5 expand=true": turned,
    "~scharr": slope(lambda a, x, y: cv2.Scharr(a, cv2.CV_32F, x, y)),
    "~sobel": slope(lambda a, x, y: cv2.Sobel(a, cv2.CV_32F, x, y)),
    "solarize": levels(lambda v: np.where(v >= 0.5, 1 - v, v)),
    "subtract value=20": lambda a, dst: cv2.subtract(a, BY_20, dst),
    "threshold": lambda a, dst: cv2.threshold(a, 127.5 if is_bytes(a) else 0.5, 255 if is_bytes(a) else 1,
                                              cv2.THRESH_BINARY, dst)[1],
    "~thumbnail 256": lambda a, dst: cv2.resize(a, (256, 256), interpolation=cv2.INTER_AREA),
    "tophat": morphology(cv2.MORPH_TOPHAT),
    "~undistort fx=4000 fy=4000 cx=2048 cy=2048 k=-0.2,0.05,0,0":
        lambda a, dst: cv2.undistort(a, CAMERA, LENS, dst),
    "~unsharp 1 amount=0.8 threshold=0.01": unsharp,
    "~warp matrix=0.9,0.1,3,-0.1,0.9,5":
        lambda a, dst: cv2.warpAffine(a, MOVED, (size_of(a), size_of(a)), dst),
    "xor value=20": lambda a, dst: cv2.bitwise_xor(a, BY_20, dst),
}


def image(size, pixel, umat):
    noise = np.random.default_rng(1).integers(20, 200, (size, size, 4), np.uint8)
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


def sluice(given, chain):
    """The best times in ms of u8 and f32; what it does not do is not there."""
    command = [given.sluice, "bench", "stages", chain.split()[0], "-q", "--json", "-",
               "--size", f"{given.size}x{given.size}", "--runs", str(given.runs)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"stages: {' '.join(command)}: {done.stderr.strip()}")
    results = json.loads(done.stdout)["results"]
    for result in results:
        if result["stage"] != chain:
            sys.exit(f"stages: sluice measures '{result['stage']}', and this script '{chain}'")
    return {result["pixel"]: result["ms"] for result in results}


def least(a, b):
    return b if a is None else a if b is None else min(a, b)


def cells(ours, theirs, other):
    text = lambda ms: "" if ms is None else f"{ms:.2f}"
    times = "" if other or ours is None or theirs is None else f"{ours / theirs:.2f}"
    return [text(ours), f"({text(theirs)})" if other and theirs is not None else text(theirs), times]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sluice", default="build/release/apps/sluice")
    parser.add_argument("--size", type=int, default=4096)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--threads", type=int, default=2, help="of OpenCV on the CPU")
    parser.add_argument("--umat", action="store_true", help="OpenCV on its OpenCL device")
    parser.add_argument("--only", default="", help="rows with this in them")
    given = parser.parse_args()
    cv2.setNumThreads(given.threads)
    if given.umat and not cv2.ocl.haveOpenCL():
        sys.exit("stages: this OpenCV has no OpenCL device")
    cv2.ocl.setUseOpenCL(given.umat)
    where = f"OpenCL: {cv2.ocl.Device_getDefault().name()}" if given.umat else f"{given.threads} threads"
    print(f"OpenCV {cv2.__version__}, {where}; RGBA, {given.size} x {given.size}, best of {given.rounds} x "
          f"{given.runs}, ms\n")
    print("| stage | u8: sluice | OpenCV | times | f32: sluice | OpenCV | times |\n" + "|---" * 7 + "|")
    images = {pixel: image(given.size, pixel, given.umat) for pixel in ("u8", "f32")}
    ratios = []
    for name, work in OPERATIONS.items():
        chain, other = name.lstrip("~"), name.startswith("~")
        if given.only not in chain:
            continue
        ours, theirs = {}, {}
        for _ in range(given.rounds):  # in turns, since others may use the machine
            for pixel, ms in sluice(given, chain).items():
                ours[pixel] = least(ours.get(pixel), ms)
            for pixel, a in images.items():
                theirs[pixel] = least(theirs.get(pixel), opencv(work, a, given.runs, given.umat))
        row = [f"`{chain}`"]
        for pixel in images:
            row += cells(ours.get(pixel), theirs.get(pixel), other)
        print("| " + " | ".join(row) + " |", flush=True)
        ratios += [float(times) for times in (row[3], row[6]) if times]
    if ratios:
        faster = sum(ratio <= 1 for ratio in ratios)
        print(f"\n{faster} of {len(ratios)} that count are as fast as OpenCV's or faster.")


if __name__ == "__main__":
    main()
