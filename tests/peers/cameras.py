#!/usr/bin/env python3
"""Holds what cameras give against OpenCV's cvtColor: NV12, NV21, I420, YV12, YUYV and UYVY (BT.601, limited range),
Bayer patterns by bilinear interpolation, and I420 of red, green and blue.

    tests/peers/cameras.py [--sluice PROGRAM] [--corpora FOLDER] [--sample]

Random frames, so that every number comes, but no brightness below black: OpenCV takes that for black before it adds colours.
Nothing may be more than 1 from OpenCV's integers. OpenCV repeats the last but one
row and column of what it demosaics at the edges; those are left out. Ends with 1 if anything is farther off.
"""
import sys

from shared.peers import cv2, main, np, run

# OpenCV names a pattern by the second pixel of the second row and the one before it.
BAYER = {"rggb": "BG", "bggr": "RG", "grbg": "GB", "gbrg": "GR"}


def write(folder, name, array):
    path = f"{folder}/in_{name}.npy"
    np.save(path, array)
    return path


def check_planes(table, given, width, height, folder):
    random = np.random.default_rng(width)
    plane = lambda h, w, *c: random.integers(0, 256, (h, w, *c), dtype=np.uint8)
    y, uv, u, v = plane(height, width), plane(height // 2, width // 2, 2), *(plane(height // 2, width // 2) for _ in "uv")
    y = np.maximum(y, 16)
    yuyv = plane(height, width, 2)
    yuyv[..., 0] = y
    uyvy = np.ascontiguousarray(yuyv[..., ::-1])
    flat = lambda *planes: np.concatenate([p.reshape(-1) for p in planes]).reshape(height * 3 // 2, width)
    frames = {"nv12": ("y,uv", flat(y, uv)), "nv21": ("y,uv", flat(y, uv)), "i420": ("y,u,v", flat(y, u, v)),
              "yv12": ("y,u,v", flat(y, u, v)), "yuyv": ("yuyv", yuyv), "uyvy": ("uyvy", uyvy)}
    images = {name: write(folder, name, array) for name, array in
              {"y": y, "uv": uv, "u": u, "v": v, "yuyv": yuyv, "uyvy": uyvy}.items()}
    results, _ = run(given.sluice, images, [f"yuv from={of} {name}" for name, (of, _) in frames.items()], folder)
    for (name, (_, frame)), ours in zip(frames.items(), results):
        theirs = cv2.cvtColor(frame, getattr(cv2, f"COLOR_YUV2RGB_{name.upper()}"))
        table.add(f"yuv {name}", ours.astype(int) - theirs, 1, f"{width}x{height}")


def check_bayer(table, given, pixel, folder):
    raw = np.random.default_rng(3).integers(0, np.iinfo(pixel).max, (48, 65), dtype=pixel)
    images = {"raw": write(folder, "raw", raw)}
    results, _ = run(given.sluice, images, [f"demosaic from=raw {pattern}" for pattern in BAYER], folder)
    for (pattern, code), ours in zip(BAYER.items(), results):
        theirs = cv2.cvtColor(raw, getattr(cv2, f"COLOR_Bayer{code}2RGB"))
        away = ours.astype(int) - theirs
        table.add(f"demosaic {pattern} {pixel}", away[1:-1, 1:-1], 1)


def check_planes_of_colours(table, given, folder):
    rgb = np.random.default_rng(5).integers(0, 256, (48, 64, 3), dtype=np.uint8)
    images = {"rgb": write(folder, "rgb", rgb)}
    names = ("y", "u", "v")
    texts = [f"to_yuv from=rgb {name}" + ("" if name == "y" else " filter=nearest") for name in names]
    results, _ = run(given.sluice, images, texts, folder)
    theirs = cv2.cvtColor(rgb, cv2.COLOR_RGB2YUV_I420).reshape(-1)
    begin = 0
    for name, ours in zip(names, results):
        table.add(f"to_yuv {name}", ours.reshape(-1).astype(int) - theirs[begin:begin + ours.size], 1)
        begin += ours.size


def check(table, given, folder):
    for width, height in ((64, 48),) if given.sample else ((64, 48), (2, 2), (322, 6), (1920, 1080)):
        check_planes(table, given, width, height, folder)
    for pixel in ("uint8", "uint16"):
        check_bayer(table, given, pixel, folder)
    check_planes_of_colours(table, given, folder)


if __name__ == "__main__":
    sys.exit(main(check, __doc__, opencv=True))
