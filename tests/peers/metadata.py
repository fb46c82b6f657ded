#!/usr/bin/env python3
"""Holds metadata against Pillow and pillow-heif, both ways: sluice finds what they write, and they find what sluice writes.
What Python has not got is skipped, and named.

    tests/peers/metadata.py [--sluice PROGRAM]

Ends with 1 if anything differs.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

arguments = argparse.ArgumentParser()
arguments.add_argument("--sluice", default="sluice")
arguments.add_argument("--corpora")
arguments.add_argument("--sample", action="store_true")
options = arguments.parse_args()

try:
    from PIL import Image, ImageCms, IptcImagePlugin, PngImagePlugin, features
except ImportError:
    print("[skipped] peers/metadata: Python has no Pillow")
    sys.exit(0)
try:
    import pillow_heif
    pillow_heif.register_heif_opener()
except ImportError:
    pillow_heif = None
    print("[skipped] peers/metadata: Python has no pillow_heif")

folder = tempfile.TemporaryDirectory()
faults = checked = 0
ARTIST, GPS = 0x013B, 0x8825
IPTC = b"\x1c\x02\x78\x00\x03abc"  # caption: abc
XMP = b'<x:xmpmeta xmlns:x="adobe:ns:meta/"></x:xmpmeta>'


def path(name): return os.path.join(folder.name, name)


def check(what, found, right):
    global faults, checked
    checked += 1
    if found == right:
        return
    faults += 1
    print(f"{what}: {found!r}, and not {right!r}")


def run(*words):
    done = subprocess.run([options.sluice, *words], capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(done.stderr)
    return done


def kinds(name): return set(json.loads(run("info", "--json", path(name)).stdout)["files"][0]["metadata"])


def saved(src, dst, keep="all"):
    run("run", "--overwrite", "always", f"load {path(src)} | save {path(dst)} keep={keep}")
    image = Image.open(path(dst))
    image.load()
    return image


def exif():
    made = Image.Exif()
    made[ARTIST] = "Ada"
    made.get_ifd(GPS)[1] = "N"
    made.get_ifd(GPS)[2] = (51.0, 7.0, 5.0)
    return made


picture = Image.radial_gradient("L").resize((64, 48)).convert("RGB")
profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()


def with_exif(extension, more, **write):
    """Formats with EXIF: what Pillow writes, and what is left of it in the same format."""
    picture.save(path("a." + extension), exif=exif(), icc_profile=profile, **write)
    check(extension + ": kinds", kinds("a." + extension), {"icc", "exif", "gps"} | more)
    again = saved("a." + extension, "b." + extension)
    check(extension + ": artist", again.getexif().get(ARTIST), "Ada")
    check(extension + ": position", again.getexif().get_ifd(GPS).get(1), "N")
    check(extension + ": profile", again.info.get("icc_profile"), profile)
    bare = saved("a." + extension, "c." + extension, "all,-gps")
    check(extension + ": artist without position", bare.getexif().get(ARTIST), "Ada")
    check(extension + ": no position", dict(bare.getexif().get_ifd(GPS)), {})
    none = saved("a." + extension, "d." + extension, "none")
    check(extension + ": nothing", (dict(none.getexif()), none.info.get("icc_profile")), ({}, None))
    return again


texts = PngImagePlugin.PngInfo()
texts.add_text("Title", "Dusk")
texts.add_itxt("Author", "Ad\u00e4")
texts.add_text("Comment", "packed " * 50, zip=True)
again = with_exif("png", {"text", "dpi"}, pnginfo=texts, dpi=(300, 300))
check("png: texts", [again.text.get(key) for key in ("Title", "Author", "Comment")], ["Dusk", "Ad\u00e4", "packed " * 50])
check("png: resolution", round(again.info["dpi"][0]), 300)

again = with_exif("jpg", {"xmp", "text", "dpi"}, comment=b"by hand", dpi=(300, 300), xmp=XMP)
check("jpg: comment", again.info.get("comment"), b"by hand")
check("jpg: XMP", again.info.get("xmp"), XMP)
check("jpg: comment in PNG", saved("a.jpg", "e.png").info.get("Comment"), "by hand")

if features.check("webp"):
    with_exif("webp", {"xmp"}, xmp=XMP)
if features.check("avif"):
    with_exif("avif", {"xmp"}, xmp=XMP)

picture.save(path("a.tif"), tiffinfo={270: "A description", 33723: IPTC}, icc_profile=profile, dpi=(300, 300))
check("tif: kinds", kinds("a.tif"), {"icc", "exif", "iptc", "text", "dpi"})
again = saved("a.tif", "b.tif")
check("tif: description", again.tag_v2.get(270), "A description")
check("tif: IPTC", IptcImagePlugin.getiptcinfo(again), {(2, 120): b"abc"})
check("tif: description alone", saved("a.tif", "c.tif", "text").tag_v2.get(270), "A description")
check("tif: IPTC in JPEG", IptcImagePlugin.getiptcinfo(saved("a.tif", "c.jpg")), {(2, 120): b"abc"})
check("tif: IPTC through PNG", (saved("a.tif", "d.png"), kinds("d.png") >= {"iptc"})[1], True)
check("tif: IPTC behind PNG", IptcImagePlugin.getiptcinfo(saved("d.png", "d.jpg")), {(2, 120): b"abc"})

picture.quantize(16).save(path("a.gif"), comment=b"of a GIF")
check("gif: kinds", kinds("a.gif"), {"text"})
check("gif: comment", saved("a.gif", "b.gif").info.get("comment"), b"of a GIF")

if pillow_heif:
    picture.save(path("a.heic"), exif=exif().tobytes(), icc_profile=profile, xmp=XMP)
    found = kinds("a.heic")
    check("heic: kinds", found >= {"icc", "exif", "xmp", "gps"}, True)
    check("heic: artist in PNG", saved("a.heic", "f.png").getexif().get(ARTIST), "Ada")

print(f"{checked} comparisons, {faults} faults")
sys.exit(1 if faults else 0)
