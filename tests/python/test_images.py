"""Arrays in and out: types, layouts, memory, meaning."""

import sys

import numpy as np
import pytest

import sluice

TYPES = ["uint8", "int8", "uint16", "int16", "int32", "float16", "float32", "float64"]


def ramp(shape, dtype="uint8"):
    return (np.arange(np.prod(shape)) % 127).reshape(shape).astype(dtype)


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("channels", [1, 3])
def test_flip_moves_the_numbers_of_every_type_as_they_are(dtype, channels):
    array = ramp((5, 7, channels), dtype)
    flipped = sluice.run("flip", array)
    assert flipped.dtype == array.dtype
    assert np.array_equal(flipped.reshape(array.shape), array[:, ::-1])


@pytest.mark.parametrize("layout", ["HWC", "CHW", "WHC", "CWH"])
def test_any_order_of_the_axes_gives_the_same_picture_in_that_order(layout):
    picture = ramp((4, 6, 3))
    array = picture.transpose(["HWC".index(axis) for axis in layout])
    result = sluice.run("crop width=5 height=2", array, layout=layout)
    expected = sluice.run("crop width=5 height=2", picture)
    assert result.shape == tuple({"H": 2, "W": 5, "C": 3}[axis] for axis in layout)
    assert np.array_equal(result.transpose([layout.index(axis) for axis in "HWC"]), expected)


def test_layers_are_normalized_each_for_itself():
    batch = np.stack([ramp((4, 5, 3)), 20 + ramp((4, 5, 3)) // 2])
    together = sluice.run("normalize", batch, observe=["normalize.stats"])
    for layer, picture in zip(together, batch):
        assert np.array_equal(layer, sluice.run("normalize", picture))
    assert together.tables["normalize.stats"]["min"].tolist() == batch.min(axis=(1, 2)).tolist()
    planes = sluice.run("normalize", np.ascontiguousarray(batch.transpose(0, 3, 1, 2)), layout="NCHW")
    assert np.array_equal(planes.transpose(0, 2, 3, 1), together)


@pytest.mark.parametrize(
    "array",
    [
        ramp((8, 9, 3))[1:7, 2:8],  # a region
        ramp((8, 9, 4))[..., :3],  # three channels in four lanes
        ramp((8, 9, 3))[::-1, ::2],  # rows upwards, every other column
        ramp((8, 9, 3), ">u2"),  # the other byte order
        np.broadcast_to(ramp((1, 9, 3)), (8, 9, 3)),
        np.asfortranarray(ramp((8, 9, 3))),
    ],
    ids=["region", "lanes", "steps", "bytes", "broadcast", "columns"],
)
def test_arrays_are_taken_however_they_lie_in_memory(array):
    assert np.array_equal(sluice.run("invert", array), np.iinfo(array.dtype).max - array)


def test_what_numbers_mean_goes_from_image_to_image():
    picture = ramp((4, 4, 3)) * 2
    reversed_ = sluice.Image(np.ascontiguousarray(picture[..., ::-1]), order="bgr")
    assert np.array_equal(sluice.run("grey", reversed_), sluice.run("grey", picture))
    assert sluice.run("invert", reversed_).order == "bgr"
    linear = sluice.run("convert pixel=f32 space=linear", picture)
    assert (linear.space, linear.dtype) == ("linear", np.float32)
    assert np.array_equal(sluice.run("convert pixel=u8 space=encoded", linear), picture)
    assert linear[1:3].space == "linear"
    deep = sluice.run("convert pixel=f32", ramp((3, 3), "uint16") * 8, white=1023)
    assert deep.max() == np.float32(126 * 8 / 1023) or deep.max() < 1
    assert sluice.Image(ramp((3, 3, 2)), alpha=True).format.alpha


def test_results_go_where_they_are_asked_for():
    array = ramp((6, 8, 3))
    out = np.zeros((10, 8, 3), np.uint8)
    result = sluice.run("invert", array, out=out[2:8])
    assert np.shares_memory(result, out)
    assert np.array_equal(out[2:8], 255 - array) and not out[:2].any() and not out[8:].any()
    first, second = sluice.run("invert", array), sluice.run("flip", array)
    assert np.array_equal(first, 255 - array), "a result is not another call's memory"
    assert second.flags.c_contiguous


def test_images_of_shared_memory_are_the_same_pictures():
    lent = sluice.empty((33, 47, 3))
    lent[:] = ramp(lent.shape)
    out = sluice.empty((33, 47, 3))
    sluice.run("invert", lent, out=out)
    assert np.array_equal(out, 255 - np.asarray(lent))
    assert sluice.empty((3, 5, 7), np.float32, layout="CHW").pixels.shape == (1, 5, 7, 3)


def test_dlpack_and_buffers_are_taken_and_given_without_a_copy():
    class Exporter:  # what any other library is to us
        def __init__(self, array):
            self.array = array

        def __dlpack__(self, **options):
            return self.array.__dlpack__()

        def __dlpack_device__(self):
            return self.array.__dlpack_device__()

    array = ramp((4, 5, 3))
    assert np.shares_memory(sluice.Image(Exporter(array)), array)
    assert np.array_equal(sluice.run("invert", Exporter(array)), 255 - array)
    assert np.shares_memory(np.from_dlpack(sluice.Image(array)), array)
    assert np.array_equal(sluice.run("invert", memoryview(array)), 255 - array)


def test_notebooks_show_pictures_and_nothing_else(tmp_path):
    picture = ramp((4, 5, 3)) * 2
    (tmp_path / "shown.png").write_bytes(sluice.Image(picture)._repr_png_())
    assert np.array_equal(sluice.read(tmp_path / "shown.png"), picture)
    linear = sluice.run("convert pixel=f32 space=linear", picture)
    (tmp_path / "linear.png").write_bytes(linear._repr_png_())
    assert np.array_equal(sluice.read(tmp_path / "linear.png"), picture)
    assert not hasattr(sluice.Image(picture)[0, 0], "_repr_png_")  # no image any more
    assert sluice.Image(picture[..., :2])._repr_png_() is None


def test_floats_of_files_are_numbers_until_somebody_says_what_they_are(tmp_path):
    np.save(tmp_path / "a.npy", np.float32([[0, 0.5, 1]]))
    as_bytes = lambda **how: sluice.run("convert u8", sluice.read(tmp_path / "a.npy", **how))
    assert as_bytes().space == "data"
    for space in ("encoded", "linear", "data"):
        assert as_bytes(space=space).space == space
        assert as_bytes(space=space).tolist() == [[0, 128, 255]]
    with pytest.raises(sluice.Error, match="not one of encoded, linear"):
        sluice.read(tmp_path / "a.npy", space="light")


def test_axes_of_an_array_are_said_where_they_could_be_several_things(tmp_path):
    planes = np.arange(3 * 8 * 9, dtype=np.uint8).reshape(3, 8, 9)
    np.save(tmp_path / "planes.npy", planes)
    with pytest.raises(sluice.Error, match="layout=chw.*layout=nhw"):
        sluice.read(tmp_path / "planes.npy")
    assert np.array_equal(sluice.read(tmp_path / "planes.npy", layout="chw"), np.moveaxis(planes, 0, -1))
    layers = sluice.read(tmp_path / "planes.npy", layout="NHW")
    sluice.write(tmp_path / "layers.npy", layers)
    again = sluice.read(tmp_path / "layers.npy")
    assert again.shape == layers.shape and np.array_equal(again, layers)


def test_files_are_read_and_written(tmp_path):
    picture = ramp((4, 5, 3), "uint16") * 500
    sluice.write(tmp_path / "deep.png", picture)
    again = sluice.read(tmp_path / "deep.png")
    assert again.dtype == np.uint16 and np.array_equal(again, picture)
    with pytest.raises(sluice.Error, match="exists"):
        sluice.write(tmp_path / "deep.png", picture)
    sluice.write(tmp_path / "deep.png", picture // 2, replace=True)
    assert np.array_equal(sluice.read(tmp_path / "deep.png"), picture // 2)
    with pytest.raises(sluice.Error, match="jpg"):
        sluice.write(tmp_path / "deep.jpg", picture)
    with pytest.raises(sluice.Error, match="none.png"):
        sluice.read(tmp_path / "none.png")


def test_options_of_formats_are_keywords_and_mean_nothing_for_other_formats(tmp_path):
    picture = np.random.default_rng(1).integers(0, 255, (64, 64, 3), np.uint8)
    sizes = []
    for quality in (20, 95):
        sluice.write(tmp_path / "a.jpg", picture, quality=quality, compression=9, replace=True)
        sizes.append((tmp_path / "a.jpg").stat().st_size)
    assert sizes[0] < sizes[1]
    sluice.write(tmp_path / "a.png", picture, filter="SUB", quality=20)
    assert np.array_equal(sluice.read(tmp_path / "a.png", layout="chw"), picture)
    with pytest.raises(sluice.Error, match=r"quality 0 is outside \[1, 100\]"):
        sluice.write(tmp_path / "b.jpg", picture, quality=0)
    with pytest.raises(sluice.Error, match="no option 'qualty' .did you mean 'quality'"):
        sluice.write(tmp_path / "b.jpg", picture, qualty=80)
    with pytest.raises(sluice.Error, match="layout 'hcw' is not one of auto, hw"):
        sluice.read(tmp_path / "a.png", layout="hcw")
    assert "quality: integer in [1, 100], or auto; for JPEG, TIFF, WebP, JPEG 2000" in sluice.write.__doc__


@pytest.mark.parametrize(
    "array, meaning, words",
    [
        (np.zeros((4, 4), bool), {}, "not bool"),
        (np.zeros((4, 4), np.int64), {}, "not int64"),
        (np.zeros((4, 4, 5), np.uint8), {}, "5 channels"),
        (np.zeros((3, 40, 40), np.uint8), {}, 'layout="CHW"'),
        (np.zeros(4, np.uint8), {}, "1 axes"),
        (np.zeros((2, 4, 4, 3), np.uint8), {"layout": "CHW"}, "4 axes"),
        (np.zeros((4, 4, 3), np.uint8), {"layout": "HHC"}, "letters H and W"),
        (np.zeros((4, 4, 3), np.uint8), {"layout": "ABC"}, "letters H and W"),
        (np.zeros((0, 4, 3), np.uint8), {}, "without pixels"),
        (np.zeros((4, 4, 3), np.uint8), {"order": "brg"}, "did you mean 'bgr'"),
        (np.zeros((4, 4, 3), np.uint8), {"white": -1}, "white"),
        (np.zeros((4, 4, 3), np.uint8), {"spaces": "linear"}, "'spaces' is not one of"),
        ([[1, 2], [3, 4]], {}, "list is not an array"),
        (None, {}, "NoneType is not an array"),
    ],
)
def test_what_is_no_image_is_refused_with_the_way_out(array, meaning, words):
    with pytest.raises(sluice.Error) as fault:
        sluice.run("invert", array, **meaning)
    assert words in str(fault.value)


def test_a_histogram_is_drawn_where_matplotlib_is():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("agg")
    picture = ramp((9, 7, 3))
    axes = sluice.Image(picture).plot_histogram(bins=32)
    drawn = {patch.get_label(): patch.get_data().values for patch in axes.patches}
    assert list(drawn) == ["R", "G", "B"]
    for i, values in enumerate(drawn.values()):
        assert np.array_equal(values, np.histogram(picture[..., i], 32, (0, 256))[0])
    again = sluice.Image(picture.astype("f4") / 255).plot_histogram(axes.figure.subplots(), bins=4)
    assert again.get_xlim() == (0, 1) and again.patches[0].get_data().values.sum() == 63


def test_a_histogram_without_matplotlib_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(sluice.Error, match="pip install matplotlib"):
        sluice.Image(np.zeros((2, 2), np.uint8)).plot_histogram()


def test_a_warning_names_the_keyword_that_helps(tmp_path):
    pages = tmp_path / "pages.tif"
    layers = np.zeros((3, 4, 5), np.uint8)
    sluice.write(pages, sluice.Image(layers, layout="NHW"))
    with pytest.warns(RuntimeWarning, match="only page 1 of 3 is taken; page takes another"):
        sluice.read(pages)
