#!/usr/bin/env python3
"""Holds what looks at several images as a whole against numpy and scipy: stack against mean, median and what astropy's
sigma_clip leaves; compare metric=ssim and normalize match against what scikit-image's structural_similarity and
match_histograms compute, but for its rounding; normalize stretch=asinh and log against astropy's stretches.

    tests/peers/stacks.py [--sluice PROGRAM] [--corpora FOLDER] [--sample]

Integers are the nearest of the real result, 0.5 away at most, or 0.51 where devices compute in float; ssim may be 1e-5
off. Ends with 1 if anything is farther off.
"""
import json
import os
import sys

from shared.peers import kind_of, main, np, run, scipy, sluice, suite, white_of


def clipped_mean(images, kappa, iterations):
    """sigma_clip(cenfunc="mean", stdfunc="std", axis=0), and the mean of what is left."""
    left = np.ma.masked_array(images, np.zeros(images.shape, bool))
    for _ in range(iterations):
        left = np.ma.masked_where(np.abs(left - left.mean(0)) > kappa * left.std(0) * (1 + 5e-5), left)
    return left.mean(0).filled(0)


def check_stack(table, given, path, folder):
    """Of seven parts of a picture, as large as each other."""
    places = ((0, 0), (1, 0), (0, 1), (2, 3), (5, 1), (11, 7), (9, 2))
    names = [f"i{n}" for n in range(len(places))]
    parts = "; ".join(f"crop from=a x={x} y={y} width=20 height=20 id={name}" for name, (x, y) in zip(names, places))
    methods = {"mean": lambda all: all.mean(0), "median": lambda all: np.median(all, 0),
               "sigma kappa=1.5": lambda all: clipped_mean(all, 1.5, 1),
               "sigma kappa=1.7 iterations=4": lambda all: clipped_mean(all, 1.7, 4)}
    texts = [f"{parts}; add from={names[0]} value=0"] + [f"add from={name} value=0" for name in names[1:]] + \
            [f"stack {method} from={','.join(names)}" for method in methods]
    results, read = run(given.sluice, {"a": path}, texts, folder)
    images = np.stack([image.astype(float) for image in results[:len(names)]])
    for (method, of), ours in zip(methods.items(), results[len(names):]):
        table.add(f"stack {method} {kind_of(read['a'])}", ours - of(images), 0.5, os.path.basename(path))


def likeness(a, b, white):
    """structural_similarity(gaussian_weights=True, use_sample_covariance=False, data_range=white, channel_axis=-1)."""
    smooth = lambda image: scipy.ndimage.gaussian_filter(image, [1.5, 1.5] + [0] * (image.ndim - 2), truncate=3.5)
    a, b, c1, c2 = a.astype(float), b.astype(float), (0.01 * white) ** 2, (0.03 * white) ** 2
    mean_a, mean_b = smooth(a), smooth(b)
    own = smooth(a * a) - mean_a ** 2 + smooth(b * b) - mean_b ** 2
    both = smooth(a * b) - mean_a * mean_b
    found = (2 * mean_a * mean_b + c1) * (2 * both + c2) / ((mean_a ** 2 + mean_b ** 2 + c1) * (own + c2))
    return found[5:-5, 5:-5].mean()


def matched(image, other):
    """match_histograms(channel_axis=-1), not yet rounded."""
    planes = []
    for a, b in zip(np.atleast_3d(image).transpose(2, 0, 1), np.atleast_3d(other).transpose(2, 0, 1)):
        _, where, counts = np.unique(a.ravel(), return_inverse=True, return_counts=True)
        wanted, wanted_counts = np.unique(b.ravel(), return_counts=True)
        to = np.interp(np.cumsum(counts) / a.size, np.cumsum(wanted_counts) / b.size, wanted)
        planes.append(to[where].reshape(a.shape))
    return np.squeeze(np.stack(planes, -1))


def lifted(image, function, white):
    """The stretch of each channel's whole range, by a function of 0 to 1."""
    planes = []
    for a in np.atleast_3d(image).transpose(2, 0, 1).astype(float):
        low, high = a.min(), a.max()
        planes.append(white * function((a - low) / (high - low)) if low < high else a)
    return np.squeeze(np.stack(planes, -1))


def check_pair(table, given, first, second, folder):
    stretches = {"asinh": lambda t: np.arcsinh(10 * t) / np.arcsinh(10), "log": lambda t: np.log1p(1000 * t) / np.log(1001)}
    texts = ["normalize match from=a,reference:b"] + [f"normalize from=a stretch={name}" for name in stretches]
    results, read = run(given.sluice, {"a": first, "b": second}, texts, folder)
    a, b, what = read["a"], read["b"], os.path.basename(first)
    table.add(f"normalize match {kind_of(a)}", results[0] - matched(a, b), 0.5 + 1e-9, what)
    for (name, function), ours in zip(stretches.items(), results[1:]):
        table.add_rounded(f"normalize stretch={name} {kind_of(a)}", ours, lifted(a, function, white_of(a)), white_of(a),
                          what=what)
    chain = f"load {first} id=a; load {second} id=b; compare from=a,b ssim"
    ours = json.loads(sluice(given.sluice, chain))["tables"]["compare"]["rows"][0]["channels"][0]["ssim"]
    table.add(f"compare ssim {kind_of(a)}", ours - likeness(a, b, white_of(a)), 1e-5, what)


def check(table, given, folder):
    pairs = [("f00n2c08", "z00n2c08"), ("g03n0g16", "g10n0g16")]
    stacked = ["basi2c08", "basn0g16"]
    if given.sample:
        pairs, stacked = pairs[:1], stacked[:1]
    for first, second in pairs:
        check_pair(table, given, suite(given.corpora, first), suite(given.corpora, second), folder)
    for name in stacked:
        check_stack(table, given, suite(given.corpora, name), folder)


if __name__ == "__main__":
    sys.exit(main(check, __doc__))
