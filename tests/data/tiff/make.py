#!/usr/bin/env python3
"""Makes the TIFF files of this folder, with the pixels of ../io/make.py. Only Python's standard library is
used: no libtiff has written them."""
import os
import struct
import sys
import zlib

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../io"))
from make import H, W, POINTS, alpha, blue, deep, green, grey, pack_bits, red, rgb, row8, row16, samples, save

WIDTH, HEIGHT, BITS, COMPRESSION, PHOTOMETRIC, OFFSETS, ORIENTATION = 256, 257, 258, 259, 262, 273, 274
SAMPLES, ROWS, COUNTS, PLANES, PREDICTOR, PALETTE = 277, 278, 279, 284, 317, 320
TILE_WIDTH, TILE_HEIGHT, TILE_OFFSETS, TILE_COUNTS = 322, 323, 324, 325
SUBFILE, EXTRA, FORMAT, XMP, ICC = 254, 338, 339, 700, 34675
FORMATS = {1: "B", 2: "B", 3: "H", 4: "L", 5: "L", 7: "B", 16: "Q"}


def tiff(pages, order="<", big=False):
    """`pages` are (tags, blocks): tags = {number: value, list or bytes}, blocks = list of bytes."""
    word, size, head = ("Q", 8, 16) if big else ("L", 4, 8)
    out = bytearray({"<": b"II", ">": b"MM"}[order])
    out += struct.pack(order + ("HHHQ" if big else "HL"), *((43, 8, 0, 0) if big else (42, 0)))
    link = head - size
    for tags, blocks in pages:
        tags = dict(tags)
        offsets = []
        for block in blocks:
            offsets.append(len(out))
            out += block + b"\0" * (len(block) % 2)
        tiles = TILE_WIDTH in tags
        tags[TILE_OFFSETS if tiles else OFFSETS] = offsets
        tags[TILE_COUNTS if tiles else COUNTS] = [len(block) for block in blocks]
        at = directory(out, tags, order, big)
        struct.pack_into(order + word, out, link, at)
        link = len(out) - size
    return bytes(out)


def directory(out, tags, order, big):
    """Appends it to `out`, with what its tags point to. A value may be text, a list of fractions, which are
    pairs, or a directory of its own."""
    word, size = ("Q", 8) if big else ("L", 4)
    entries = b""
    for tag, value in sorted(tags.items()):
        if isinstance(value, dict):
            value = [directory(out, value, order, big)]
            kind, count, values = 4, 1, value
        elif isinstance(value, str):
            values = list(value.encode() + b"\0")
            kind, count = 2, len(values)
        elif isinstance(value, bytes):
            kind, count, values = 7, len(value), list(value)
        elif isinstance(value, list) and isinstance(value[0], tuple):
            kind, count, values = 5, len(value), [number for fraction in value for number in fraction]
        else:
            values = value if isinstance(value, list) else [value]
            places = tag in (OFFSETS, COUNTS, TILE_OFFSETS, TILE_COUNTS)
            kind, count = (16 if big else 4) if places else 4 if max(values) > 65535 else 3, len(values)
        data = struct.pack(order + str(len(values)) + FORMATS[kind], *values)
        if len(data) > size:
            out += b"\0" * (len(out) % 2)
            place = struct.pack(order + word, len(out))
            out += data
        else:
            place = data.ljust(size, b"\0")
        entries += struct.pack(order + "HH" + word, tag, kind, count) + place
    out += b"\0" * (len(out) % 2)
    at = len(out)
    out += struct.pack(order + ("Q" if big else "H"), len(tags)) + entries + b"\0" * size
    return at


def page(blocks, bits=8, samples=1, photometric=None, width=W, height=H, rows=None, **more):
    names = {"subfile": SUBFILE, "compression": COMPRESSION, "orientation": ORIENTATION, "planes": PLANES,
             "predictor": PREDICTOR, "palette": PALETTE, "extra": EXTRA, "format": FORMAT, "xmp": XMP, "icc": ICC}
    tags = {WIDTH: width, HEIGHT: height, BITS: [bits] * samples, COMPRESSION: 1, SAMPLES: samples,
            PHOTOMETRIC: photometric if photometric is not None else (2 if samples >= 3 else 1)}
    if "tile" in more:
        tags[TILE_WIDTH], tags[TILE_HEIGHT] = more.pop("tile")
    else:
        tags[ROWS] = rows or height
    if samples in (2, 4) and photometric is None:
        tags[EXTRA] = 2
    for name, value in more.items():
        tags[names[name]] = value
        if value is None:
            del tags[names[name]]
    return tags, blocks


def rows8(kind): return [row8(kind, y) for y in range(H)]
def rows16(kind, order="<"): return [row16(kind, y, order) for y in range(H)]
def joined(rows): return [b"".join(rows)]
def numbers(code, value, order="<"): return joined([struct.pack(order + code, value(x, y)) for x, y in POINTS])
def packbits(row): return bytes([len(row) - 1]) + row  # one literal run


def differences(values, step):
    return [(v - (values[i - step] if i >= step else 0)) & 0xFFFF for i, v in enumerate(values)]


def main():
    for kind, count in [("y", 1), ("ya", 2), ("rgb", 3), ("rgba", 4)]:
        save(f"{kind}8.tif", tiff([page(joined(rows8(kind)), samples=count)]))
        save(f"{kind}16.tif", tiff([page(rows16(kind), bits=16, samples=count, rows=1)]))
        save(f"{kind}16-big-endian.tif", tiff([page(rows16(kind, ">"), bits=16, samples=count, rows=1)], ">"))
    save("rgb8-bigtiff.tif", tiff([page(rows8("rgb"), samples=3, rows=1)], big=True))
    save("rgb8-bigtiff-big-endian.tif", tiff([page(rows8("rgb"), samples=3, rows=1)], ">", big=True))

    bits = [pack_bits([(x + y) % 2 for x in range(W)], 1) for y in range(H)]
    save("y1.tif", tiff([page(joined(bits), bits=1)]))
    save("y1-white.tif", tiff([page(joined([bytes(255 - b for b in row) for row in bits]), bits=1, photometric=0)]))
    save("y2.tif", tiff([page([pack_bits([(x + y) % 4 for x in range(W)], 2) for y in range(H)], bits=2, rows=1)]))
    save("y4.tif", tiff([page([pack_bits([x + 5 * y for x in range(W)], 4) for y in range(H)], bits=4, rows=1)]))
    save("y6.tif", tiff([page([pack_bits([x + 5 * y for x in range(W)], 6) for y in range(H)], bits=6, rows=1)]))
    save("y12.tif", tiff([page([pack_bits([16 * grey(x, y) + x for x in range(W)], 12) for y in range(H)], bits=12,
                               rows=1)]))
    save("y12-white.tif", tiff([page([pack_bits([4095 - 16 * grey(x, y) - x for x in range(W)], 12)
                                      for y in range(H)], bits=12, rows=1, photometric=0)], ">"))
    save("y8-white.tif", tiff([page(joined([bytes(255 - b for b in row) for row in rows8("y")]), photometric=0)]))

    for name, code, size, value in [("yi8", "b", 8, lambda x, y: grey(x, y) - 128),
                                    ("yi16", "h", 16, lambda x, y: 100 * grey(x, y) - 12000),
                                    ("yi32", "i", 32, lambda x, y: 10000000 * grey(x, y) - 1200000000)]:
        save(f"{name}.tif", tiff([page(numbers(code, value), bits=size, format=2)]))
    for name, code, size in [("yf16", "e", 16), ("yf32", "f", 32), ("yf64", "d", 64)]:
        save(f"{name}.tif", tiff([page(numbers(code, lambda x, y: grey(x, y) / 256 - 0.25), bits=size, format=3)]))
    save("yf32-big-endian.tif", tiff([page(numbers("f", lambda x, y: grey(x, y) / 256 - 0.25, ">"), bits=32,
                                           format=3)], ">"))
    odd = lambda x, y: 16777217 * grey(x, y)  # more than 24 bits, and than 31
    save("yu32.tif", tiff([page(numbers("I", odd), bits=32)]))
    save("yu32-big-endian.tif", tiff([page(numbers("I", odd, ">"), bits=32)], ">"))
    save("yu32-white.tif", tiff([page(numbers("I", odd), bits=32, photometric=0)]))

    save("rgb8-packbits.tif", tiff([page([packbits(row) for row in rows8("rgb")], samples=3, rows=1,
                                         compression=32773)]))
    save("rgb8-deflate.tif", tiff([page([zlib.compress(b"".join(rows8("rgb")))], samples=3, compression=8)]))
    flat = [[deep(f(x, y), x, y) for x in range(W) for f in samples("rgb", 0, 0)] for y in range(H)]
    coded = b"".join(struct.pack("<15H", *differences(row, 3)) for row in flat)
    save("rgb16-predictor.tif", tiff([page([zlib.compress(coded)], bits=16, samples=3, compression=8, predictor=2)]))

    plane = lambda f: b"".join(bytes([f(x, y)]) for x, y in POINTS)
    save("rgb8-planes.tif", tiff([page([plane(red), plane(green), plane(blue)], samples=3, planes=2)]))
    # Tiles are 16 x 16 at least: 9 beyond the picture.
    tile = lambda f: b"".join(bytes(f(x, y) if x < W and y < H else [9] * len(f(0, 0))) for y in range(16)
                              for x in range(16))
    save("rgb8-tiles.tif", tiff([page([tile(lambda x, y: list(rgb(x, y)))], samples=3, tile=(16, 16))]))
    save("rgb8-tiles-planes.tif", tiff([page([tile(lambda x, y, f=f: [f(x, y)]) for f in (red, green, blue)],
                                             samples=3, tile=(16, 16), planes=2)]))
    # 40 x 20: two rows of three tiles.
    value = lambda x, y: 6 * x + y if x < 40 and y < 20 else 9
    blocks = [bytes(value(16 * i + x, 16 * j + y) for y in range(16) for x in range(16))
              for j in range(2) for i in range(3)]
    save("y8-many-tiles.tif", tiff([page(blocks, width=40, height=20, tile=(16, 16))]))
    strips = [bytes(value(x, y) for y in range(top, min(top + 3, 20)) for x in range(40)) for top in range(0, 20, 3)]
    save("y8-many-strips.tif", tiff([page(strips, width=40, height=20, rows=3)]))

    colors = [rgb(x, y) for x, y in POINTS]
    lists = [257 * color[c] for c in range(3) for color in colors + [b"\0\0\0"]]
    indices = [pack_bits([x + 5 * y for x in range(W)], 4) for y in range(H)]
    save("palette4.tif", tiff([page(joined(indices), bits=4, photometric=3, palette=lists)]))
    lists = [color[c] for c in range(3) for color in colors + [b"\0\0\0"] * 241]  # 8 bits where 16 are meant
    save("palette8-of-8-bits.tif", tiff([page([bytes(x + 5 * y for x, y in POINTS)], photometric=3, palette=lists)]))
    inks = b"".join(bytes([255 - v for v in rgb(x, y)] + [51 * x]) for x, y in POINTS)
    save("cmyk8.tif", tiff([page([inks], samples=4, photometric=5)]))
    save("cmyk8-profile.tif", tiff([page([inks], samples=4, photometric=5, icc=b"CMYK")]))

    save("rgba8-unsaid.tif", tiff([page(joined(rows8("rgba")), samples=4, extra=None)]))
    five = b"".join(bytes([red(x, y), green(x, y), blue(x, y), 7, alpha(x, y)]) for x, y in POINTS)
    save("rgba8-fifth.tif", tiff([page([five], samples=5, extra=[0, 2])]))
    of = lambda v, x, y: (v * alpha(x, y) + 127) // 255
    multiplied = b"".join(bytes([of(v, x, y) for v in rgb(x, y)] + [alpha(x, y)]) for x, y in POINTS)
    save("rgba8-premultiplied.tif", tiff([page([multiplied], samples=4, extra=1)]))
    half = b"".join(struct.pack("<4f", red(x, y) / 512, green(x, y) / 512, blue(x, y) / 512, x / 2) for x, y in POINTS)
    save("rgbaf32-premultiplied.tif", tiff([page([half], bits=32, samples=4, extra=1, format=3)]))

    # The first row of the file is the right side of the picture, its first column the top.
    turned = b"".join(rgb(W - 1 - y, x) for y in range(W) for x in range(H))
    save("rgb8-orientation6.tif", tiff([page([turned], samples=3, width=H, height=W, orientation=6)]))

    y8, y16 = page(joined(rows8("y"))), page(joined(rows16("y")), bits=16)
    small = page([b"\1\2"], width=2, height=1, subfile=1)
    mask = page([b"\0\0\0"], bits=1, photometric=4, subfile=4)
    save("pages.tif", tiff([page(joined(rows8("rgb")), samples=3), small, y8, mask, y16]))
    save("thumbnail-first.tif", tiff([small, page(joined(rows8("rgb")), samples=3)]))
    save("thumbnail-only.tif", tiff([small]))
    white = page(joined([bytes(255 - b for b in row) for row in rows8("y")]), photometric=0)
    save("layers.tif", tiff([y8, page([bytes(x + y for x, y in POINTS)]), white], ">"))

    packet = b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><r tiff:Orientation="6"/></x:xmpmeta>'
    save("rgb8-xmp.tif", tiff([page(joined(rows8("rgb")), samples=3, xmp=packet)]))

    for name, order, big in [("exif", "<", False), ("exif-big-endian", ">", False), ("exif-bigtiff", "<", True),
                             ("exif-bigtiff-big-endian", ">", True)]:
        tags, blocks = page(joined(rows8("y")), orientation=1)
        comment = b"UNICODE\0" + "Höhe".encode("utf-16-le" if order == "<" else "utf-16-be")
        gps = {0: b"\2\3\0\0", 1: "N", 2: [(48, 1), (51, 1), (2964, 100)], 3: "E", 4: [(2, 1), (17, 1), (4020, 100)]}
        photo = {33434: [(1, 125)], 33437: [(28, 10)], 34855: 200, 36867: "2021:03:04 05:06:07", 37500: b"note" * 3,
                 37510: comment, 40962: 100000, 40965: {1: "R98"}, 0xB000: [7, 8, 9]}
        tags.update({270: "A tower", 271: "Maker", 272: "M1", 282: [(300, 1)], 283: [(300, 1)], 296: 2,
                     0x8298: "Someone", 0x8769: photo, 0x8825: gps})
        save(f"{name}.tif", tiff([(tags, blocks), y8], order, big))
    # A program says where its pages lie.
    tags, blocks = page(joined(rows8("y")))
    save("imagej.tif", tiff([({**tags, 270: "ImageJ=1.53\nimages=9\n", 305: "ImageJ", 282: [(1, 1)]}, blocks)]))


if __name__ == "__main__":
    main()
