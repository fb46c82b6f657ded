#!/usr/bin/env python3
"""Holds the light of PQ and HLG files against the formulas of BT.2100 in double precision, and wide colours against Little CMS
(Pillow's ImageCms). The files are made by imagecodecs (AVIF, PNG), pillow-heif (HEIC) and cjxl (JPEG XL), without a loss. What is
missing is skipped, and named.

    tests/peers/hdr.py [--sluice PROGRAM]

Ends with 1 if a value is off by more than what rounding its code to 16 bits makes of the brightest of its colours (1e-3),
or a colour by more than 1.
"""
import argparse
import importlib
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib

arguments = argparse.ArgumentParser()
arguments.add_argument("--sluice", default="sluice")
arguments.add_argument("--corpora")
arguments.add_argument("--sample", action="store_true")
options = arguments.parse_args()


def module(name):
    try:
        return importlib.import_module(name)
    except ImportError:
        print(f"[skipped] peers/hdr: Python has no {name}")
        return None


np, codecs, heif, cms = (module(name) for name in ("numpy", "imagecodecs", "pillow_heif", "PIL.ImageCms"))
if np is None:
    sys.exit(0)
folder = tempfile.TemporaryDirectory()
faults = checked = 0
D65 = (0.3127, 0.3290)
PRIMARIES = {1: ((0.64, 0.33), (0.30, 0.60), (0.15, 0.06)), 9: ((0.708, 0.292), (0.170, 0.797), (0.131, 0.046)),
             12: ((0.680, 0.320), (0.265, 0.690), (0.150, 0.060))}
PQ, HLG = 16, 18


def path(name): return os.path.join(folder.name, name)


def to_xyz(primaries):
    xyz = [np.array([x / y, 1, (1 - x - y) / y]) for x, y in (*primaries, D65)]
    columns = np.stack(xyz[:3], 1)
    return columns * np.linalg.solve(columns, xyz[3])


def light(codes, transfer, primaries):
    """Linear light of the primaries of sRGB; 1 is 203 cd/m2."""
    xyz = to_xyz(PRIMARIES[primaries])
    if transfer == PQ:
        m1, m2, c1, c2, c3 = 2610 / 16384, 2523 / 32, 3424 / 4096, 2413 / 128, 2392 / 128
        root = codes ** (1 / m2)
        own = 10000 / 203 * (np.maximum(root - c1, 0) / (c2 - c3 * root)) ** (1 / m1)
    else:
        a = 0.17883277
        b = 1 - 4 * a
        c = 0.5 - a * np.log(4 * a)
        scene = np.where(codes <= 0.5, codes ** 2 / 3, (np.exp((codes - c) / a) + b) / 12)
        own = 1000 / 203 * scene * ((scene @ xyz[1]) ** 0.2)[..., None]
    return own @ (np.linalg.inv(to_xyz(PRIMARIES[1])) @ xyz).T


def by_sluice(name, stages=""):
    chain = f"load {path(name)} {stages} | save {path('read.npy')}"
    done = subprocess.run([options.sluice, "run", "--overwrite", "always", chain], capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{name}: {done.stderr}")
    return np.load(path("read.npy"))


def check(what, off, most):
    global faults, checked
    checked += 1
    if not off <= most:
        faults += 1
        print(f"{what}: off by {off:g}")


def compare_light(what, name, codes, transfer, primaries):
    found, right = by_sluice(name), light(codes, transfer, primaries)
    if found.dtype != np.float32 or found.shape != right.shape:
        return check(f"{what}: {found.dtype} {found.shape}", 1, 0)
    brightest = np.abs(right).max(-1, keepdims=True) + 0.1
    check(what, (np.abs(found - right) / brightest).max(), 1e-3)


def slopes(bits, height=37, width=61):
    """All colours, from black to the brightest."""
    y, x = np.mgrid[0:height, 0:width]
    planes = [x / (width - 1), y / (height - 1), (x + y) / (width + height - 2)]
    return np.round(np.stack(planes, -1) * (2 ** bits - 1)).astype(np.uint16)


def save_png(name, codes, transfer, primaries):
    """With the chunk cICP behind the header, which has 33 bytes with the signature."""
    data, body = codecs.png_encode(codes), b"cICP" + bytes((primaries, transfer, 0, 1))
    with open(path(name), "wb") as file:
        file.write(data[:33] + struct.pack(">I", 4) + body + struct.pack(">I", zlib.crc32(body)) + data[33:])


def save_ppm(name, codes, bits):
    with open(path(name), "wb") as file:
        file.write(b"P6 %d %d %d\n" % (codes.shape[1], codes.shape[0], 2 ** bits - 1))
        file.write(codes.astype(">u2").tobytes())


for transfer, word in ((PQ, "PQ"), (HLG, "HLG")):
    for primaries in PRIMARIES:
        ten, what = slopes(10), f"{word} of primaries {primaries}"
        if codecs:
            with open(path("hdr.avif"), "wb") as file:
                file.write(codecs.avif_encode(ten, level=100, bitspersample=10, primaries=primaries, transfer=transfer,
                                              matrix=0, pixelformat="444"))
            compare_light(f"AVIF {what}", "hdr.avif", ten / 1023, transfer, primaries)
            save_png("hdr.png", slopes(16), transfer, primaries)
            compare_light(f"PNG {what}", "hdr.png", slopes(16) / 65535, transfer, primaries)
        if heif:
            image = heif.from_bytes(mode="RGB;16", size=ten.shape[1::-1], data=(ten << 6).tobytes())
            image.save(path("hdr.heic"), quality=-1, chroma=444, matrix_coefficients=0, color_primaries=primaries,
                       transfer_characteristics=transfer)
            compare_light(f"HEIC {what}", "hdr.heic", ten / 1023, transfer, primaries)
        if shutil.which("cjxl"):
            save_ppm("hdr.ppm", slopes(16), 16)
            space = f"RGB_D65_{ {1: 'SRG', 9: '202', 12: 'DCI'}[primaries]}_Rel_{ {PQ: 'PeQ', HLG: 'HLG'}[transfer]}"
            subprocess.run(["cjxl", path("hdr.ppm"), path("hdr.jxl"), "-d", "0", "-x", f"color_space={space}"],
                           capture_output=True, check=True)
            compare_light(f"JPEG XL {what}", "hdr.jxl", slopes(16) / 65535, transfer, primaries)
if not shutil.which("cjxl"):
    print("[skipped] peers/hdr: there is no cjxl (libjxl-tools)")

# Display P3 that a file says by numbers, and where colours go.
if codecs and cms:
    eight = (slopes(8)).astype(np.uint8)
    with open(path("p3.avif"), "wb") as file:
        file.write(codecs.avif_encode(eight, level=100, primaries=12, transfer=13, matrix=0, pixelformat="444"))
    found = by_sluice("p3.avif", "| convert profile=srgb").astype(float)
    matrix = np.linalg.inv(to_xyz(PRIMARIES[1])) @ to_xyz(PRIMARIES[12])
    values = eight / 255
    linear = np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4) @ matrix.T
    inside = np.all((linear >= 0) & (linear <= 1), -1)
    right = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * np.clip(linear, 0, None) ** (1 / 2.4) - 0.055) * 255
    check("AVIF of Display P3 to sRGB", np.abs(found - right)[inside].max(), 1)

print(f"{checked} comparisons, {faults} differ")
sys.exit(1 if faults else 0)
