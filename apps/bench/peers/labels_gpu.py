#!/usr/bin/env python3
"""Times `label` and NPP on the same masks, on a machine with a card of NVIDIA's: noise of which half is set, and blobs.

    nvcc -O3 apps/bench/peers/npp_labels.cu -o npp_labels -lnppif -lnppc
    apps/bench/peers/labels_gpu.py [--sluice PROGRAM] [--npp ./npp_labels] [--sizes 1920x1080,4096x4096,8192x8192]

Prints a table in Markdown: milliseconds on the device, without copies from and to the host. `label` is one number, since it
always lists areas, boxes and centres: the best of several times in one frame, each from the first of its kernels to the
first of the next one's. NPP's are those of its labels, of making them consecutive, and of a list of boxes. Both find 8
neighbours. Without --npp, the times of `label` alone.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

import numpy as np

TIMES = 5


def noise(rng, height, width):
    return rng.random((height, width), np.float32) < 0.5


def blobs(rng, height, width):
    """Noise whose neighbourhoods of 17 x 17 are more than half."""
    sums = rng.random((height + 17, width + 17), np.float32).cumsum(0, np.float64).cumsum(1)
    return sums[17:, 17:] - sums[:-17, 17:] - sums[17:, :-17] + sums[:-17, :-17] > 17 * 17 / 2


def labelled(sluice, path, most, folder):
    """Milliseconds of label, and the number of blobs."""
    trace = os.path.join(folder, "trace.json")
    chain = f"load {path} id=mask" + "".join(f"; label from=mask most={most} id=l{i}" for i in range(TIMES))
    done = subprocess.run([sluice, "run", chain, "--trace", trace], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"labels_gpu: {done.stderr}")
    with open(trace, encoding="utf-8") as file:
        spans = json.load(file)["traceEvents"]
    starts = [
        min(span["ts"] for span in spans if span["name"] == f"l{i}.labels" and span["ph"] == "X") for i in range(TIMES)
    ]
    found = json.loads(done.stdout)["tables"]["l0.blobs"]["found"]
    return min(after - before for before, after in zip(starts[1:], starts[2:])) / 1000, found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--sluice", default="build/release/apps/sluice")
    parser.add_argument("--npp")
    parser.add_argument("--sizes", default="1920x1080,4096x4096,8192x8192")
    given = parser.parse_args()
    rng = np.random.default_rng(1)
    print("| mask | blobs | `label`, ms | NPP: blobs | labels, ms | consecutive, ms | list, ms |\n|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for size in given.sizes.split(","):
            width, height = map(int, size.split("x"))
            for make in (noise, blobs):
                path = os.path.join(folder, "mask.pgm")
                with open(path, "wb") as file:
                    file.write(b"P5\n%d %d\n255\n" % (width, height))
                    file.write((make(rng, height, width) * np.uint8(255)).tobytes())
                ours, found = labelled(given.sluice, path, max(65535, width * height // 200), folder)
                theirs = ["", "", "", ""]
                if given.npp:
                    theirs = subprocess.run([given.npp, path], check=True, capture_output=True, text=True).stdout.split()[1:]
                print(f"| {size} {make.__name__} | {found} | {ours:.3f} | " + " | ".join(theirs) + " |", flush=True)


main()
