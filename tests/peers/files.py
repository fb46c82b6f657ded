#!/usr/bin/env python3
"""Holds image files against other makers of them, both ways: what they write is read as they read it themselves, and they
read what sluice writes: Pillow (GIF, WebP, JPEG 2000, AVIF), pillow-heif (HEIC), imagecodecs (JPEG XL, JPEG 2000),
astropy (FITS). What Python has not got is skipped, and named.

    tests/peers/files.py [--sluice PROGRAM]

Without a loss nothing may differ. With a loss each value may differ by 1 from what the peer decodes from the same file, by 3
where colours have fewer samples, which each decoder spreads in its own way. Ends with 1 if anything differs more.
"""
import argparse
import importlib
import os
import subprocess
import sys
import tempfile

arguments = argparse.ArgumentParser()
arguments.add_argument("--sluice", default="sluice")
arguments.add_argument("--corpora")
arguments.add_argument("--sample", action="store_true")
options = arguments.parse_args()


def module(name):
    try:
        return importlib.import_module(name)
    except ImportError:
        print(f"[skipped] peers/files: Python has no {name}")
        return None


np = module("numpy")
Image = module("PIL.Image")
if np is None or Image is None:
    sys.exit(0)
heif, codecs, fits = module("pillow_heif"), module("imagecodecs"), module("astropy.io.fits")
if heif:
    heif.register_heif_opener()
folder = tempfile.TemporaryDirectory()
faults = checked = 0


def path(name): return os.path.join(folder.name, name)


def picture(channels, width=83, height=61, deep=False):
    """Slopes and waves, with edges."""
    y, x = np.mgrid[0:height, 0:width].astype(float)
    planes = [x / width, y / height, 0.5 + 0.5 * np.sin(x * y / 300), 1 - 0.7 * ((x // 20 + y // 20) % 2)]
    chosen = {1: [2], 2: [2, 3], 3: [0, 1, 2], 4: [0, 1, 2, 3]}[channels]
    values = np.stack([planes[c] for c in chosen], -1) * (65535 if deep else 255)
    return np.round(values).astype(np.uint16 if deep else np.uint8)


def sluice(load, save):
    done = subprocess.run([options.sluice, "run", "--overwrite", "always", f"load {load} | save {save}"], capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(done.stderr)


def by_sluice(name, load=""):
    """What sluice reads, as an array of rows, columns and channels."""
    sluice(f"{path(name)} {load}", path("read.npy"))
    array = np.load(path("read.npy"))
    return array[..., None] if array.ndim == 2 else array


def written(array, name, save=""):
    np.save(path("given.npy"), array[..., 0] if array.shape[-1] == 1 else array)
    sluice(path("given.npy"), f"{path(name)} {save}")
    return path(name)


def compare(what, a, b, most=0):
    global faults, checked
    checked += 1
    a, b = np.squeeze(np.asarray(a)), np.squeeze(np.asarray(b))
    if a.shape != b.shape:
        faults += 1
        print(f"{what}: {a.shape} and not {b.shape}")
        return
    both_missing = np.isnan(a.astype(float)) & np.isnan(b.astype(float))
    off = np.where(both_missing, 0, np.abs(a.astype(float) - b.astype(float))).max()
    if not off <= most:
        faults += 1
    print(f"{what}: {off:g}" + ("" if off <= most else f", more than {most}"))


def guarded(what, work):
    global faults
    try:
        work()
    except Exception as fault:  # the next format goes on
        faults += 1
        print(f"{what}: {type(fault).__name__}: {fault}")


def pillow(name, mode=None):
    image = Image.open(path(name))
    return np.asarray(image.convert(mode) if mode else image)


def modes():
    return [("L", 1), ("RGB", 3), ("RGBA", 4)]


def with_pillow(kind, extension, exact, lossy, most, save_exact):
    for mode, channels in modes():
        if kind == "WEBP" and channels == 1:
            continue
        image = picture(channels)
        name = f"{mode}.{extension}"
        if exact is not None:
            Image.fromarray(image.squeeze(), mode).save(path(name), kind, **exact)
            compare(f"{kind} {mode} of Pillow, exact", by_sluice(name), pillow(name, mode))
        for quality in lossy:
            Image.fromarray(image.squeeze(), mode).save(path(name), kind, **quality)
            seen = by_sluice(name)  # grey may be stored as colours
            compare(f"{kind} {mode} of Pillow, {quality}", seen, pillow(name, {1: "L", 3: "RGB", 4: "RGBA"}[seen.shape[-1]]), most)
        written(image, name, save_exact)
        compare(f"{kind} {mode} of sluice, exact", pillow(name, mode), image)
        written(image, name)
        compare(f"{kind} {mode} of sluice", pillow(name, mode), by_sluice(name), most)


def gifs():
    image = picture(3) // 64 * 64
    Image.fromarray(image).quantize(256).save(path("a.gif"))
    compare("GIF of Pillow", by_sluice("a.gif"), pillow("a.gif", "RGB"))
    frames = [Image.fromarray(np.roll(image, 7 * i, 1)).quantize(64) for i in range(5)]
    frames[0].save(path("b.gif"), save_all=True, append_images=frames[1:], duration=[40, 50, 60, 70, 80], loop=3)
    opened = Image.open(path("b.gif"))
    for i in range(5):
        opened.seek(i)
        compare(f"GIF of Pillow, frame {i + 1}", by_sluice("b.gif", f"page={i + 1}"), opened.convert("RGB"))
    written(picture(3), "c.gif")
    compare("GIF of sluice, photograph", pillow("c.gif", "RGB"), by_sluice("c.gif"))
    for kind in ("gif", "webp"):
        sluice(f"{path('b.gif')} page=0", path(f"d.{kind}") + (" lossless=true" if kind == "webp" else ""))
        again = Image.open(path(f"d.{kind}"))
        for i in range(5):
            again.seek(i)
            opened.seek(i)
            compare(f"{kind} of sluice, frame {i + 1}", again.convert("RGB"), opened.convert("RGB"))
            compare(f"{kind} of sluice, time {i + 1}", again.info["duration"], 40 + 10 * i)


def heics():
    for mode, channels in modes()[1:]:
        for quality in ({"quality": 95, "chroma": 444}, {"quality": 60, "chroma": 420}):
            Image.fromarray(picture(channels), mode).save(path("a.heic"), format="HEIF", **quality)
            compare(f"HEIC {mode} of pillow-heif, {quality}", by_sluice("a.heic"), pillow("a.heic", mode), 3)


def jxls():
    for channels in (1, 2, 3, 4):
        for deep in (False, True):
            image = picture(channels, deep=deep)
            with open(path("a.jxl"), "wb") as file:
                file.write(codecs.jpegxl_encode(image, lossless=True))
            compare(f"JPEG XL x{channels} of imagecodecs, {image.dtype}", by_sluice("a.jxl"), image)
            if channels == 2:  # of arrays two channels are data
                continue
            written(image, "b.jxl", "lossless=true")
            with open(path("b.jxl"), "rb") as file:
                compare(f"JPEG XL x{channels} of sluice, {image.dtype}", codecs.jpegxl_decode(file.read()), image)
    for distance in (0.5, 2):
        with open(path("a.jxl"), "wb") as file:
            file.write(codecs.jpegxl_encode(picture(3), distance=distance))
        with open(path("a.jxl"), "rb") as file:
            compare(f"JPEG XL of imagecodecs, distance {distance}", by_sluice("a.jxl"), codecs.jpegxl_decode(file.read()), 1)


def jp2s():
    for channels in (1, 3, 4):
        for deep in (False, True):
            image = picture(channels, deep=deep)
            for extension, kind in (("jp2", "jp2"), ("j2k", "j2k")):
                with open(path(f"a.{extension}"), "wb") as file:
                    file.write(codecs.jpeg2k_encode(image.squeeze(), reversible=True, level=0, codecformat=kind))
                compare(f"{extension} x{channels} of imagecodecs, {image.dtype}", by_sluice(f"a.{extension}"), image)
                written(image, f"b.{extension}", "lossless=true")
                with open(path(f"b.{extension}"), "rb") as file:
                    compare(f"{extension} x{channels} of sluice, {image.dtype}", codecs.jpeg2k_decode(file.read()), image)


def fits_files():
    for kind in (np.uint8, np.int16, np.uint16, np.int32, np.float32, np.float64):
        image = (picture(1, deep=np.dtype(kind).itemsize > 1)[..., 0] / (2 if kind == np.int16 else 1)).astype(kind)
        if np.issubdtype(kind, np.floating):
            image[3, 4] = np.nan
        fits.writeto(path("a.fits"), image[::-1], overwrite=True)
        compare(f"FITS of astropy, {np.dtype(kind)}", by_sluice("a.fits"), image)
        written(image[..., None], "b.fits")
        compare(f"FITS of sluice, {np.dtype(kind)}", fits.getdata(path("b.fits"))[::-1], image)
    colours = picture(3)
    written(colours, "c.fits")
    compare("FITS of sluice, colours", np.moveaxis(fits.getdata(path("c.fits"))[:, ::-1], 0, -1), colours)


guarded("GIF", gifs)
guarded("WebP", lambda: with_pillow("WEBP", "webp", {"lossless": True, "exact": True}, [{"quality": 80}], 3, "lossless=true"))
guarded("JPEG 2000", lambda: with_pillow("JPEG2000", "jp2", {}, [{"irreversible": True, "quality_mode": "dB", "quality_layers": [40]}], 1,
                                         "lossless=true"))
guarded("AVIF", lambda: with_pillow("AVIF", "avif", None, [{"quality": 90, "subsampling": "4:4:4"}, {"quality": 60}], 3, "lossless=true"))
if heif:
    guarded("HEIC", heics)
if codecs:
    guarded("JPEG XL", jxls)
    guarded("JPEG 2000", jp2s)
if fits:
    guarded("FITS", fits_files)
print(f"{checked} comparisons, {faults} faults")
sys.exit(1 if faults else 0)
