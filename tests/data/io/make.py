#!/usr/bin/env python3
"""Makes the pictures of this folder: small, of every kind that sluice reads, with known pixels.

The same formulas stand in tests/io/known_image.cpp. Only Python's standard library is used, so that no
reader or writer of sluice has seen these files before; the JPEGs (--jpeg) and the pixels of the WebPs (--webp) are made
by Pillow, OpenEXR files (--exr) by OpenEXR's own module for Python, JPEG 2000 and AVIF (--jp2, --avif) by Pillow, HEIC (--heic) by
pillow-heif, JPEG XL (--jxl) by imagecodecs, FITS (--fits) by astropy. --dng
makes a raw picture with rgb.jpg as its preview.
"""
import struct
import sys
import zlib

W, H = 5, 3
POINTS = [(x, y) for y in range(H) for x in range(W)]


def red(x, y): return 60 * x
def green(x, y): return 100 * y
def blue(x, y): return 40 * (x + y)
def alpha(x, y): return 255 - 50 * x
def grey(x, y): return 17 * (x + 5 * y)
def deep(v, x, y): return 256 * v + 7 * x + y  # 16 bit


def rgb(x, y): return bytes([red(x, y), green(x, y), blue(x, y)])
def bgr(x, y): return rgb(x, y)[::-1]


def samples(kind, x, y):
    return {"y": [grey], "ya": [grey, alpha], "rgb": [red, green, blue], "rgba": [red, green, blue, alpha]}[kind]


def row8(kind, y): return b"".join(bytes(f(x, y) for f in samples(kind, x, y)) for x in range(W))


def row16(kind, y, order=">"):
    return b"".join(struct.pack(order + "H", deep(f(x, y), x, y)) for x in range(W) for f in samples(kind, x, y))


def pack_bits(values, bits):
    text = "".join(format(v, f"0{bits}b") for v in values)
    text += "0" * (-len(text) % 8)
    return bytes(int(text[i:i + 8], 2) for i in range(0, len(text), 8))


def save(name, data):
    with open(name, "wb") as file:
        file.write(data)


# PNG -----------------------------------------------------------------------------------------------

def chunk(name, data):
    body = name + data
    return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))


def png(rows, color, bits, extra=b"", interlace=0):
    header = struct.pack(">IIBBBBB", W, H, bits, color, 0, 0, interlace)
    data = zlib.compress(b"".join(b"\0" + row for row in rows))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + extra + chunk(b"IDAT", data) + chunk(b"IEND", b""))


def adam7(pixel):
    rows = []
    for x0, y0, dx, dy in [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
                           (0, 1, 1, 2)]:
        for y in range(y0, H, dy):
            row = b"".join(pixel(x, y) for x in range(x0, W, dx))
            if row:
                rows.append(row)
    return rows


def make_png():
    for kind, color in [("y", 0), ("ya", 4), ("rgb", 2), ("rgba", 6)]:
        save(f"{kind}8.png", png([row8(kind, y) for y in range(H)], color, 8))
        save(f"{kind}16.png", png([row16(kind, y) for y in range(H)], color, 16))
    save("y1.png", png([pack_bits([(x + y) % 2 for x in range(W)], 1) for y in range(H)], 0, 1))
    save("y2.png", png([pack_bits([(x + y) % 4 for x in range(W)], 2) for y in range(H)], 0, 2))
    save("y4.png", png([pack_bits([x + 5 * y for x in range(W)], 4) for y in range(H)], 0, 4))
    palette = chunk(b"PLTE", b"".join(rgb(x, y) for x, y in POINTS))
    indices = [pack_bits([x + 5 * y for x in range(W)], 4) for y in range(H)]
    save("palette4.png", png(indices, 3, 4, palette))
    trns = chunk(b"tRNS", bytes(alpha(x, y) for x, y in POINTS))
    save("palette4-trns.png", png(indices, 3, 4, palette + trns))
    # The pixel at (2, 1) is transparent.
    key = (2, 1)
    save("y8-trns.png", png([row8("y", y) for y in range(H)], 0, 8, chunk(b"tRNS", struct.pack(">H", grey(*key)))))
    save("y16-trns.png",
         png([row16("y", y) for y in range(H)], 0, 16, chunk(b"tRNS", struct.pack(">H", deep(grey(*key), *key)))))
    save("rgb8-trns.png",
         png([row8("rgb", y) for y in range(H)], 2, 8, chunk(b"tRNS", struct.pack(">HHH", *rgb(*key)))))
    save("rgb16-trns.png",
         png([row16("rgb", y) for y in range(H)], 2, 16,
             chunk(b"tRNS", struct.pack(">HHH", *(deep(v, *key) for v in rgb(*key))))))
    save("rgb8-interlaced.png", png(adam7(rgb), 2, 8, interlace=1))
    save("rgb8-gamma.png", png([row8("rgb", y) for y in range(H)], 2, 8, chunk(b"gAMA", struct.pack(">I", 100000))))
    save("rgb8-animated.png", png([row8("rgb", y) for y in range(H)], 2, 8, chunk(b"acTL", struct.pack(">II", 2, 0))))


# BMP -----------------------------------------------------------------------------------------------

def bmp(rows, bits, compression=0, palette=b"", masks=b"", size=40, height=H, colors=0):
    if size == 12:
        info = struct.pack("<IHHHH", 12, W, height, 1, bits)
    else:
        info = struct.pack("<IiiHHIIiiII", size, W, height, 1, bits, compression, 0, 2835, 2835, colors, 0)
        info += masks.ljust(size - 40, b"\0") if size > 40 else masks
    offset = 14 + len(info) + len(palette)
    data = b"".join(row + b"\0" * (-len(row) % 4) for row in rows) if isinstance(rows, list) else rows
    return b"BM" + struct.pack("<IHHI", offset + len(data), 0, 0, offset) + info + palette + data


def bottom_up(row): return [row(y) for y in reversed(range(H))]


def make_bmp():
    quads = b"".join(bgr(x, y) + b"\0" for x, y in POINTS)
    triples = b"".join(bgr(x, y) for x, y in POINTS)
    levels = b"".join(bytes([i, i, i, 0]) for i in range(256))
    indices = lambda y: bytes(x + 5 * y for x in range(W))
    nibbles = lambda y: pack_bits([x + 5 * y for x in range(W)], 4)
    row24 = lambda y: b"".join(bgr(x, y) for x in range(W))
    save("rgb24.bmp", bmp(bottom_up(row24), 24))
    save("rgb24-top-down.bmp", bmp([row24(y) for y in range(H)], 24, height=-H))
    save("rgb24-os2.bmp", bmp(bottom_up(row24), 24, size=12))
    save("palette8-os2.bmp", bmp(bottom_up(indices), 8, palette=triples.ljust(768, b"\0"), size=12))
    save("palette8.bmp", bmp(bottom_up(indices), 8, palette=quads, colors=15))
    save("palette4.bmp", bmp(bottom_up(nibbles), 4, palette=quads, colors=15))
    save("palette1.bmp", bmp(bottom_up(lambda y: pack_bits([(x + y) % 2 for x in range(W)], 1)), 1,
                             palette=bytes([0, 0, 0, 0, 255, 255, 255, 0])))
    save("y8.bmp", bmp(bottom_up(lambda y: row8("y", y)), 8, palette=levels))
    save("rgb32.bmp", bmp(bottom_up(lambda y: b"".join(bgr(x, y) + b"\x07" for x in range(W))), 32))
    row32 = lambda y: b"".join(bgr(x, y) + bytes([alpha(x, y)]) for x in range(W))
    argb = struct.pack("<IIII", 0xFF0000, 0xFF00, 0xFF, 0xFF000000)
    save("rgba32-v3.bmp", bmp(bottom_up(row32), 32, 3, masks=argb, size=56))
    save("rgba32-v4.bmp", bmp(bottom_up(row32), 32, 3, masks=argb, size=108))
    save("rgba32-v5.bmp", bmp(bottom_up(row32), 32, 3, masks=argb, size=124))
    rgb565 = lambda x, y: struct.pack("<H", (red(x, y) >> 3) << 11 | (green(x, y) >> 2) << 5 | blue(x, y) >> 3)
    rgb555 = lambda x, y: struct.pack("<H", (red(x, y) >> 3) << 10 | (green(x, y) >> 3) << 5 | blue(x, y) >> 3)
    save("rgb565.bmp", bmp(bottom_up(lambda y: b"".join(rgb565(x, y) for x in range(W))), 16, 3,
                           masks=struct.pack("<III", 0xF800, 0x7E0, 0x1F)))
    save("rgb555.bmp", bmp(bottom_up(lambda y: b"".join(rgb555(x, y) for x in range(W))), 16))
    # Single pixels (5, filled up to 6), a run of one, the end of a row; the last row by runs alone.
    runs = (b"\0\5" + bytes([10, 11, 12, 13, 14, 0]) + b"\0\0" + b"\1\5\1\6\0\3\7\x08\x09\0" + b"\0\0" +
            b"\1\0\1\1\1\2\1\3\1\4" + b"\0\1")
    save("rle8.bmp", bmp(runs, 8, 1, palette=quads, colors=15))
    runs4 = b"\0\5\xAB\xCD\xE0\0" + b"\0\0" + b"\2\x56\0\3\x78\x90" + b"\0\0" + b"\2\x01\2\x23\1\x40" + b"\0\1"
    save("rle4.bmp", bmp(runs4, 4, 2, palette=quads, colors=15))


# TGA -----------------------------------------------------------------------------------------------

def tga(kind, bits, data, descriptor=0, map_first=0, map_bits=0, color_map=b"", ident=b"id"):
    count = len(color_map) // ((map_bits + 7) // 8) if color_map else 0
    return struct.pack("<BBBHHBHHHHBB", len(ident), 1 if color_map else 0, kind, map_first, count, map_bits, 0, 0, W, H,
                       bits, descriptor) + ident + color_map + data


def make_tga():
    up = lambda pixel: b"".join(pixel(x, y) for y in reversed(range(H)) for x in range(W))
    bgra = lambda x, y: bgr(x, y) + bytes([alpha(x, y)])
    save("rgb24.tga", tga(2, 24, up(bgr)))
    save("rgb24-top-down.tga", tga(2, 24, b"".join(bgr(x, y) for x, y in POINTS), 0x20))
    save("rgb24-right-to-left.tga",
         tga(2, 24, b"".join(bgr(W - 1 - x, y) for y in reversed(range(H)) for x in range(W)), 0x10))
    save("rgb24-unused-map.tga", tga(2, 24, up(bgr), map_bits=24, color_map=b"\1\2\3" * 4))
    save("rgb32-no-alpha.tga", tga(2, 32, up(lambda x, y: bgr(x, y) + b"\0")))
    save("rgba32.tga", tga(2, 32, up(bgra), 8))
    save("rgb555.tga", tga(2, 16, up(lambda x, y: struct.pack(
        "<H", (red(x, y) >> 3) << 10 | (green(x, y) >> 3) << 5 | blue(x, y) >> 3))))
    save("y8.tga", tga(3, 8, up(lambda x, y: bytes([grey(x, y)]))))
    save("ya16.tga", tga(3, 16, up(lambda x, y: bytes([grey(x, y), alpha(x, y)])), 8))
    color_map = b"".join(bgr(x, y) for x, y in POINTS)
    save("palette8.tga", tga(1, 8, up(lambda x, y: bytes([x + 5 * y + 100])), map_first=100, map_bits=24,
                             color_map=color_map))
    # Packets of 7 single pixels, a run of 1 and 7 single pixels: they cross the ends of rows.
    pixels = [bgr(x, y) for y in reversed(range(H)) for x in range(W)]
    save("rgb24-runs.tga", tga(10, 24, b"\x06" + b"".join(pixels[:7]) + b"\x80" + pixels[7] + b"\x06" +
                               b"".join(pixels[8:])))
    save("y8-runs.tga", tga(11, 8, b"".join(b"\x80" + bytes([grey(x, y)]) for y in reversed(range(H))
                                             for x in range(W))))


# GIF -----------------------------------------------------------------------------------------------

def gif_picture(indices, left=0, top=0, width=W, height=H, flags=0):
    # Codes of 5 bits (16 colours), each row begun by the code that clears the dictionary.
    codes = []
    for i, index in enumerate(indices):
        if i % 4 == 0:
            codes.append(16)
        codes.append(index)
    codes.append(17)
    bits = "".join(format(code, "05b")[::-1] for code in codes)
    bits += "0" * (-len(bits) % 8)
    data = bytes(int(bits[i:i + 8][::-1], 2) for i in range(0, len(bits), 8))
    return (b"\x2C" + struct.pack("<HHHHB", left, top, width, height, flags) + b"\x04" + bytes([len(data)]) + data +
            b"\0")


def gif(pictures, background=0, control=b""):
    palette = b"".join(rgb(x, y) for x, y in POINTS) + b"\xff\xff\xff"
    return (b"GIF89a" + struct.pack("<HHBBB", W, H, 0xB3, background, 0) + palette + control + b"".join(pictures) +
            b"\x3B")


def make_gif():
    rows = [[x + 5 * y for x in range(W)] for y in range(H)]
    flat = sum(rows, [])
    control = lambda index: b"\x21\xF9\x04\x01\0\0" + bytes([index]) + b"\0"
    save("opaque.gif", gif([gif_picture(flat)]))
    save("interlaced.gif", gif([gif_picture(rows[0] + rows[2] + rows[1], flags=0x40)]))
    save("transparent.gif", gif([gif_picture(flat)], background=3, control=control(7)))  # entry 7 is that of (2, 1)
    save("animated.gif", gif([gif_picture(flat), gif_picture(flat)]))
    shown = lambda delay, after, index=None: (b"\x21\xF9\x04" + bytes([after << 2 | (index is not None)]) +
                                              struct.pack("<HB", delay, index or 0) + b"\0")
    loops = b"\x21\xFF\x0BNETSCAPE2.0\x03\x01\x02\0\0"
    # What tests/io/gif_test.cpp says: a part that is taken away again, a part that is cleared, a pixel.
    save("layers.gif", gif([loops, shown(5, 0), gif_picture(flat), shown(10, 3, 0), gif_picture([14, 0, 0, 14], 2, 0, 2, 2),
                            shown(20, 2), gif_picture([3, 4], 0, 2, 2, 1), shown(0, 1), gif_picture([15], 4, 0, 1, 1)]))
    save("part.gif", gif([gif_picture([7, 8, 12, 13], 2, 1, 2, 2)], background=3))


# PSD -----------------------------------------------------------------------------------------------

def psd(planes, mode, bits, runs=False, layers=b"", palette=b""):
    head = b"8BPS" + struct.pack(">H6xHIIHH", 1, len(planes), H, W, bits, mode)
    sections = b"".join(struct.pack(">I", len(s)) + s for s in (palette, b"8BIM", layers))
    if not runs:
        return head + sections + struct.pack(">H", 0) + b"".join(b"".join(rows) for rows in planes)
    packed = [bytes([len(row) - 1]) + row for rows in planes for row in rows]
    lengths = b"".join(struct.pack(">H", len(row)) for row in packed)
    return head + sections + struct.pack(">H", 1) + lengths + b"".join(packed)


def make_psd():
    plane = lambda f: [bytes(f(x, y) for x in range(W)) for y in range(H)]
    plane16 = lambda f: [b"".join(struct.pack(">H", deep(f(x, y), x, y)) for x in range(W)) for y in range(H)]
    save("rgb8.psd", psd([plane(f) for f in (red, green, blue)], 3, 8))
    save("rgb8-runs.psd", psd([plane(f) for f in (red, green, blue)], 3, 8, runs=True))
    save("rgb16.psd", psd([plane16(f) for f in (red, green, blue)], 3, 16))
    save("rgb16-runs.psd", psd([plane16(f) for f in (red, green, blue)], 3, 16, runs=True))
    save("rgba8.psd", psd([plane(f) for f in (red, green, blue, alpha)], 3, 8))
    # With layers: colours lie over white, and are (255, 51, 0) * alpha + white * (1 - alpha).
    over = lambda v: lambda x, y: round((v * alpha(x, y) + 255 * (255 - alpha(x, y))) / 255)
    layers = struct.pack(">Ih", 2, -1)
    save("rgba8-matte.psd", psd([plane(over(255)), plane(over(51)), plane(over(0)), plane(alpha)], 3, 8, layers=layers))
    save("y8.psd", psd([plane(grey)], 1, 8))
    palette = bytes(sum(([f(x, y) for x, y in POINTS] + [0] * 241 for f in (red, green, blue)), []))
    save("palette8.psd", psd([plane(lambda x, y: x + 5 * y)], 2, 8, palette=palette))


# HDR, PFM ------------------------------------------------------------------------------------------

def hdr(data, order=f"-Y {H} +X {W}", magic="#?RADIANCE"):
    return f"{magic}\n# a comment\nFORMAT=32-bit_rle_rgbe\n\n{order}\n".encode() + data


def make_hdr():
    # Exponent 128 + 8: the numbers are the mantissas. Exponent 0 is black.
    rgbe = lambda x, y: rgb(x, y) + b"\x88"
    flat = b"".join(rgbe(x, y) for x, y in POINTS)
    save("flat.hdr", hdr(flat, magic="#?RGBE"))
    save("turned.hdr", hdr(b"".join(rgbe(x, y) for x in reversed(range(W)) for y in range(H)), f"-X {W} -Y {H}"))
    # 9 pixels wide: x is that of min(x, 4).
    wide = lambda component, y: b"\x04" + bytes(component(x, y) for x in range(4)) + b"\x85" + bytes([component(4, y)])
    rows = b"".join(b"\x02\x02\x00\x09" + wide(red, y) + wide(green, y) + wide(blue, y) + b"\x89\x88" for y in range(H))
    save("runs.hdr", hdr(rows, f"-Y {H} +X 9"))
    old = b"".join(b"".join(rgbe(x, y) for x in range(5)) + b"\1\1\1\4" for y in range(H))
    save("old-runs.hdr", hdr(old, f"-Y {H} +X 9"))


def make_pfm():
    for name, order, scale in [("little", "<", "-1.0"), ("big", ">", "1.0")]:
        data = b"".join(struct.pack(order + "f", v / 256 - 0.25) for y in reversed(range(H)) for x in range(W)
                        for v in rgb(x, y))
        save(f"rgb-{name}.pfm", f"PF\n{W} {H}\n{scale}\n".encode() + data)
    data = b"".join(struct.pack("<f", grey(x, y) / 256) for y in reversed(range(H)) for x in range(W))
    save("y-little.pfm", f"Pf\n{W} {H}\n-1\n".encode() + data)


# PNM -----------------------------------------------------------------------------------------------

def make_pnm():
    bits = [[(x + y + 1) % 2 for x in range(W)] for y in range(H)]  # 1 is black
    save("plain.pbm", b"P1 # bits\n5 3\n" + "\n".join("".join(map(str, row)) for row in bits).encode() + b"\n")
    save("raw.pbm", b"P4\n5 3\n" + b"".join(pack_bits(row, 1) for row in bits))
    text = lambda values: " ".join(map(str, values)).encode() + b"\n"
    save("plain.pgm", b"P2\n# a comment\n5 3\n255\n" + text(grey(x, y) for x, y in POINTS))
    save("plain.ppm", b"P3\n5 3\n255\n" + text(v for x, y in POINTS for v in rgb(x, y)))
    save("raw.pgm", b"P5\n5 3\n255\n" + b"".join(row8("y", y) for y in range(H)))
    save("raw.ppm", b"P6\n5\t3 255\n" + b"".join(row8("rgb", y) for y in range(H)))
    save("raw16.pgm", b"P5\n5 3\n65535\n" + b"".join(row16("y", y) for y in range(H)))
    save("raw16.ppm", b"P6\n5 3\n65535\n" + b"".join(row16("rgb", y) for y in range(H)))
    save("maxval1023.pgm", b"P5\n5 3\n1023\n" + b"".join(struct.pack(">H", 4 * grey(x, y)) for x, y in POINTS))
    save("maxval240.ppm", b"P6\n5 3\n240\n" + b"".join(row8("rgb", y) for y in range(H)))
    save("two.pgm", (b"P5\n5 3\n255\n" + b"".join(row8("y", y) for y in range(H))) * 2)
    save("rgba8.pam", b"P7\nWIDTH 5\nHEIGHT 3\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n" +
         b"".join(row8("rgba", y) for y in range(H)))
    save("bits.pam", b"P7\nWIDTH 5\nHEIGHT 3\nDEPTH 1\nMAXVAL 1\nTUPLTYPE BLACKANDWHITE\nENDHDR\n" +
         bytes((x + y) % 2 for x, y in POINTS))


def make_jpeg():
    """80x48, flat blocks of 16: what a JPEG keeps well. Colours as above, of the block's place."""
    from PIL import Image
    colors = Image.new("RGB", (80, 48))
    for x, y in ((x, y) for y in range(48) for x in range(80)):
        colors.putpixel((x, y), tuple(rgb(x // 16, y // 16)))
    levels = Image.new("L", (80, 48))
    for x, y in ((x, y) for y in range(48) for x in range(80)):
        levels.putpixel((x, y), grey(x // 16, y // 16))
    colors.save("rgb.jpg", quality=95)
    colors.save("progressive.jpg", quality=95, progressive=True)
    levels.save("y.jpg", quality=95)
    inks = Image.merge("CMYK", [c.point(lambda v: 255 - v) for c in colors.split()] + [Image.new("L", (80, 48), 0)])
    inks.save("cmyk.jpg", quality=95)


# WebP ----------------------------------------------------------------------------------------------

def riff(*chunks):
    body = b"WEBP" + b"".join(kind + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2) for kind, data in chunks)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def u24(*numbers): return b"".join(struct.pack("<I", n)[:3] for n in numbers)


def webp_pixels(mode, size, value, **options):
    """The chunks of an image by Pillow, as (kind, data)."""
    import io
    from PIL import Image
    image = Image.new(mode, size)
    for x, y in ((x, y) for y in range(size[1]) for x in range(size[0])):
        image.putpixel((x, y), tuple(value(x, y)))
    file = io.BytesIO()
    image.save(file, "WEBP", **options)
    data, chunks, at = file.getvalue(), [], 12
    while at < len(data):
        size, = struct.unpack("<I", data[at + 4:at + 8])
        chunks.append((data[at:at + 4], data[at + 8:at + 8 + size]))
        at += 8 + size + size % 2
    return [chunk for chunk in chunks if chunk[0] in (b"VP8 ", b"VP8L", b"ALPH")]


def webp_frame(x, y, size, value, mode="RGBA", clear=False, over=True):
    chunks = webp_pixels(mode, size, value, lossless=True, exact=True)
    head = u24(x // 2, y // 2, size[0] - 1, size[1] - 1, 100) + bytes([(1 if clear else 0) | (0 if over else 2)])
    return b"ANMF", head + riff(*chunks)[12:]


def make_webp():
    """Without loss as above; with loss 80x48, as the JPEGs. Of the animation tests/io/webp_test.cpp says more."""
    rgba = lambda x, y: (*rgb(x, y), alpha(x, y))
    block = lambda f: lambda x, y: f(x // 16, y // 16)
    without_loss = {"lossless": True, "exact": True}
    save("rgb8.webp", riff(*webp_pixels("RGB", (W, H), rgb, **without_loss)))
    save("rgba8.webp", riff(*webp_pixels("RGBA", (W, H), rgba, **without_loss)))
    save("lossy.webp", riff(*webp_pixels("RGB", (80, 48), block(rgb), quality=95)))
    canvas = lambda flags, width=W, height=H: (b"VP8X", bytes([flags, 0, 0, 0]) + u24(width - 1, height - 1))
    save("lossy-alpha.webp", riff(canvas(0x10, 80, 48), *webp_pixels("RGBA", (80, 48), block(rgba), quality=95)))
    exif = b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0"
    save("turned.webp", riff(canvas(0x0C), *webp_pixels("RGB", (W, H), rgb, **without_loss), (b"EXIF", exif),
                             (b"XMP ", b"<x tiff:Orientation='6'/>")))
    half = lambda x, y: (200, 100, 50, 128)
    clear = lambda x, y: (10, 20, 30, 0)
    full = lambda x, y: (1, 2, 3, 255)
    save("animated.webp", riff(canvas(0x12), (b"ANIM", bytes(6)), webp_frame(0, 0, (W, H), rgb, "RGB"),
                               webp_frame(2, 0, (3, 2), half), webp_frame(0, 2, (2, 1), clear, clear=True, over=False),
                               webp_frame(4, 0, (1, 1), full)))


# OpenEXR -------------------------------------------------------------------------------------------

def make_exr():
    """Values as above by 256; tests/io/exr_test.cpp says more."""
    import numpy
    import OpenEXR

    def plane(value, kind=numpy.float16):
        return numpy.array([[value(x, y) / 256 for x in range(W)] for y in range(H)], kind)

    def part(channels, compression=OpenEXR.ZIP_COMPRESSION, kind=OpenEXR.scanlineimage, **header):
        return {"compression": compression, "type": kind, **header}, channels

    def write(name, *part):
        OpenEXR.File(*part).write(name)

    colours = {"R": plane(red), "G": plane(green), "B": plane(blue)}
    write("rgb-half.exr", *part(colours))
    tiles = OpenEXR.TileDescription()
    tiles.xSize = tiles.ySize = 2
    write("rgb-half-tiles.exr", *part(colours, OpenEXR.RLE_COMPRESSION, OpenEXR.tiledimage, tiles=tiles))
    deep = lambda value: plane(value, numpy.float32)
    cover = deep(alpha)
    write("rgba-float.exr", *part({"R": deep(red) * cover, "G": deep(green) * cover, "B": deep(blue) * cover, "A": cover},
                                  OpenEXR.PIZ_COMPRESSION, xDensity=300.0, pixelAspectRatio=0.5))
    window = (numpy.array([2, 1], numpy.int32), numpy.array([2 + W - 1, 1 + H - 1], numpy.int32))
    shown = (numpy.array([0, 0], numpy.int32), numpy.array([5, 4], numpy.int32))
    write("y-float-window.exr", *part({"Y": deep(grey)}, OpenEXR.NO_COMPRESSION, dataWindow=window, displayWindow=shown))
    numbers = numpy.array([[x + 5 * y for x in range(W)] for y in range(H)], numpy.uint32)
    write("layers.exr", *part({"diffuse.R": plane(green), "diffuse.G": plane(blue), "diffuse.B": plane(red), **colours,
                               "Z": deep(grey), "id": numbers}))
    OpenEXR.File([OpenEXR.Part(*part(colours, name="beauty")), OpenEXR.Part(*part(
        {"R": plane(green), "G": plane(blue), "B": plane(red)}, name="diffuse"))]).write("parts.exr")


# JPEG 2000, AVIF, HEIC, JPEG XL --------------------------------------------------------------------

def flat_blocks(mode, value):
    """80x48, as the JPEGs."""
    from PIL import Image
    image = Image.new(mode, (80, 48))
    for x, y in ((x, y) for y in range(48) for x in range(80)):
        image.putpixel((x, y), value(x // 16, y // 16))
    return image


def small(mode, value):
    from PIL import Image
    image = Image.new(mode, (W, H))
    for x, y in POINTS:
        image.putpixel((x, y), value(x, y))
    return image


def rgba(x, y): return (*rgb(x, y), alpha(x, y))


def make_jp2():
    colours = lambda x, y: tuple(rgb(x, y))
    small("RGB", colours).save("rgb8.jp2", irreversible=False, num_resolutions=1)
    small("RGBA", rgba).save("rgba8.jp2", irreversible=False, num_resolutions=1)
    small("LA", lambda x, y: (grey(x, y), alpha(x, y))).save("ya8.jp2", irreversible=False, num_resolutions=1)
    small("I;16", lambda x, y: deep(grey(x, y), x, y)).save("y16.jp2", irreversible=False, num_resolutions=1)
    small("RGB", colours).save("rgb8.j2k", irreversible=False, num_resolutions=1)
    flat_blocks("RGB", colours).save("lossy.jp2", irreversible=True, quality_mode="dB", quality_layers=[50])
    flat_blocks("RGB", colours).save("tiles.jp2", irreversible=False, tile_size=(32, 32), num_resolutions=3)


def make_avif():
    colours = lambda x, y: tuple(rgb(x, y))
    flat_blocks("RGB", colours).save("lossy.avif", quality=90, subsampling="4:4:4")
    flat_blocks("RGBA", rgba).save("alpha.avif", quality=95, subsampling="4:4:4")
    flat_blocks("L", grey).save("y.avif", quality=95)
    frames = [flat_blocks("RGB", f) for f in (colours, lambda x, y: colours(x, y)[::-1])]
    frames[0].save("animated.avif", save_all=True, append_images=frames[1:], quality=95, duration=[100, 250])
    exif = b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0"
    flat_blocks("RGB", colours).save("turned.avif", quality=90, exif=exif)


def make_heic():
    import numpy
    import pillow_heif
    pillow_heif.register_heif_opener()
    colours = lambda x, y: tuple(rgb(x, y))
    flat_blocks("RGB", colours).save("lossy.heic", format="HEIF", quality=95, chroma=444)
    flat_blocks("RGBA", rgba).save("alpha.heic", format="HEIF", quality=95, chroma=444)
    deep16 = numpy.array([[[257 * v for v in rgb(x // 16, y // 16)] for x in range(80)] for y in range(48)], numpy.uint16)
    pillow_heif.encode("RGB;16", (80, 48), deep16.tobytes(), "deep.heic", format="HEIF", quality=95, chroma=444)
    pages = pillow_heif.HeifFile()
    for f in (colours, lambda x, y: colours(x, y)[::-1]):
        pages.add_from_pillow(flat_blocks("RGB", f))
    pages.save("pages.heic", quality=95, chroma=444)


def make_jxl():
    import imagecodecs
    import numpy
    def array(kind, type):
        functions = {"y": [grey], "ya": [grey, alpha], "rgb": [red, green, blue], "rgba": [red, green, blue, alpha]}[kind]
        value = {numpy.uint8: lambda f, x, y: f(x, y), numpy.uint16: lambda f, x, y: deep(f(x, y), x, y)}.get(
            type, lambda f, x, y: f(x, y) / 256)
        pixels = [[[value(f, x, y) for f in functions] for x in range(W)] for y in range(H)]
        return numpy.squeeze(numpy.array(pixels, type))
    for name, kind, type in [("rgb8", "rgb", numpy.uint8), ("rgba8", "rgba", numpy.uint8), ("ya8", "ya", numpy.uint8),
                             ("rgb16", "rgb", numpy.uint16), ("y16", "y", numpy.uint16), ("rgb-half", "rgb", numpy.float16),
                             ("y-float", "y", numpy.float32)]:
        save(f"{name}.jxl", imagecodecs.jpegxl_encode(array(kind, type), lossless=True))
    colours = numpy.array(flat_blocks("RGB", lambda x, y: tuple(rgb(x, y))))
    save("lossy.jxl", imagecodecs.jpegxl_encode(colours, distance=0.5))
    save("boxes.jxl", imagecodecs.jpegxl_encode(array("rgb", numpy.uint8), lossless=True, usecontainer=True))
    save("animated.jxl", imagecodecs.jpegxl_encode(numpy.array([array("rgb", numpy.uint8), array("rgb", numpy.uint8)[..., ::-1]]),
                                                   lossless=True))


# Camera raw ----------------------------------------------------------------------------------------

def ifd(at, tags, order="<"):
    """Tags as (number, type, values), and where what they point to begins; the bytes of both."""
    kinds = {1: "B", 2: "B", 3: "H", 4: "I", 5: "II", 10: "ii"}
    entries, more = b"", b""
    behind = at + 2 + 12 * len(tags) + 4
    for number, kind, values in sorted(tags):
        data = b"".join(struct.pack(order + kinds[kind], *(v if isinstance(v, tuple) else (v,))) for v in values)
        if len(data) <= 4:
            value = data.ljust(4, b"\0")
        else:
            value = struct.pack(order + "I", behind + len(more))
            more += data + b"\0" * (len(data) % 2)
        entries += struct.pack(order + "HHI", number, kind, len(values)) + value
    return struct.pack(order + "H", len(tags)) + entries + bytes(4) + more


def make_dng():
    """A sensor of 120x72, red at the upper left, whose colours are those of sRGB without a curve; a JPEG as its preview."""
    with open("rgb.jpg", "rb") as file:
        preview = file.read()
    width, height = 120, 72
    cells = [[red, green], [green, blue]]
    linear = lambda v: v * 257  # numbers of the sensor are light
    sensor = b"".join(struct.pack("<H", linear(cells[y % 2][x % 2](x // 24, y // 24))) for y in range(height) for x in range(width))
    to_srgb = [3.2404542, -1.5371385, -0.4985314, -0.9692660, 1.8760108, 0.0415560, 0.0556434, -0.2040259, 1.0572252]
    matrix = [(round(v * 1e6), 1000000) for v in to_srgb]
    text = lambda words: list(words.encode() + b"\0")
    common = [(0xFE, 4, [1]), (0x100, 4, [80]), (0x101, 4, [48]), (0x102, 3, [8, 8, 8]), (0x103, 3, [7]), (0x106, 3, [6]),
              (0x10F, 2, text("sluice")), (0x110, 2, text("test")), (0x112, 3, [1]), (0x115, 3, [3]), (0x116, 4, [48]),
              (0x117, 4, [len(preview)]), (0xC612, 1, [1, 4, 0, 0]), (0xC614, 2, text("sluice test")),
              (0xC621, 10, matrix), (0xC628, 5, [(1, 1)] * 3), (0xC65A, 3, [21])]
    raw = [(0xFE, 4, [0]), (0x100, 4, [width]), (0x101, 4, [height]), (0x102, 3, [16]), (0x103, 3, [1]), (0x106, 3, [32803]),
           (0x115, 3, [1]), (0x116, 4, [height]), (0x117, 4, [len(sensor)]), (0x828D, 3, [2, 2]), (0x828E, 1, [0, 1, 1, 2]),
           (0xC61A, 4, [0]), (0xC61D, 4, [65535])]
    size = lambda tags: len(ifd(0, tags))
    first = common + [(0x111, 4, [0]), (0x14A, 4, [0])]
    second = raw + [(0x111, 4, [0])]
    at_second = 8 + size(first)
    at_preview = at_second + size(second)
    at_sensor = at_preview + len(preview) + len(preview) % 2
    first = common + [(0x111, 4, [at_preview]), (0x14A, 4, [at_second])]
    second = raw + [(0x111, 4, [at_sensor])]
    save("sensor.dng", b"II*\0\x08\0\0\0" + ifd(8, first) + ifd(at_second, second) + preview + b"\0" * (len(preview) % 2) +
         sensor)


def make_y4m():
    """Of the full range, without colours: each number is one of the picture."""
    def frame(f, more=b"", name=b"FRAME"):
        return name + b"\n" + bytes(f(x, y) for x, y in POINTS) + more
    half = bytes([128] * (3 * 2))
    save("mono.y4m", b"YUV4MPEG2 W5 H3 F25:1 Ip A1:1 Cmono XCOLORRANGE=FULL\n" + frame(grey))
    save("rgb420.y4m", b"YUV4MPEG2 W5 H3 F30000:1001 C420jpeg XCOLORRANGE=FULL\n" + frame(grey, half + half) +
         frame(alpha, half + half, b"FRAME Ip"))


def make_fits():
    """By astropy."""
    import numpy
    from astropy.io import fits
    def plane(f, type):
        return numpy.array([[f(x, y) for x in range(W)] for y in reversed(range(H))], type)  # the lowest row first
    fits.writeto("y8.fits", plane(grey, numpy.uint8), overwrite=True)
    fits.writeto("y16.fits", plane(lambda x, y: grey(x, y) - 100, numpy.int16), overwrite=True)
    fits.writeto("unsigned16.fits", plane(lambda x, y: deep(grey(x, y), x, y), numpy.uint16), overwrite=True)
    fits.writeto("y32.fits", plane(lambda x, y: 100000 * grey(x, y), numpy.int32), overwrite=True)
    floats = plane(lambda x, y: grey(x, y) / 256 - 0.25, numpy.float32)
    floats[0, 0] = numpy.nan
    fits.writeto("y-float.fits", floats, overwrite=True)
    fits.writeto("y-double.fits", plane(lambda x, y: grey(x, y) / 3, numpy.float64), overwrite=True)
    fits.writeto("rgb8.fits", numpy.array([plane(f, numpy.uint8) for f in (red, green, blue)]), overwrite=True)
    scaled = fits.PrimaryHDU(plane(grey, numpy.int16))
    scaled.header["BSCALE"], scaled.header["BZERO"], scaled.header["BLANK"] = 0.5, 10.0, 17
    with open("scaled.fits", "wb") as file:  # astropy would store other numbers
        header = scaled.header.copy()
        header.tofile(file, overwrite=True)
        file.write(plane(grey, ">i2").tobytes().ljust(2880, b"\0"))
    fits.HDUList([fits.PrimaryHDU(), fits.ImageHDU(plane(grey, numpy.uint8)), fits.ImageHDU(plane(alpha, numpy.uint8))]).writeto(
        "units.fits", overwrite=True)


if __name__ == "__main__":
    for make in (make_png, make_bmp, make_tga, make_gif, make_psd, make_hdr, make_pfm, make_pnm, make_y4m):
        make()
    if "--jpeg" in sys.argv:
        make_jpeg()
    if "--webp" in sys.argv:
        make_webp()
    if "--exr" in sys.argv:
        make_exr()
    if "--jp2" in sys.argv:
        make_jp2()
    if "--avif" in sys.argv:
        make_avif()
    if "--heic" in sys.argv:
        make_heic()
    if "--jxl" in sys.argv:
        make_jxl()
    if "--dng" in sys.argv:
        make_dng()
    if "--fits" in sys.argv:
        make_fits()
