"""Images in files, and in the bytes of files."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import numpy as np

from . import _sluice
from ._image import Image, _in_order, _made, _warn

if TYPE_CHECKING:  # made from the declarations of options
    from typing_extensions import Buffer, Unpack

    from ._options import ReadOptions, WriteOptions


def read(
    path: str | os.PathLike,
    *,
    input_format: str = "auto",
    page: int = 1,
    lenient: bool = False,
    space: str = "auto",
    **of_format: Unpack[ReadOptions],
) -> Image:
    """Reads an image from a file, and turns it upright. Raises Error.

    input_format  an extension, such as "yuv", for files that do not say their format
    page          the page of a file with several; 0 reads all pages, as layers
    lenient       accept damaged or incomplete data, with a warning
    space         what the values mean, whatever the file says: encoded (sRGB), linear (light) or data

    Some formats have options of their own, which have no effect on files of other formats:

"""
    pixels, format, said = _sluice.read(os.fspath(path), input_format, page, lenient, space, of_format)
    _warn(said)
    return _made(pixels, format)


def write(
    path: str | os.PathLike, image: object, *, replace: bool = False, **of_format: Unpack[WriteOptions]
) -> None:
    """Writes an image to a file, atomically. The file's extension selects the format. Raises Error if the
    format cannot store the image as it is, or if the file already exists and `replace` is false. Some formats
    have options of their own, which have no effect on files of other formats:

"""
    image = Image(image)
    _warn(_sluice.write(os.fspath(path), _in_order(image), image.format, replace, of_format))


def decode(
    data: Buffer,
    *,
    name: str = "",
    input_format: str = "auto",
    page: int = 1,
    lenient: bool = False,
    space: str = "auto",
    **of_format: Unpack[ReadOptions],
) -> Image:
    """Reads an image from the bytes of a file: a bytes object, or any other buffer, which must not change
    meanwhile. Returns what read() returns for that file, and has its options. Raises Error.

    name          what messages call the data; for formats that have no mark in the data (TGA), its extension
                  tells the format
    input_format  an extension, such as "yuv", whatever the name is

    Some formats have options of their own, which have no effect on files of other formats:

"""
    pixels, format, said = _sluice.decode(
        _bytes(data), os.fspath(name) or "decode", input_format, page, lenient, space, of_format
    )
    _warn(said)
    return _made(pixels, format)


def encode(image: object, format: str, **of_format: Unpack[WriteOptions]) -> bytes:
    """Returns the bytes of the file that write() makes of an image. `format` is a file extension: "png",
    "jpg". Raises Error if the format cannot store the image as it is. Some formats have options of their
    own, which have no effect on files of other formats:

"""
    if not isinstance(format, str) or not format.strip("."):
        raise _sluice.Error(f'encode: format is {format!r}; give the extension of a format, such as "png"')
    image = Image(image)
    data, said = _sluice.encode(format, _in_order(image), image.format, of_format)
    _warn(said)
    return data


for function, options in (
    (read, _sluice.load_options_help()),
    (decode, _sluice.load_options_help()),
    (write, _sluice.save_options_help()),
    (encode, _sluice.save_options_help()),
):
    function.__doc__ += options
del function, options


def _bytes(data: object) -> np.ndarray:
    """The bytes as an array, not copied."""
    if isinstance(data, (str, os.PathLike)):
        raise _sluice.Error(
            f"decode: takes the bytes of a file, not its name; sluice.read({os.fspath(data)!r}) reads the file"
        )
    try:
        view = memoryview(data)
    except TypeError:
        raise _sluice.Error(
            f"decode: {type(data).__name__} has no bytes; pass what file.read() returns"
        ) from None
    if not view.c_contiguous:
        raise _sluice.Error("decode: the bytes do not follow each other in memory; pass bytes(data)")
    return np.frombuffer(view, np.uint8) if view.nbytes else np.empty(0, np.uint8)
