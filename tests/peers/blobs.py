#!/usr/bin/env python3
"""Holds label against the libraries that define it: the numbers of scipy.ndimage.label, which are equal, and the areas, boxes
and centroids of OpenCV's connectedComponentsWithStats, whose blobs may have other numbers; the means of another image against
scipy.ndimage.mean; and peaks against scipy.ndimage.maximum_filter.

    tests/peers/blobs.py [--sluice PROGRAM] [--corpora FOLDER] [--sample]

Masks are noise of several densities, blobs of several sizes, spirals, combs and photographs. Without --sample, there are 200,
up to 64 megapixels. Ends with 1 if anything differs.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

from shared.peers import cv2, np, scipy


def spiral(height, width):
    mask = np.zeros((height, width), np.uint8)
    top, left, bottom, right = 0, 0, height - 1, width - 1
    while top <= bottom and left <= right:
        mask[top, left : right + 1] = mask[top : bottom + 1, right] = mask[bottom, left + 1 : right + 1] = 255
        mask[top + 2 : bottom + 1, left + 1 if left else 0] = 255
        top, left, bottom, right = top + 2, left + 2, bottom - 2, right - 2
    return mask


def masks(sample, corpora, rng):
    def noise(height, width):
        return (rng.random((height, width)) < rng.choice([0.02, 0.3, 0.4, 0.5, 0.6, 0.8, 0.98])).astype(np.uint8) * 255

    def smooth(height, width):
        image = scipy.ndimage.gaussian_filter(rng.random((height, width), np.float32), rng.choice([1, 2, 5]))
        return (image > np.quantile(image, rng.choice([0.3, 0.5, 0.9]))).astype(np.uint8) * int(rng.integers(1, 256))

    yield "one pixel", np.full((1, 1), 9, np.uint8)
    yield "no blob", np.zeros((33, 65), np.uint8)
    yield "one blob", np.full((130, 67), 1, np.uint8)
    yield "spiral", spiral(101, 173)
    yield "board", (np.indices((64, 129)).sum(0) % 2).astype(np.uint8)
    for number in range(8 if sample else 185):
        height, width = (int(rng.integers(1, 700)) for _ in range(2))
        yield f"mask {number}", (noise if number % 2 else smooth)(height, width)
    folder = os.path.join(corpora, "misc")
    for name in [name for name in sorted(os.listdir(folder)) if name.endswith((".png", ".jpg"))][: 1 if sample else 20]:
        grey = cv2.imread(os.path.join(folder, name), cv2.IMREAD_GRAYSCALE)
        if grey is not None:
            yield name, cv2.threshold(grey, 0, 255, cv2.THRESH_OTSU)[1]
    if not sample:
        for side in (2048, 4096, 8192):
            yield f"{side} x {side} noise", noise(side, side)
            yield f"{side} x {side} smooth", smooth(side, side)


def run(sluice, folder, image, chain, result):
    source, labels = os.path.join(folder, "in.npy"), os.path.join(folder, "out.npy")
    np.save(source, image)
    save = f" | save {labels} overwrite=always" if result else ""
    done = subprocess.run([sluice, "run", f"load {source} | {chain}{save}"], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{chain}: {done.stderr}")
    (table,) = json.loads(done.stdout)["tables"].values()
    return np.load(labels).reshape(image.shape) if result else None, table


def wrong_labels(given, folder, mask, connectivity):
    most = min(mask.size // 2 + 1, 300_000)
    ours, table = run(given.sluice, folder, mask, f"label {connectivity} most={most}", True)
    expected, count = scipy.ndimage.label(mask, np.ones((3, 3)) if connectivity == 8 else None)
    if table["found"] != count:
        return f"{table['found']} blobs, scipy finds {count}"
    if not np.array_equal(ours, expected):
        return "other labels than scipy's"
    _, other, stats, centroids = cv2.connectedComponentsWithStats(mask, connectivity=connectivity, ltype=cv2.CV_32S)
    # Its number for each of our labels, by one pixel of each blob.
    places = np.unique(ours, return_index=True)
    theirs = other.ravel()[places[1][places[0] > 0]][:most]
    rows = table["rows"]
    if len(rows) != len(theirs):
        return f"{len(rows)} rows, not {len(theirs)}"
    found = np.array([[row[field] for field in ("x", "y", "width", "height", "area")] for row in rows]).reshape(-1, 5)
    if not np.array_equal(found, stats[theirs]):
        return "other areas or boxes than OpenCV's"
    centres = np.array([[row["cx"], row["cy"]] for row in rows]).reshape(-1, 2)
    if not np.allclose(centres, centroids[theirs], rtol=0, atol=1e-9):
        return "other centroids than OpenCV's"
    return ""


def wrong_means(given, folder, mask, rng):
    """Of every pixel type, over blobs whose areas are limited."""
    labels, count = scipy.ndimage.label(mask)
    areas = np.bincount(labels.ravel(), minlength=count + 1)[1:]
    least, greatest = sorted(int(area) for area in rng.integers(1, 30, 2))
    kept = np.flatnonzero((areas >= least) & (areas <= greatest)) + 1
    for kind in (np.uint8, np.uint16, np.int16, np.int32, np.float16, np.float32, np.float64):
        image = (rng.normal(100, 40, mask.shape) * 2.0 ** rng.integers(-3, 1, mask.shape)).clip(0, 255).astype(kind)
        image_file, labels_file = os.path.join(folder, "of.npy"), os.path.join(folder, "out.npy")
        np.save(image_file, image)
        np.save(os.path.join(folder, "in.npy"), mask)
        chain = f"load {folder}/in.npy id=mask; load {image_file} id=of; label 4 area_min={least} area_max={greatest} from=mask,of"
        done = subprocess.run(
            [given.sluice, "run", f"{chain} | save {labels_file} overwrite=always"], capture_output=True, text=True
        )
        if done.returncode != 0:
            sys.exit(f"{chain}: {done.stderr}")
        (table,) = json.loads(done.stdout)["tables"].values()
        numbers = np.zeros(count + 1, np.int32)
        numbers[kept] = np.arange(1, len(kept) + 1)
        if not np.array_equal(np.load(labels_file).reshape(mask.shape), numbers[labels]):
            return f"other labels of areas from {least} to {greatest}"
        means = [row["mean"] for row in table["rows"]]
        expected = scipy.ndimage.mean(image.astype(np.float64), labels, kept) if len(kept) else []
        if not np.allclose(means, expected, rtol=1e-13, atol=0):
            return f"other means of {np.dtype(kind).name} than scipy's"
        if np.issubdtype(kind, np.floating) and [row["count"] for row in table["rows"]] != areas[kept - 1].tolist():
            return f"other counts of {np.dtype(kind).name}"
    return ""


def wrong_peaks(given, folder, image, distance):
    _, table = run(given.sluice, folder, image, f"peaks {distance}", False)
    greatest = scipy.ndimage.maximum_filter(image, 2 * distance + 1, mode="constant", cval=0)
    expected = np.argwhere((image == greatest) & (image > 0))
    found = np.array([[row["y"], row["x"]] for row in table["rows"]]).reshape(-1, 2)
    return "" if np.array_equal(found, expected) else "other maxima than scipy's"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--sluice", default="build/dev/apps/sluice")
    parser.add_argument("--corpora", default="../shared/corpora")
    parser.add_argument("--sample", action="store_true")
    given = parser.parse_args()
    rng = np.random.default_rng(58)
    faults, done = [], 0
    with tempfile.TemporaryDirectory() as folder:
        for name, mask in masks(given.sample, given.corpora, rng):
            for connectivity in (4, 8):
                fault = wrong_labels(given, folder, mask, connectivity)
                faults += [f"{name}, {connectivity} neighbours: {fault}"] if fault else []
                done += 1
        for height, width in ((97, 181), (64, 64)) if given.sample else ((97, 181), (64, 64), (700, 1), (1500, 2100)):
            fault = wrong_means(given, folder, (rng.random((height, width)) < 0.45).astype(np.uint8) * 255, rng)
            faults += [f"means, {width} x {height}: {fault}"] if fault else []
            done += 1
        for distance in (1, 3) if given.sample else (1, 2, 3, 7, 20):
            # No two values are equal: scipy lists all of equal ones.
            image = rng.permutation(np.arange(1, 181 * 97 + 1)).reshape(181, 97).astype(np.uint16)
            fault = wrong_peaks(given, folder, image, distance)
            faults += [f"peaks {distance}: {fault}"] if fault else []
            done += 1
    print(f"label and peaks: {done} comparisons, {len(faults)} differ")
    print("\n".join(faults))
    sys.exit(1 if faults else 0)


main()
