#!/usr/bin/env python3
"""Runs loops of applications, on frames and photographs in memory, with sluice and with OpenCV and NumPy by hand, in turns,
and prints the processor time and the time of each image: medians of all rounds.

    apps/bench/peers/loops.py [--rounds 5] [--images 50] [--only WORD]

Both sides use the same filters and all cores, and get one image at a time. Results are compared first where both sides
compute the same; a row whose results differ by more than it may is an error. Needs numpy, cv2 and sluice."""

import argparse
import statistics
import sys
import time

import cv2
import numpy as np
import sluice

MEAN = np.array([0.485, 0.456, 0.406], np.float32)
STD = np.array([0.229, 0.224, 0.225], np.float32)
IMAGENET = "convert pixel=f32 | normalize standardize preset=imagenet"
CROSS = np.ones((3, 3), np.uint8)


def photograph(*shape):
    noise = np.random.default_rng(len(shape)).integers(0, 256, shape, np.uint8)
    return cv2.normalize(cv2.GaussianBlur(noise, (0, 0), 4), None, 20, 230, cv2.NORM_MINMAX)


def looped(chain, *images, out=None, observe=(), **options):
    """A loop over frames that are lent; the result lands in `out`."""
    session = sluice.Session(chain, *images, frames_in_flight=1, observe=observe, **options)

    def frame():
        done = session.submit(*images, out=out, lend=True).wait()
        return done.tables[observe[0]] if observe else out

    return frame


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


# Each row makes a pair: what sluice does, and what is done by hand. Images of a call; how far results may differ, if
# both compute the same.


def stretch(count):
    frame, out, other = photograph(1080, 1920, 3), np.empty((1080, 1920, 3), np.uint8), None
    ours = looped("normalize group=joint", frame, out=out, order="bgr")
    return ours, lambda: cv2.normalize(frame, other, 0, 255, cv2.NORM_MINMAX), 1, 1


def clahe(count):
    frame, out = photograph(1080, 1920), np.empty((1080, 1920), np.uint8)
    equalizer = cv2.createCLAHE(3, (8, 8))
    return looped("normalize clahe clip_limit=3", frame, out=out), lambda: equalizer.apply(frame), 1, 1


def inspection(count):
    frame, before = photograph(1080, 1920), photograph(1080, 1920)[::-1].copy()

    def by_hand():
        _, mask = cv2.threshold(cv2.absdiff(frame, before), 0, 255, cv2.THRESH_OTSU)
        mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, CROSS)
        return cv2.sumElems(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, CROSS))

    chain = (
        "input id=a; input id=b; absdiff from=a,b | threshold method=otsu | open 1 | close 1 | reduce sum id=sum"
    )
    return looped(chain, frame, before, observe=["sum"]), by_hand, 1, None


def labels(radius, level):
    """Blobs of a size: what is above a level of smoothed noise; or noise itself."""

    def row(count):
        noise = np.random.default_rng(1).random((1080, 1920), np.float32)
        smooth = cv2.GaussianBlur(noise, (0, 0), radius) if radius else noise
        mask = np.where(smooth > np.quantile(smooth, level), 255, 0).astype(np.uint8)
        out, listed = np.empty(mask.shape, np.int32), "label most=200000"
        session = sluice.Session(listed, mask, frames_in_flight=1)

        def ours():
            session.submit(mask, out=out, lend=True).wait()
            return out

        def by_hand():
            return cv2.connectedComponentsWithStats(mask, connectivity=8)[1]

        if ours().max() != by_hand().max():
            sys.exit("label: another number of blobs")
        return ours, by_hand, 1, None

    return row


def inspected_blobs(count):
    frame, before = photograph(1080, 1920), photograph(1080, 1920)[::-1].copy()

    def by_hand():
        _, mask = cv2.threshold(cv2.absdiff(frame, before), 0, 255, cv2.THRESH_OTSU)
        mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, CROSS)
        mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, CROSS)
        return cv2.connectedComponentsWithStats(mask, connectivity=8)[2][1:, cv2.CC_STAT_AREA]

    chain = "input id=a; input id=b; absdiff from=a,b | threshold method=otsu | open 1 | close 1 | label id=blobs"
    session, out = sluice.Session(chain, frame, before, frames_in_flight=1), np.empty((1080, 1920), np.int32)

    def ours():
        return session.submit(frame, before, out=out, lend=True).tables["blobs.blobs"]["area"]

    return ours, by_hand, 1, None


def camera(count):
    frame, place = photograph(1080, 1920, 3), np.empty((3, 640, 640), np.float32)
    equalizer = cv2.createCLAHE(3, (8, 8))

    def by_hand():
        means = cv2.mean(frame)[:3]
        white = cv2.transform(frame, np.diag([sum(means) / 3 / mean for mean in means]))
        bright = cv2.cvtColor(white, cv2.COLOR_BGR2YCrCb)
        bright[..., 0] = equalizer.apply(np.ascontiguousarray(bright[..., 0]))
        small = cv2.resize(cv2.cvtColor(bright, cv2.COLOR_YCrCb2BGR), (640, 360), interpolation=cv2.INTER_AREA)
        boxed = cv2.copyMakeBorder(small, 140, 140, 0, 0, cv2.BORDER_CONSTANT)
        return cv2.dnn.blobFromImage(boxed, 1 / 255, swapRB=True)

    chain = (
        "normalize grayworld | normalize clahe clip_limit=3 | resize 640x640 fit=inside filter=area | "
        "pad size=640x640 color=black | convert pixel=f32"
    )
    planes = sluice.Image(place, "CHW")
    ours = looped(chain, frame, out=planes, order="bgr", result_layout="CHW", result_order="rgb")
    return ours, by_hand, 1, None


def batch_of(chain, height, width, by_hand):
    def row(count):
        photos = [photograph(height, width, 3) for _ in range(count)]

        def all_by_hand():
            return np.stack([by_hand(photo) for photo in photos])

        return lambda: sluice.tensor(photos, chain), all_by_hand, count, 0.05

    return row


LINEAR = "filter=linear antialias=no"
ROWS = {
    "normalize, 1080p BGR": stretch,
    "clahe, 1080p grey": clahe,
    "difference, otsu, open, close, sum; 1080p": inspection,
    "difference, otsu, open, close, label, areas; 1080p": inspected_blobs,
    "label, 1080p noise, half of it set": labels(0, 0.5),
    "label, 1080p noise, a tenth set": labels(0, 0.9),
    "label, 1080p large blobs": labels(4, 0.5),
    "label, 1080p spots": labels(4, 0.97),
    "white balance, clahe, letterbox to NCHW; 1080p BGR": camera,
    "batch of 640x480, standardized, NCHW": batch_of(IMAGENET, 480, 640, standardized),
    "batch of 640x480 to 224x224, NCHW": batch_of(
        f"resize 224x224 {LINEAR} | {IMAGENET}",
        480,
        640,
        lambda image: standardized(cv2.resize(image, (224, 224), interpolation=cv2.INTER_LINEAR)),
    ),
    "batch of 1080p to letterbox 640, NCHW": batch_of(
        f"resize 640x640 fit=inside {LINEAR} | pad size=640x640 color=black | {IMAGENET}",
        1080,
        1920,
        lambda image: standardized(letterboxed(image, 640)),
    ),
}


def timed(work, least=0.5):
    """Milliseconds of processor time and of time, each of a call."""
    calls, cpu, wall = 0, time.process_time(), time.perf_counter()
    while time.perf_counter() - wall < least:
        work()
        calls += 1
    return (time.process_time() - cpu) * 1e3 / calls, (time.perf_counter() - wall) * 1e3 / calls


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--images", type=int, default=50)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    print("| ms of an image | sluice, processor | time | by hand, processor | time | times, processor | time |")
    print("|---|---|---|---|---|---|---|")
    for name, row in ROWS.items():
        if arguments.only not in name:
            continue
        ours, theirs, images, may_differ = row(arguments.images)
        made, wanted = np.asarray(ours()), theirs()
        if may_differ is not None:
            off = float(np.abs(made.astype(np.float32) - wanted).max())
            if off > may_differ:
                sys.exit(f"{name}: the results differ by {off}")
        rounds = [(*timed(ours), *timed(theirs)) for _ in range(arguments.rounds)]
        cpu, wall, other_cpu, other_wall = (statistics.median(values) / images for values in zip(*rounds))
        print(
            f"| {name} | {cpu:.2f} | {wall:.2f} | {other_cpu:.2f} | {other_wall:.2f} | {cpu / other_cpu:.2f} | "
            f"{wall / other_wall:.2f} |",
            flush=True,
        )


main()
