#!/usr/bin/env python3
"""Makes tensors for neural networks (NCHW, f32) from photographs in memory with sluice, and with OpenCV and NumPy by hand,
in turns, and prints the processor time and the time of each image: medians of all rounds.

    apps/bench/peers/tensors.py [--images 100] [--rounds 5] [--only WORD]

Both sides use the same filter without antialiasing, and all cores. The results are compared first: a row whose results
differ by more than 0.05 (of standard deviations) is an error. Needs numpy, cv2 and sluice."""

import argparse
import statistics
import sys
import time

import cv2
import numpy as np
import sluice

MEAN = np.array([0.485, 0.456, 0.406], np.float32)
STD = np.array([0.229, 0.224, 0.225], np.float32)
IMAGENET = "normalize standardize preset=imagenet"


def standardized(rgb):
    return ((rgb.astype(np.float32) / 255 - MEAN) / STD).transpose(2, 0, 1)


def letterboxed(image, side):
    height, width = image.shape[:2]
    scale = side / max(height, width)
    size = (round(width * scale), round(height * scale))
    small = cv2.resize(image, size, interpolation=cv2.INTER_LINEAR)
    left, top = (side - size[0]) // 2, (side - size[1]) // 2
    return cv2.copyMakeBorder(
        small, top, side - size[1] - top, left, side - size[0] - left, cv2.BORDER_CONSTANT, value=(0, 0, 0)
    )


# What, the size of an image, the chain of sluice, the same by hand.
ROWS = [
    ("640x480, standardized", (480, 640), f"convert pixel=f32 | {IMAGENET}", standardized),
    (
        "640x480 to 224x224",
        (480, 640),
        f"resize 224x224 filter=linear antialias=no | convert pixel=f32 | {IMAGENET}",
        lambda image: standardized(cv2.resize(image, (224, 224), interpolation=cv2.INTER_LINEAR)),
    ),
    (
        "1920x1080 to letterbox 640",
        (1080, 1920),
        "resize 640x640 fit=inside filter=linear antialias=no | pad size=640x640 color=black | "
        f"convert pixel=f32 | {IMAGENET}",
        lambda image: standardized(letterboxed(image, 640)),
    ),
]


def photographs(count, size):
    noise = np.random.default_rng(1)
    return [
        cv2.GaussianBlur(noise.integers(0, 256, (*size, 3), np.uint8), (0, 0), 3) for _ in range(count)
    ]


def timed(work):
    cpu, wall = time.process_time(), time.perf_counter()
    made = work()
    return made, time.process_time() - cpu, time.perf_counter() - wall


def by_hand(photos, work):
    first = work(photos[0])
    batch = np.empty((len(photos), *first.shape), np.float32)
    for place, photo in zip(batch, photos):
        place[:] = work(photo)
    return batch


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--images", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    print(f"{'ms of an image':28} {'sluice cpu':>10} {'wall':>7} {'OpenCV cpu':>10} {'wall':>7} {'times cpu':>9} {'wall':>6}")
    for name, size, chain, work in ROWS:
        if arguments.only not in name:
            continue
        photos = photographs(arguments.images, size)
        sides = {"sluice": lambda: sluice.tensor(photos, chain), "OpenCV": lambda: by_hand(photos, work)}
        made = {side: run() for side, run in sides.items()}
        off = float(np.abs(made["sluice"] - made["OpenCV"]).max())
        if off > 0.05:
            sys.exit(f"{name}: the results differ by {off}")
        taken = {side: [] for side in sides}
        for _ in range(arguments.rounds):
            for side, run in sides.items():
                _, cpu, wall = timed(run)
                taken[side].append((1e3 * cpu / len(photos), 1e3 * wall / len(photos)))
        (ours, our_wall), (theirs, their_wall) = (
            map(statistics.median, zip(*taken[side])) for side in ("sluice", "OpenCV")
        )
        print(
            f"{name:28} {ours:10.2f} {our_wall:7.2f} {theirs:10.2f} {their_wall:7.2f} {ours / theirs:9.2f} "
            f"{our_wall / their_wall:6.2f}"
        )


main()
