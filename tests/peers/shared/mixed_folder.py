"""A folder as people have them: one picture in files of all formats, depths, kinds of alpha, profiles and orientations, made
by other programs. make(folder) returns what each file holds, by its name. What Python has no library for is left out.
"""
import importlib
import os
import struct

import numpy as np
from PIL import Image


def module(name):
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def picture(width=240, height=160):
    """Slopes of all colours, a grey wedge, edges: R, G, B and alpha from 0 to 1."""
    y, x = np.mgrid[0:height, 0:width].astype(float)
    red, green = x / (width - 1), y / (height - 1)
    blue = 0.5 + 0.5 * np.sin(x * y / 900)
    colours = np.stack([red, green, blue], -1)
    wedge = (y > 0.8 * height) & (x < 0.6 * width)
    colours[wedge] = (x / (0.6 * width))[wedge][:, None]
    colours[(abs(x - 0.75 * width) < 12) & (abs(y - 0.3 * height) < 40)] = [0.9, 0.1, 0.1]
    alpha = np.clip(2 - np.hypot(x / width - 0.5, y / height - 0.5) * 3.6, 0, 1)
    return colours, alpha


def matrix_profile(name, columns, gamma=2.2):
    """An ICC profile (version 2) of a matrix, of columns for D50, and a gamma."""
    def fixed(v): return struct.pack(">i", round(v * 65536))
    def xyz(v): return b"XYZ \0\0\0\0" + b"".join(map(fixed, v))
    text = name.encode() + b"\0"
    tags = [(b"desc", b"desc\0\0\0\0" + struct.pack(">I", len(text)) + text + bytes(78)), (b"cprt", b"text\0\0\0\0none\0"),
            (b"wtpt", xyz([0.9642, 1, 0.8249]))]
    tags += [(key + b"XYZ", xyz(column)) for key, column in zip((b"r", b"g", b"b"), columns)]
    curve = b"curv\0\0\0\0" + struct.pack(">IH", 1, round(gamma * 256))
    tags += [(key + b"TRC", curve) for key in (b"r", b"g", b"b")]
    at, table, data = 128 + 4 + 12 * len(tags), b"", b""
    for key, body in tags:
        body += bytes(-len(body) % 4)
        table += key + struct.pack(">II", at + len(data), len(body))
        data += body
    head = bytes(4) + bytes(4) + b"\2\x40\0\0" + b"mntrRGB XYZ " + struct.pack(">6H", 2026, 1, 1, 0, 0, 0) + b"acsp" + bytes(28)
    head += fixed(0.9642) + fixed(1) + fixed(0.8249) + bytes(48)
    whole = head + struct.pack(">I", len(tags)) + table + data
    return struct.pack(">I", len(whole)) + whole[4:]


WIDE = matrix_profile("wide", [[0.5151, 0.2412, -0.0011], [0.2920, 0.6922, 0.0419], [0.1571, 0.0666, 0.7841]])
ADOBE = matrix_profile("adobe", [[0.6097, 0.3111, 0.0195], [0.2053, 0.6257, 0.0609], [0.1492, 0.0632, 0.7446]])


class Folder:
    def __init__(self, path, copied=None):
        self.path, self.copied, self.files = path, copied, {}
        os.makedirs(path, exist_ok=True)
        colours, alpha = picture()
        self.colours, self.alpha = colours, alpha
        self.grey = colours @ [0.299, 0.587, 0.114]
        self.rgb8, self.grey8 = np.round(colours * 255).astype(np.uint8), np.round(self.grey * 255).astype(np.uint8)
        self.rgb16, self.grey16 = np.round(colours * 65535).astype(np.uint16), np.round(self.grey * 65535).astype(np.uint16)
        self.alpha8, self.alpha16 = np.round(alpha * 255).astype(np.uint8), np.round(alpha * 65535).astype(np.uint16)
        self.light = np.where(colours <= 0.04045, colours / 12.92, ((colours + 0.055) / 1.055) ** 2.4).astype(np.float32)
        self.image, self.grey_image = Image.fromarray(self.rgb8), Image.fromarray(self.grey8)
        self.rgba8 = np.dstack([self.rgb8, self.alpha8])
        self.rgba_image = Image.fromarray(self.rgba8)

    def add(self, name, write, size=(240, 160), same=True):
        """`same`: the result looks like the picture, so that a test can compare it."""
        try:
            write(os.path.join(self.path, name))
        except Exception as fault:
            print(f"[left out] {name}: {type(fault).__name__}: {fault}")
            return
        self.files[name] = {"size": size, "same": same}

    def pillow(self, name, image, size=(240, 160), same=True, **how):
        self.add(name, lambda path: image.save(path, **how), size, same)

    def bytes_of(self, name, encode, same=True):
        def write(path):
            data = encode()  # before the file is there
            with open(path, "wb") as file:
                file.write(data)
        self.add(name, write, same=same)

    def jpegs(self):
        self.pillow("jpeg-420.jpg", self.image, quality=90)
        self.pillow("jpeg-444.jpeg", self.image, quality=90, subsampling=0)
        self.pillow("jpeg-progressive.JPG", self.image, quality=85, progressive=True)
        self.pillow("jpeg-grey.jpg", self.grey_image, same=False)
        self.pillow("jpeg-cmyk.jpg", self.image.convert("CMYK"))
        self.pillow("jpeg-wide-profile.jpg", self.image, quality=90, icc_profile=WIDE, same=False)
        self.pillow("jpeg-adobe-profile.jpg", self.image, quality=90, icc_profile=ADOBE, same=False)
        exif = Image.Exif()
        undo = {2: Image.Transpose.FLIP_LEFT_RIGHT, 3: Image.Transpose.ROTATE_180, 6: Image.Transpose.ROTATE_90,
                8: Image.Transpose.ROTATE_270, 5: Image.Transpose.TRANSPOSE}
        for orientation, turn in undo.items():
            exif[0x0112] = orientation
            self.pillow(f"jpeg-turned-{orientation}.jpg", self.image.transpose(turn), quality=90, exif=exif)

    def pngs(self, codecs):
        self.pillow("png-1bit.png", self.grey_image.convert("1"), same=False)
        self.pillow("png-grey.png", self.grey_image, same=False)
        self.pillow("png-grey-alpha.png", Image.fromarray(np.dstack([self.grey8, self.alpha8]), "LA"), same=False)
        self.pillow("png-palette.png", self.image.quantize(64))
        self.pillow("png-palette-transparent.png", self.image.quantize(16), transparency=3, same=False)
        self.pillow("png-rgb.png", self.image)
        self.pillow("png-rgba.png", self.rgba_image, same=False)
        self.pillow("png-opaque.png", Image.fromarray(np.dstack([self.rgb8, np.full_like(self.alpha8, 255)])))
        self.pillow("png-profile.png", self.image, icc_profile=WIDE, same=False)
        self.pillow("png-grey16.png", Image.fromarray(self.grey16), same=False)
        if codecs:
            self.bytes_of("png-rgb16.png", lambda: codecs.png_encode(self.rgb16))
            self.bytes_of("png-rgba16.png", lambda: codecs.png_encode(np.dstack([self.rgb16, self.alpha16])), same=False)
            self.bytes_of("png-grey-alpha16.png", lambda: codecs.png_encode(np.dstack([self.grey16, self.alpha16])), same=False)

    def tiffs(self, tifffile):
        self.pillow("tiff-lzw.tif", self.image, compression="tiff_lzw")
        self.pillow("tiff-g4.tif", self.grey_image.convert("1"), compression="group4", same=False)
        self.pillow("tiff-palette.tif", self.image.quantize(64))
        self.pillow("tiff-cmyk.tif", self.image.convert("CMYK"))
        self.pillow("tiff-jpeg.tif", self.image, compression="jpeg", quality=90)
        if tifffile is None:
            return
        def tiff(name, array, same=True, **how):
            self.add(name, lambda path: tifffile.imwrite(path, array, **how), same=same)
        tiff("tiff-rgb16.tif", self.rgb16, photometric="rgb", compression="zlib", predictor=True)
        tiff("tiff-rgba16.tif", np.dstack([self.rgb16, self.alpha16]), False, photometric="rgb", extrasamples=["unassalpha"])
        tiff("tiff-float.tif", self.colours.astype(np.float32), photometric="rgb")
        tiff("tiff-half.tif", self.colours.astype(np.float16), photometric="rgb")
        tiff("tiff-double-grey.tif", self.grey, False, photometric="minisblack")
        tiff("tiff-counts-float.tif", (self.grey * 4000).astype(np.float32), False, photometric="minisblack")
        tiff("tiff-signed16.tif", (self.grey * 4000 - 500).astype(np.int16), False, photometric="minisblack")
        tiff("tiff-unsigned32.tif", (self.grey * 4e9).astype(np.uint32), False, photometric="minisblack")
        tiff("tiff-planes.tif", np.moveaxis(self.rgb8, -1, 0), photometric="rgb", planarconfig="separate")
        tiff("tiff-tiles-big.tif", self.rgb8, photometric="rgb", tile=(64, 64), bigtiff=True, compression="lzw")
        tiff("tiff-pages.tif", np.stack([self.rgb8, self.rgb8[::-1]]), photometric="rgb")
        self.add("tiff-turned.tif", lambda path: tifffile.imwrite(
            path, np.rot90(self.rgb8).copy(), photometric="rgb", extratags=[(274, 3, 1, 6, True)]))

    def others(self):
        self.pillow("webp-lossy.webp", self.image, quality=90)
        self.pillow("webp-alpha.webp", self.rgba_image, lossless=True, same=False)
        frames = [self.image, self.image.transpose(Image.Transpose.FLIP_LEFT_RIGHT)]
        self.pillow("webp-animated.webp", frames[0], save_all=True, append_images=frames[1:], quality=90)
        self.pillow("gif.gif", self.image.quantize(128))
        self.pillow("gif-animated.gif", frames[0], save_all=True, append_images=frames[1:])
        self.pillow("gif-transparent.gif", self.image.quantize(16), transparency=2, same=False)
        self.pillow("bmp-24.bmp", self.image)
        self.pillow("bmp-palette.bmp", self.image.quantize(64))
        self.pillow("bmp-32.bmp", self.rgba_image, same=False)
        self.pillow("tga.tga", self.image)
        self.pillow("tga-alpha.tga", self.rgba_image, same=False)
        self.pillow("pnm.ppm", self.image)
        self.pillow("pnm-16.pgm", Image.fromarray(self.grey16.astype(np.int32), "I"), same=False)
        self.pillow("pnm-bits.pbm", self.grey_image.convert("1"), same=False)
        self.bytes_of("float.pfm", lambda: b"PF\n240 160\n-1.0\n" + self.light[::-1].astype("<f4").tobytes())
        self.pillow("jpeg2000.jp2", self.image)
        self.pillow("jpeg2000-alpha.jp2", self.rgba_image, same=False)
        self.pillow("avif.avif", self.image, quality=85)
        self.pillow("avif-alpha.avif", self.rgba_image, same=False)
        self.add("array.npy", lambda path: np.save(path, self.rgb8))
        self.add("array-float.npy", lambda path: np.save(path, self.colours.astype(np.float32)))

    def of_libraries(self, codecs, heif, fits, cv2):
        if codecs:
            self.bytes_of("jpegxl.jxl", lambda: codecs.jpegxl_encode(self.rgb8, lossless=True))
            self.bytes_of("jpegxl-16.jxl", lambda: codecs.jpegxl_encode(self.rgb16, lossless=True))
            self.bytes_of("jpegxl-alpha.jxl", lambda: codecs.jpegxl_encode(self.rgba8, lossless=True), False)
            self.bytes_of("jpeg2000-16.jp2", lambda: codecs.jpeg2k_encode(self.rgb16, reversible=True, level=0))
        if heif:
            heif.register_heif_opener()
            self.pillow("heic.heic", self.image, format="HEIF", quality=85)
            self.pillow("heic-alpha.HEIC", self.rgba_image, format="HEIF", quality=85, same=False)
            self.add("avif-10bit.avif", lambda path: heif.from_bytes(
                "RGB;16", self.image.size, self.rgb16.tobytes()).save(path, format="AVIF", quality=90, bit_depth=10), same=False)
        if fits:
            for name, array in (("u8", self.grey8), ("i16", (self.grey * 4000 - 500).astype(np.int16)), ("u16", self.grey16),
                                ("f32", self.grey.astype(np.float32))):
                self.add(f"fits-{name}.fits", lambda path, array=array: fits.writeto(path, array[::-1], overwrite=True), same=False)
        if cv2:
            self.add("radiance.hdr", lambda path: cv2.imwrite(path, self.light[..., ::-1].copy()))

    def copies(self):
        """What no library here writes: files of the tests."""
        for name in ("rgba8.psd", "rgb16.psd", "rgb-half.exr", "rgba-float.exr", "sensor.dng"):
            def copy(path, name=name):
                with open(os.path.join(self.copied, name), "rb") as file, open(path, "wb") as other:
                    other.write(file.read())
            self.add(name, copy, size=None, same=False)


def make(path, copied=None, only=None):
    """`copied`: a folder of files that are taken as they are; `only`: every how manieth file is kept."""
    folder = Folder(path, copied)
    codecs = module("imagecodecs")
    folder.jpegs()
    folder.pngs(codecs)
    folder.tiffs(module("tifffile"))
    folder.others()
    os.environ.setdefault("OPENCV_IO_ENABLE_OPENEXR", "1")
    folder.of_libraries(codecs, module("pillow_heif"), module("astropy.io.fits"), module("cv2"))
    if copied:
        folder.copies()
    if only:
        for index, name in enumerate(sorted(folder.files)):
            if index % only:
                os.remove(os.path.join(path, name))
                del folder.files[name]
    return folder


if __name__ == "__main__":
    import sys
    made = make(sys.argv[1], *sys.argv[2:3])
    print(f"{len(made.files)} files")
