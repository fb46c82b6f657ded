#!/usr/bin/env python3
"""A folder of what people have (shared/mixed_folder.py), to one format by one line: each file gives a result that other programs
read, in the size that was asked for, and that looks like the picture. What Python has not got is skipped, and named.

    tests/peers/mixed.py [--sluice PROGRAM] [--folder DIR]

--folder keeps the files and results. What is data and not a picture (signed numbers, 32-bit integers) may fail. Ends with 1 if
anything is wrong.
"""
import argparse
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "shared"))
arguments = argparse.ArgumentParser()
arguments.add_argument("--sluice", default="sluice")
arguments.add_argument("--corpora")
arguments.add_argument("--sample", action="store_true")
arguments.add_argument("--folder")
options = arguments.parse_args()
try:
    import numpy as np
    from PIL import Image, features
    import mixed_folder
except ImportError as fault:
    print(f"[skipped] peers/mixed: {fault}")
    sys.exit(0)

temporary = tempfile.TemporaryDirectory()
folder = options.folder or temporary.name
copied = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data", "io")
made = mixed_folder.make(os.path.join(folder, "in"), copied, only=4 if options.sample else None)
side, faults, results = 120, 0, 0
no_picture = ("fits-i16", "tiff-signed16", "tiff-unsigned32")


def wrong(what):
    global faults
    faults += 1
    print(what)


def expected_size(size):
    if size is None or max(size) <= side:
        return size
    by = side / max(size)
    return tuple(max(1, round(v * by)) for v in size)


picture = made.image.resize(expected_size(made.image.size), Image.Resampling.LANCZOS)
for kind in ("webp", "jpg", "avif", "png"):
    if kind == "avif" and not features.check("avif"):
        print("[skipped] peers/mixed: Pillow has no AVIF")
        continue
    out = os.path.join(folder, kind)
    done = subprocess.run([options.sluice, "batch", os.path.join(folder, "in"), "-o", out, "--format", kind, "--thumbnail", str(side),
                           "--profile", "srgb", "--depth", "8", "--overwrite", "always"], capture_output=True, text=True)
    for name, file in made.files.items():
        stem = name.rsplit(".", 1)[0]
        path = os.path.join(out, f"{stem}.{kind}")
        if stem in no_picture:
            continue
        if not os.path.exists(path):
            wrong(f"{name} to {kind}: no result" + "".join("\n  " + line for line in done.stderr.splitlines() if name in line))
            continue
        results += 1
        image = Image.open(path)
        image.load()
        size = expected_size(file["size"])
        if size and image.size != size:
            wrong(f"{name} to {kind}: {image.size} and not {size}")
        elif file["same"] and stem not in ("jpegxl-16",):  # which is of linear light
            off = np.abs(np.asarray(image.convert("RGB"), float) - np.asarray(picture, float)).mean()
            if off > 18:  # a palette of 64 colours, dithered
                wrong(f"{name} to {kind}: differs by {off:.1f} on average")
print(f"{len(made.files)} files, {results} results, {faults} faults")
sys.exit(1 if faults else 0)
