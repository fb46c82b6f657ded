"""What an Image means goes with its numbers, or is gone where nobody could say it."""

import copy
import multiprocessing
import pickle

import numpy as np
import pytest

import sluice


def photo():
    return np.random.default_rng(3).integers(0, 256, (5, 7, 3), np.uint8)


def bgr(**more):
    return sluice.Image(np.ascontiguousarray(photo()[..., ::-1]), order="bgr", **more)


def meaning(image):
    return {name: getattr(image, name) for name in ("layout", "order", "space", "white", "alpha", "model")}


def grey(image):
    return np.asarray(sluice.run("grey", image))


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_a_pickled_image_means_what_it_meant(protocol):
    image = bgr()
    again = pickle.loads(pickle.dumps(image, protocol))
    assert np.array_equal(grey(again), grey(photo())) and meaning(again) == meaning(image)
    deep = sluice.Image(np.full((4, 3), 900, np.uint16), space="linear", white=1023.0)
    assert meaning(pickle.loads(pickle.dumps(deep, protocol))) == meaning(deep)
    lab = sluice.run("convert to=lab", photo(), observe=[])
    assert pickle.loads(pickle.dumps(lab, protocol)).format == lab.format
    two = sluice.Image(np.zeros((2, 5, 4), np.uint8), layout="CHW", alpha=True)
    assert pickle.loads(pickle.dumps(two, protocol)).format == two.format


def test_tables_are_pickled_and_copied_too():
    image = sluice.run("normalize", photo(), observe=["normalize.stats"])
    for again in (pickle.loads(pickle.dumps(image)), copy.copy(image), copy.deepcopy(image)):
        assert np.array_equal(again.tables["normalize.stats"], image.tables["normalize.stats"])


def _sent(image):
    return image.order, image


def test_a_worker_of_a_data_loader_gets_and_gives_what_was_meant():
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        order, image = pool.apply(_sent, (bgr(),))
    assert order == "bgr" and np.array_equal(grey(image), grey(photo()))


@pytest.mark.parametrize(
    "change",
    [
        copy.copy,
        copy.deepcopy,
        np.ndarray.copy,
        lambda image: image[:],
        lambda image: image[...],
        lambda image: image[1:4, ::-2],
        lambda image: image[[0, 2, 3]],
        lambda image: image[:, np.array([True, False, True, True, False, True, True])],
        lambda image: image + np.uint8(0),
        lambda image: np.maximum(image, 10),
        lambda image: image.transpose(2, 0, 1),
        lambda image: np.moveaxis(image, 2, 0),
        lambda image: image.T,
        lambda image: image.swapaxes(0, 1),
        lambda image: np.rot90(image),
        lambda image: np.stack([image, image]),
        lambda image: np.concatenate([image, image]),
        lambda image: image[None],
        lambda image: np.expand_dims(image, 0),
        lambda image: image.astype(np.uint16),
        lambda image: image.view(),
    ],
)
def test_parts_copies_and_turned_axes_mean_what_the_image_means(change):
    image = sluice.Image(bgr(), space="linear", white=200.0)
    changed = change(image)
    assert (changed.order, changed.space, changed.white) == ("bgr", "linear", 200.0)
    plain = change(sluice.Image(photo(), space="linear", white=200.0))
    assert changed.format.order == "bgr" and np.array_equal(grey(changed), grey(plain))


def test_channels_that_are_turned_round_have_the_other_order():
    image = bgr()
    taken = np.take(image, [2, 1, 0], axis=2)
    for turned in (image[..., ::-1], image[:, :, [2, 1, 0]], np.flip(image, 2), taken):
        assert turned.order == "rgb" and np.array_equal(grey(turned), grey(photo()))
    assert image[..., ::-1][..., ::-1].order == "bgr"
    planes = sluice.Image(np.ascontiguousarray(image.transpose(2, 0, 1)), layout="CHW", order="bgr")
    assert planes[::-1].order == "rgb" and planes[::-1].axes == "CHW"
    four = sluice.Image(np.dstack([image, np.full((5, 7), 9, np.uint8)]), order="bgr")
    assert four[..., :3].order == "bgr" and four[..., [2, 1, 0]].order == "rgb"
    assert four[..., [2, 1, 0, 3]].order == "rgb"
    assert image[..., 0].axes == "HW" and image[..., 0].order == "rgb"
    lab = sluice.run("convert to=lab", photo())
    assert lab[..., 0].model == "rgb" and lab[..., :].model == "lab"


@pytest.mark.parametrize(
    "change",
    [
        lambda image: image[..., [1, 0, 2]],
        lambda image: image[..., 1:],
        lambda image: image[..., [0, 0, 0]],
        lambda image: image[0],
        lambda image: image[:, 0],
        lambda image: image[image > 100],
        lambda image: image.reshape(-1, 3),
        lambda image: image.mean(axis=0),
        lambda image: image > 100,
        lambda image: np.concatenate([image, image], axis=2),
        lambda image: np.asarray(image),
        lambda image: np.from_dlpack(image),
    ],
)
def test_what_no_image_can_say_is_a_plain_array(change):
    assert type(change(bgr())) is np.ndarray


def test_layers_lose_their_axis_and_keep_their_meaning():
    batch = sluice.Image(np.stack([photo(), photo()]).transpose(0, 3, 1, 2), layout="NCHW", order="bgr")
    assert batch[0].axes == "CHW" and batch[0].order == "bgr" and batch[:1].axes == "NCHW"
    assert [layer.axes for layer in batch] == ["CHW", "CHW"]
    assert type(batch[0, [2, 1, 0]]) is np.ndarray
    assert batch.mean(axis=0).axes == "CHW" and batch.mean(axis=0).order == "bgr"
    assert bgr().mean(axis=2).axes == "HW"


def test_numbers_that_become_another_type_keep_white_by_astype_alone():
    image = bgr()
    assert image.astype(np.float32).white == 255 and image.astype(np.float32).astype(np.uint8).white == 0
    assert np.array_equal(grey(image.astype(np.float32)).round(), grey(photo()))
    assert (image / 255).white == 0 and (image / 255).order == "bgr"
    image += 0
    assert image.order == "bgr"


def test_images_that_mean_other_things_are_not_computed_together():
    rgb = sluice.Image(photo())
    with pytest.raises(sluice.Error, match="order is 'bgr' for one and 'rgb' for the other"):
        bgr() + rgb
    with pytest.raises(sluice.Error, match="order"):
        np.concatenate([bgr(), rgb])
    with pytest.raises(sluice.Error, match="order"):
        bgr()[:] = rgb
    with pytest.raises(sluice.Error, match="model is"):
        rgb - sluice.run("convert to=lab", photo())
    assert not np.array_equal(bgr(), rgb)  # numbers are compared, whatever they mean
    mask = sluice.Image(np.ones((5, 7, 1), np.uint8), space="data")
    assert (bgr() * mask).order == "bgr" and (mask * bgr()).order == "bgr"


@pytest.mark.parametrize("model", ["lab", "hsv", "hsl", "xyz", "ycbcr"])
def test_bgr_becomes_another_model_in_the_order_of_the_model(model):
    result, expected = (sluice.run(f"convert to={model}", image) for image in (bgr(), photo()))
    assert result.order == "rgb" and np.array_equal(result, expected)
    back = sluice.run("convert to=rgb pixel=u8", result)
    assert back.order == "rgb" and np.array_equal(back, sluice.run("convert to=rgb pixel=u8", expected))
    out = sluice.empty(result.shape, result.dtype, order="bgr")
    given = sluice.run(f"convert to={model}", bgr(), out=out)
    assert np.array_equal(given, expected) and (out.order, out.model) == ("rgb", model)


def test_a_model_has_no_other_order():
    with pytest.raises(sluice.Error, match="order=bgr is only for red, green and blue"):
        sluice.run("invert", np.zeros((4, 4, 3), np.float32), order="bgr", model="lab")


def test_a_saved_bgr_image_has_its_colours(tmp_path):
    for name in ("a.png", "a.tif", "a.npy", "a.ppm"):
        sluice.write(tmp_path / name, pickle.loads(pickle.dumps(bgr())))
        assert np.array_equal(sluice.read(tmp_path / name), photo())
