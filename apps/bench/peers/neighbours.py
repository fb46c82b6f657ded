#!/usr/bin/env python3
"""Resizes, blurs, warps and blends RGBA8 with sluice, and with OpenCV's C++ and Pillow where they are there, in turns, and
prints the best time of each: kernel time of sluice, compute time of the others, no files.

    apps/bench/peers/neighbours.py [--bench PROGRAM] [--size 4096] [--runs 3] [--rounds 2] [--only WORD] [--markdown]

"times" is the time of sluice over that of the best peer of its row that does the same work: as many weights, alpha
weighed or not. What does other work stands in brackets and does not count: OpenCV never antialiases cubic and Lanczos
(8 weights for our 6) and has no blend that looks at alpha; Pillow's Gaussian is three boxes. Pillow uses one core.
"copies" is the time of sluice in copies of the image, measured by it in the same run.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))

# Matrices of warp.
MOVED = "1,0,0.5,0,1,0.25"
TURNED = "0.95,-0.31,700,0.31,0.95,-500"
TILTED = "0.95,-0.31,700,0.31,0.95,-500,0.00002,-0.00003,1"

# What, the pipeline of sluice, the operation of OpenCV, that of Pillow. A leading ~: other work.
OPERATIONS = [
    ("half, nearest", "resize scale=0.5 filter=nearest", "resize 0.5 nearest", "resize RGBX 0.5 NEAREST"),
    ("half, linear, no antialias", "resize scale=0.5 filter=linear antialias=no alpha=straight",
     "resize 0.5 linear", None),
    ("half, linear", "resize scale=0.5 filter=linear alpha=straight", "~resize 0.5 linear",
     "resize RGBX 0.5 BILINEAR"),
    ("half, area", "resize scale=0.5 filter=area alpha=straight", "resize 0.5 area", "resize RGBX 0.5 BOX"),
    ("half, cubic, no antialias", "resize scale=0.5 filter=cubic antialias=no alpha=straight",
     "resize 0.5 cubic", None),
    ("half, cubic", "resize scale=0.5 filter=cubic alpha=straight", "~resize 0.5 cubic",
     "resize RGBX 0.5 BICUBIC"),
    ("half, lanczos3", "resize scale=0.5 filter=lanczos3 alpha=straight", "~resize 0.5 lanczos4",
     "resize RGBX 0.5 LANCZOS"),
    ("half, lanczos3, alpha weighs", "resize scale=0.5 filter=lanczos3", None, "resize RGBA 0.5 LANCZOS"),
    ("quarter, area", "resize scale=0.25 filter=area alpha=straight", "resize 0.25 area",
     "resize RGBX 0.25 BOX"),
    ("0.37, area", "resize scale=0.37 filter=area alpha=straight", "resize 0.37 area",
     "~resize RGBX 0.37 BOX"),
    ("0.37, lanczos3", "resize scale=0.37 filter=lanczos3 alpha=straight", "~resize 0.37 lanczos4",
     "resize RGBX 0.37 LANCZOS"),
    ("0.999, cubic, no antialias", "resize scale=0.999 filter=cubic antialias=no alpha=straight",
     "resize 0.999 cubic", "~resize RGBX 0.999 BICUBIC"),
    ("double, cubic", "resize scale=2 filter=cubic alpha=straight", "resize 2 cubic", "resize RGBX 2 BICUBIC"),
    ("gaussian 5 x 5", "gaussian sigma=1 truncate=2 alpha=straight", "gaussian 5 1", None),
    ("gaussian sigma 2, 13 taps", "gaussian sigma=2 truncate=3 alpha=straight", "gaussian 13 2",
     "~gaussian RGBX 2"),
    ("the same, alpha weighs", "gaussian sigma=2 truncate=3", None, None),
    ("moved by half a pixel, linear", f"warp {MOVED} alpha=straight", f"warp linear {MOVED}", None),
    ("turned, nearest", f"warp {TURNED} filter=nearest", f"warp nearest {TURNED}", None),
    ("turned, linear", f"warp {TURNED} alpha=straight", f"warp linear {TURNED}", None),
    ("turned, linear, alpha weighs", f"warp {TURNED}", None, None),
    ("turned, cubic", f"warp {TURNED} filter=cubic alpha=straight", f"warp cubic {TURNED}", None),
    ("tilted, linear", f"warp {TILTED} alpha=straight", f"warp linear {TILTED}", None),
    ("blend", "input id=base; input id=top; blend from=base,top opacity=0.5", "~blend", "blend"),
]
PEERS = ("OpenCV", "Pillow")


def pillow(size, runs, words):
    """What the program measures in a process of its own."""
    import random

    from PIL import Image, ImageFilter
    random.seed(1)

    def noise(mode):
        rows = bytes(random.randrange(20, 200) for _ in range(4 * size * 16))
        return Image.frombytes(mode, (size, size), (rows * (size // 16 + 1))[: 4 * size * size])

    if words[0] == "resize":
        image, to = noise(words[1]), int(size * float(words[2]) + 0.5)
        resampling = getattr(Image.Resampling, words[3])
        work = lambda: image.resize((to, to), resampling)
    elif words[0] == "gaussian":
        image = noise(words[1])
        work = lambda: image.filter(ImageFilter.GaussianBlur(float(words[2])))
    else:
        base, top = noise("RGBA"), noise("RGBA")
        work = lambda: Image.alpha_composite(base, top)
    times = []
    for _ in range(runs + 1):
        start = time.perf_counter()
        work()
        times.append(1e3 * (time.perf_counter() - start))
    print(min(times[1:]))  # the first warms up


def output(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"neighbours: {' '.join(command)}: {done.stderr.strip()}")
    return done.stdout


def python_with_pillow():
    for python in (sys.executable, "/usr/bin/python3"):  # the first may be another one than Debian's
        if subprocess.run([python, "-c", "import PIL"], capture_output=True).returncode == 0:
            return python
    return None


def opencv(folder):
    """The program of OpenCV, where that is installed."""
    flags = subprocess.run(["pkg-config", "--cflags", "--libs-only-L", "opencv4"], capture_output=True, text=True)
    if flags.returncode:
        return None
    program = os.path.join(folder, "opencv")
    output(["g++", "-std=c++20", "-O3", os.path.join(HERE, "neighbours_opencv.cpp"), "-o", program,
            *flags.stdout.split(), "-lopencv_imgproc", "-lopencv_core"])
    return program


def measure(pipeline, operations, programs, given):
    """The best times in ms of sluice, of a copy and of each peer; in turns, since others may use the machine."""
    ours, copy, theirs = float("inf"), float("inf"), {}
    for _ in range(given.rounds):
        command = [given.bench, "pipeline", "-q", "-p", pipeline, "--storage", "buffer", "--json", "-",
                   "--size", f"{given.size}x{given.size}", "--runs", str(given.runs)]
        result = json.loads(output(command))["results"][0]
        ours, copy = min(ours, result["ms"]), min(copy, result["copy_ms"])
        for peer, operation in zip(PEERS, operations):
            if operation and programs[peer]:
                words = operation.lstrip("~").split()
                ms = float(output(programs[peer] + [str(given.size), str(given.runs)] + words))
                theirs[peer] = min(theirs.get(peer, float("inf")), ms)
    return ours, copy, theirs


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bench", default="build/release/apps/sluice-bench")
    parser.add_argument("--size", type=int, default=4096)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--only", default="", help="rows whose name has this in it")
    parser.add_argument("--markdown", action="store_true", help="a table for docs/performance/neighbours.md")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        by_opencv, python = opencv(folder), python_with_pillow()
        programs = {"OpenCV": by_opencv and [by_opencv], "Pillow": python and [python, __file__, "--pillow"]}
        row = "| {} | {} | {} | {} | {} | {} |" if given.markdown else "{:30}{:>9}{:>11}{:>11}{:>8}{:>9}"
        print(output([given.bench, "--version"]).splitlines()[0] +
              f", RGBA8, {given.size} x {given.size}, best of {given.rounds} x {given.runs}, ms\n")
        print(row.format("", "sluice", *PEERS, "times", "copies"))
        if given.markdown:
            print("|---" * 6 + "|")
        for what, pipeline, *operations in OPERATIONS:
            if given.only not in what:
                continue
            ours, copy, theirs = measure(pipeline, operations, programs, given)
            cells, same = [], []
            for peer, operation in zip(PEERS, operations):
                other = operation is not None and operation.startswith("~")
                cells.append("" if peer not in theirs else f"({theirs[peer]:.1f})" if other else f"{theirs[peer]:.1f}")
                if peer in theirs and not other:
                    same.append(theirs[peer])
            times = f"{ours / min(same):.2f}" if same else ""
            print(row.format(what, f"{ours:.1f}", *cells, times, f"{ours / copy:.1f}"), flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--pillow"]:
        pillow(int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:])
    else:
        main()
