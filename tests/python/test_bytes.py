"""decode() and encode(): what read() and write() do, without a file."""

import numpy as np
import pytest

import sluice

IMAGE = sluice.Image((np.arange(9 * 7 * 3) * 5 % 256).astype(np.uint8).reshape(9, 7, 3))
EXTENSIONS = ["png", "jpg", "bmp", "hdr", "ppm", "pfm", "tif", "gif", "webp", "exr", "npy", "jp2", "avif", "jxl"]
EXTENSIONS += ["fits", "y4m", "szi", "tga"]


def image_for(extension):
    """One that the format holds as it is."""
    floats = sluice.Image(IMAGE / np.float32(255), white=1, space="linear")
    if extension == "fits":
        return sluice.Image(np.asarray(IMAGE[..., 0], np.float32), space="data")
    if extension == "exr":
        return sluice.Image(floats.astype(np.float16), space="linear")
    if extension in ("hdr", "pfm"):
        return floats
    return IMAGE


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("extension", EXTENSIONS)
def test_every_format_gives_the_bytes_of_its_file_and_takes_them_back(tmp_path, extension):
    path, image = tmp_path / f"a.{extension}", image_for(extension)
    try:
        sluice.write(path, image)
    except sluice.Error as fault:
        with pytest.raises(sluice.Error) as same:
            sluice.encode(image, extension)
        assert str(fault).split(": ", 1)[1] == str(same.value).split(": ", 1)[1]
        assert "built without" in str(fault), fault
        return
    data = sluice.encode(image, extension)
    if extension == "szi":  # an archive has the time of day
        assert len(data) == path.stat().st_size
        return
    assert data == path.read_bytes()
    assert data == sluice.encode(image, f".{extension.upper()}")
    for given in (data, bytearray(data), memoryview(data), np.frombuffer(data, np.uint8)):
        decoded = sluice.decode(given, name=path)
        read = sluice.read(path)
        assert np.array_equal(decoded, read) and decoded._means() == read._means()


def test_options_are_those_of_read_and_write(tmp_path):
    assert len(sluice.encode(IMAGE, "jpg", quality=10)) < len(sluice.encode(IMAGE, "jpg", quality=95))
    data = sluice.encode(np.zeros((3, 4, 3), np.float32), "npy")
    for layout in ("HWC", "CHW"):
        read = sluice.decode(data, layout=layout, space="linear")
        assert read.shape == ((3, 4, 3) if layout == "HWC" else (4, 3, 3)) and read.space == "linear"
    layers = sluice.encode(np.stack([IMAGE, IMAGE]), "tif")
    assert sluice.decode(layers, page=0).shape == (2, 9, 7, 3)
    half = sluice.encode(IMAGE, "bmp")[:-20]
    with pytest.raises(sluice.Error, match="lenient=True takes what can be read"):
        sluice.decode(half)
    with pytest.warns(RuntimeWarning):
        assert sluice.decode(half, lenient=True).shape == IMAGE.shape


@pytest.mark.parametrize(
    "data, words",
    [
        (b"", "decode: the file is empty"),
        (b"no image at all", "decode: it is not an image that sluice can read; sluice reads PNG, JPEG"),
        ("cat.png", "not its name; sluice.read('cat.png') reads the file"),
        (7, "int has no bytes; pass what file.read() returns"),
        (memoryview(bytes(16))[::2], "pass bytes(data)"),
        (sluice.encode(IMAGE, "png")[:40], "its data ends early"),
    ],
)
def test_what_is_no_image_is_refused(data, words):
    with pytest.raises(sluice.Error) as fault:
        sluice.decode(data)
    assert words in str(fault.value)


def test_messages_have_the_name_of_the_data():
    with pytest.raises(sluice.Error, match="^photo.jpg in a.tar: the file is empty"):
        sluice.decode(b"", name="photo.jpg in a.tar")


@pytest.mark.parametrize(
    "image, format, options, words",
    [
        (IMAGE, "", {}, 'give the extension of a format, such as "png"'),
        (IMAGE, None, {}, 'give the extension of a format, such as "png"'),
        (IMAGE, "pgn", {}, "encode: 'pgn' is no format that sluice writes (did you mean 'png'?)"),
        (IMAGE, "jpg", {"quality": 101}, "encode: quality 101 is outside [1, 100]"),
        (IMAGE, "jpg", {"qualty": 90}, "there is no option 'qualty' (did you mean 'quality'?)"),
        (np.zeros((4, 4, 3)), "png", {}, "has to be converted to 4x4 u16 x3 first"),
    ],
)
def test_what_cannot_be_encoded_says_why(image, format, options, words):
    with pytest.raises(sluice.Error) as fault:
        sluice.encode(image, format, **options)
    assert words in str(fault.value)


def test_frames_without_a_header_need_a_format_a_size_and_pixels(tmp_path):
    frames = (np.arange(2 * 4 * 6 * 3) % 256).astype(np.uint8).reshape(2, 4, 6, 3)
    data = frames[..., ::-1].tobytes()
    read = sluice.decode(data, input_format="rawvideo", size=(6, 4), pixels="bgr24", page=0)
    assert np.array_equal(read, frames)
    path = tmp_path / "a.yuv"
    path.write_bytes(data)
    with pytest.warns(RuntimeWarning):
        assert np.array_equal(sluice.read(path, size="6x4", pixels="BGR24"), frames[0])
    assert np.array_equal(sluice.read(path, size="6x4", pixels="bgr24", page=2), frames[1])
    assert sluice.encode(frames[0], "yuv", pixels="bgr24") == data[: len(data) // 2]
    with pytest.raises(sluice.Error, match="does not say how large its frames are; size does"):
        sluice.decode(data, input_format="rawvideo")
    with pytest.raises(sluice.Error, match="'nope' is no format that sluice reads"):
        sluice.decode(data, input_format="nope")
