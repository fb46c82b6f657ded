"""Frames in flight, parameters, Tables, threads."""

import concurrent.futures
import gc
import pickle
import threading
import warnings

import numpy as np
import pytest

import sluice


def noise(seed, shape=(37, 53, 3), dtype="uint8"):
    return np.random.default_rng(seed).integers(0, 200, shape).astype(dtype)


def test_frames_in_flight_keep_their_pictures_and_their_parameters():
    session = sluice.Session("gamma exponent=1", noise(0), frames_in_flight=3)
    frames = []
    for seed, exponent in enumerate([1, 2, 0.5]):
        session.set("gamma.exponent", exponent)
        frames.append(session.submit(noise(seed)))
    for seed, (frame, exponent) in enumerate(zip(frames, [1, 2, 0.5])):
        expected = sluice.run(f"gamma exponent={exponent}", noise(seed))
        assert np.array_equal(frame.image, expected)
    assert session.counters["waits"] == 3


def test_boxes_are_an_array_with_a_row_for_each():
    photo, boxes = noise(0), np.array([[3, 4, 10, 9], [20, 5, 10, 9]])
    cut = lambda x, y, width, height: photo[y : y + height, x : x + width]
    crops = sluice.run(sluice.Pipeline("crops 10,9 most=2").set("crops.boxes", boxes), photo)
    assert crops.shape == (2, 9, 10, 3)
    assert all(np.array_equal(crop, cut(*box)) for crop, box in zip(crops, boxes))

    session = sluice.Session("crops 10,9 most=2 boxes=0,0,0,0", photo)
    for moved in (boxes + [1, 2, 0, 0], boxes[:1].astype("float32")):
        session.set("crops.boxes", moved)
        crops = session.submit(photo).image
        assert all(np.array_equal(crop, cut(*box)) for crop, box in zip(crops, moved.astype(int)))
    assert not crops[1].any()
    session.set({"crops.boxes": np.zeros((0, 4))})
    assert not session.submit(photo).image.any()
    with pytest.raises(sluice.Error, match="boxes has 3 boxes, but there are 2 crops; most=3 makes room"):
        session.set("crops.boxes", np.ones((3, 4)))


def test_crops_are_a_batch_in_planes_too():
    photo = noise(0)
    chain = "crops 8 most=3 boxes=1,2,8,8,20,10,16,16"
    planes = sluice.Session(chain, photo, result_layout="NCHW").submit(photo).image
    assert planes.shape == (3, 3, 8, 8)
    assert np.array_equal(planes.transpose(0, 2, 3, 1), sluice.run(chain, photo))


def test_frames_of_a_stream_go_by_those_before_until_it_is_reset():
    session = sluice.Session("normalize smoothing=4", noise(0), observe=["normalize.range"])
    high = lambda picture: session.submit(picture).tables["normalize.range"][0]["high"].tolist()
    bright, dark = np.full((37, 53, 3), 200, "uint8"), np.full((37, 53, 3), 100, "uint8")
    assert [high(picture) for picture in (bright, dark)] == [[200] * 3, [150] * 3]
    session.reset()
    assert high(dark) == [100] * 3


def test_a_frame_that_was_waited_for_makes_room_for_another():
    session = sluice.Session("invert", noise(0), frames_in_flight=1)
    held = [session.submit(noise(seed)).wait() for seed in range(3)]
    for seed, frame in enumerate(held):
        assert np.array_equal(frame.image, 255 - noise(seed))
    on_its_way = session.submit(noise(0))
    with pytest.raises(sluice.Error, match="frames"):
        session.submit(noise(1))
    del on_its_way
    gc.collect()
    session.submit(noise(1)).wait()


def test_a_picture_may_be_changed_once_submit_has_returned_but_not_one_that_is_lent():
    session = sluice.Session("invert", noise(0))
    picture = noise(1)
    frame = session.submit(picture)
    picture[:] = 0
    assert np.array_equal(frame.image, 255 - noise(1))
    frame = session.submit(noise(2), lend=True)  # nobody else holds this array: the frame does
    gc.collect()
    assert np.array_equal(frame.image, 255 - noise(2))


def test_tables_are_records_with_exact_numbers():
    picture = noise(3)
    table = sluice.run("normalize", picture, observe=["normalize.stats"]).tables["normalize.stats"]
    assert table.shape == (1, 3)
    assert table["channel"].tolist() == [["R", "G", "B"]]
    assert table[0]["min"].tolist() == picture.min(axis=(0, 1)).tolist()
    assert table[0]["max"].tolist() == picture.max(axis=(0, 1)).tolist()

    frame = sluice.Session("reduce quantities=count,sum,sum_sq,histogram", picture).submit(picture)
    (sums,) = frame.tables.values()
    assert sums[0]["sum"].tolist() == picture.sum(axis=(0, 1), dtype=int).tolist()
    assert [int(x) for x in sums[0]["sum_sq"]] == (picture.astype(int) ** 2).sum(axis=(0, 1)).tolist()
    for channel in range(3):
        assert (
            sums[0]["histogram"][channel].tolist()
            == np.bincount(picture[..., channel].ravel(), minlength=256).tolist()
        )
    assert frame.images == {}
    with pytest.raises(sluice.Error, match="tables"):
        frame.image


def test_pipelines_take_and_give_several_images_by_name():
    below, above = noise(4), noise(5)
    larger = "input id=below; input id=above | max from=below,above"
    assert np.array_equal(sluice.run(larger, below, above), np.maximum(below, above))
    session = sluice.Session("invert; flip", below, above)
    out = np.empty_like(above)
    frame = session.submit(below, above, out={"output.2": out})
    assert np.array_equal(frame.images["output"], 255 - below)
    assert np.array_equal(out, above[:, ::-1]) and np.shares_memory(frame.images["output.2"], out)
    with pytest.raises(sluice.Error, match="2 results"):
        frame.image
    with pytest.raises(sluice.Error, match="without a name"):
        session.submit(below, above, out=out)
    with pytest.raises(sluice.Error, match="needs 2"):
        sluice.run(larger, below)


def test_huge_images_go_through_in_strips():
    picture = noise(6, (300, 200, 3))
    session = sluice.Session("normalize | gaussian 2", picture, limit_memory=100_000)
    assert "strips" in session.plan
    assert np.array_equal(session.submit(picture).image, sluice.run("normalize | gaussian 2", picture))


def test_what_stages_have_to_say_is_a_warning():
    with pytest.warns(RuntimeWarning, match="no pixel"):
        sluice.run("normalize", np.full((4, 4), np.nan, np.float32))


def test_other_threads_go_on_while_the_device_works():
    picture = noise(7, (500, 500, 3))
    session = sluice.Session("median radius=3", picture)
    frame, ticks, done = session.submit(picture), [], threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(1)
            done.wait(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    before = len(ticks)
    frame.wait()
    while_waiting = len(ticks) - before
    done.set()
    thread.join()
    assert while_waiting > 3


def test_threads_may_share_a_session_and_run_at_once():
    pictures = [noise(seed) for seed in range(4)]
    session = sluice.Session("invert", pictures[0], frames_in_flight=8)

    def work(i):
        picture = pictures[i % 4]
        shared = session.submit(picture).image
        return np.array_equal(shared, 255 - picture) and np.array_equal(
            sluice.run("flip", picture), picture[:, ::-1]
        )

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        assert all(pool.map(work, range(200)))


def test_a_forked_process_is_told_that_it_has_no_device_and_a_spawned_one_works():
    import multiprocessing

    sluice.run("invert", noise(0))
    with concurrent.futures.ProcessPoolExecutor(1, multiprocessing.get_context("fork")) as pool:
        with pytest.raises(sluice.Error, match="spawn"):
            pool.submit(sluice.run, "invert", noise(0)).result(60)
    with concurrent.futures.ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        result = pool.submit(sluice.run, sluice.Pipeline("invert"), noise(0)).result(60)
    assert np.array_equal(result, 255 - noise(0))


def test_pipelines_are_values():
    pipeline = sluice.Pipeline("gamma exponent=1 | invert").set("gamma.exponent", 2.0)
    again = pickle.loads(pickle.dumps(pipeline))
    assert again == pipeline and hash(again) == hash(pipeline)
    assert np.array_equal(sluice.run(again, noise(8)), sluice.run("gamma exponent=2 | invert", noise(8)))


def test_pipelines_are_written_by_functions_or_read_from_files(tmp_path):
    stages = sluice.stages
    pipeline = stages.gamma(exponent=2) | "invert" | stages.normalize(in_=(10, 200))
    assert str(pipeline) == "gamma exponent=2 | invert | normalize in=10,200"
    assert str("invert" | stages.gamma(2)) == "invert | gamma 2"
    assert "exponent" in str(stages.gamma.__signature__) and "Raises every channel" in stages.gamma.__doc__
    assert {"and_", "resize"} <= set(stages.__all__)
    file = tmp_path / "two.yaml"
    file.write_text("sluice: 1\nstages:\n  - gamma: {exponent: 2}\n  - invert:\n")
    assert np.array_equal(sluice.run(file, noise(9)), sluice.run("gamma exponent=2 | invert", noise(9)))
    file.write_text("sluice: 1\nstages:\n  - gamma: {exponent: 2000}\n")
    with pytest.raises(sluice.Error, match=r"two.yaml:3:.*2000"):
        sluice.run(str(file), noise(9))
    with pytest.raises(sluice.Error, match="none.yaml"):
        sluice.Pipeline.of(tmp_path / "none.yaml")


def test_files_have_variables(tmp_path):
    file = tmp_path / "two.yaml"
    file.write_text("sluice: 1\nvars: {e: {type: number, range: [0.1, 9]}}\nstages:\n  - gamma: ${e * 2}\n")
    pipeline = sluice.Pipeline.of(file, {"e": 1})
    assert np.array_equal(sluice.run(pipeline, noise(9)), sluice.run("gamma exponent=2", noise(9)))
    other = pipeline.with_vars(e=1.5)
    assert other != pipeline and hash(other) != hash(pipeline)
    assert pickle.loads(pickle.dumps(other)) == other
    assert np.array_equal(sluice.run(other, noise(9)), sluice.run("gamma exponent=3", noise(9)))
    with pytest.raises(sluice.Error, match=r'two.yaml:2:8: vars.e: it has no value.* vars={"e": "VALUE"}'):
        sluice.Pipeline.of(file)
    with pytest.raises(sluice.Error, match=r"two.yaml:2:8: e: 10 is outside"):
        sluice.Pipeline.of(file, {"e": 10})
    with pytest.raises(sluice.Error, match="a chain has no variables"):
        sluice.Pipeline.of("invert", {"e": 10})


def test_values_depend_on_the_size_of_the_image(tmp_path):
    file = tmp_path / "half.yaml"
    file.write_text("sluice: 1\nvars: {part: 2}\nstages:\n  - resize: {width: '${load.width / part}'}\n")
    for width in (20, 40):
        image = np.zeros((10, width, 3), np.uint8)
        assert sluice.run(str(file), image).shape == (5, width // 2, 3)
        assert sluice.run("resize width='${input.width / 2}'", image).shape == (5, width // 2, 3)
    with pytest.raises(sluice.Error, match=r"half.yaml:4:14: resize.width: 0 is outside .*input.width is 20"):
        sluice.run(sluice.Pipeline.of(file, {"part": 100}), np.zeros((10, 20, 3), np.uint8))
    with pytest.raises(sluice.Error, match="there is no image 'photo' whose size is known"):
        sluice.run("resize width='${photo.width / 2}'", image)


@pytest.mark.parametrize(
    "pipeline, words",
    [
        ("invrt", "did you mean 'invert'"),
        ("gamma exponent=0", "outside"),
        ("gamma exponent=1 |", "chain:1"),
        ("load a.png | invert", "is a file"),
        ("invert | save a.png", "is a file"),
    ],
)
def test_what_is_wrong_with_a_pipeline_is_said_in_one_error(pipeline, words):
    with pytest.raises(sluice.Error) as fault:
        sluice.run(pipeline, noise(0))
    assert words in str(fault.value)
    assert str(pickle.loads(pickle.dumps(fault.value))) == str(fault.value)


@pytest.mark.parametrize(
    "act, words",
    [
        (lambda s, a: s.submit(a[:5]), "session was made for"),
        (lambda s, a: s.submit(a.astype("u2")), "session was made for"),
        (lambda s, a: s.submit(), "0 images were given"),
        (lambda s, a: s.submit(a, out=np.zeros((2, 2, 3), np.uint8)), "does not fit"),
        (lambda s, a: s.submit(a, out=np.zeros(a.shape, np.float32)), "float32"),
        (lambda s, a: s.submit(a, out=np.broadcast_to(np.zeros(3, np.uint8), a.shape)), "read-only"),
        (lambda s, a: s.submit(a, out=np.zeros((*a.shape[:2], 6), np.uint8)[..., ::2]), "layout of this array"),
        (lambda s, a: s.submit(a, out={"output.9": a}), "output.9"),
        (lambda s, a: s.set("gamma.exponent", "x"), "gamma.exponent"),
        (lambda s, a: s.set("gamma.exponent", -1), "outside"),
        (lambda s, a: s.set("gama.exponent", 1), "gama"),
    ],
)
def test_wrong_calls_are_refused_and_the_session_goes_on(act, words):
    picture = noise(0)
    session = sluice.Session("gamma exponent=1", picture)
    with pytest.raises(sluice.Error) as fault:
        act(session, picture)
    assert words in str(fault.value)
    assert np.array_equal(session.submit(picture).image, picture)


def test_devices_are_listed_and_chosen():
    chosen = [device for device in sluice.devices() if device.chosen]
    assert len(chosen) == 1 and chosen[0].name
    picture = noise(0)
    device = sluice.Device(str(chosen[0].index))
    assert np.array_equal(sluice.run("invert", picture, device=device), 255 - picture)
    with pytest.raises(sluice.Error, match="abacus"):
        sluice.run("invert", picture, device="abacus")


def test_planes_are_read_and_written_where_they_lie():
    planes = noise(0, (3, 37, 53))
    rows = np.ascontiguousarray(planes.transpose(1, 2, 0))
    for chain in ("invert", "gaussian 1", "resize 20x11", "normalize", "convert pixel=f32"):
        made = sluice.run(chain, planes, layout="CHW")
        assert made.axes == "CHW" and made.flags.c_contiguous
        assert np.array_equal(made, sluice.run(chain, rows).transpose(2, 0, 1))
    region = planes[:, 3:20, 5:40]
    assert np.array_equal(sluice.run("invert", region, layout="CHW"), 255 - region)
    backwards = planes[:, ::-1, ::-1]
    assert np.array_equal(sluice.run("invert", backwards, layout="CHW"), 255 - backwards)
    out = np.zeros((2, 3, 37, 53), np.uint8)
    sluice.run("invert", planes, layout="CHW", out=out[1])
    assert np.array_equal(out[1], 255 - planes) and not out[0].any()
    layers = noise(1, (2, 3, 37, 53))
    assert np.array_equal(sluice.run("invert", layers, layout="NCHW"), 255 - layers)


def test_a_result_may_have_another_layout_and_order_than_the_image():
    photo = noise(2)
    made = sluice.run("convert pixel=f32", photo, order="bgr", result_layout="CHW", result_order="rgb")
    assert (made.axes, made.order) == ("CHW", "rgb")
    assert np.array_equal(np.asarray(made), (photo[:, :, ::-1] / np.float32(255)).transpose(2, 0, 1))
    grey = sluice.run("grey", photo, result_layout="CHW")
    assert grey.shape == (1, 37, 53)


def test_a_batch_of_tensors_is_written_image_by_image():
    photos = [noise(seed, shape) for seed, shape in enumerate([(37, 53, 3), (60, 20, 3), (37, 53, 3), (8, 8, 4)])]
    chain = "flatten | letterbox 31x17 | normalize standardize preset=imagenet"
    batch = sluice.tensor(photos, chain)
    assert (batch.shape, batch.dtype, batch.flags.c_contiguous) == ((4, 3, 17, 31), np.float32, True)
    for photo, made in zip(photos, batch):
        wanted = sluice.run(chain, photo) if photo.shape[2] == 3 else sluice.run(chain, photo)
        assert np.array_equal(made, wanted.transpose(2, 0, 1))
    last = sluice.tensor(photos, chain, layout="nhwc", order="bgr", dtype="float16")
    assert np.array_equal(last, batch.transpose(0, 2, 3, 1)[..., ::-1].astype(np.float16))
    out = np.zeros((4, 3, 17, 31), np.float32)
    assert sluice.tensor(photos, chain, out=out) is out and np.array_equal(out, batch)


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        ({"layout": "chw"}, "layout must be nchw or nhwc, not 'chw'"),
        ({"dtype": "int64"}, "dtype must be one of uint8"),
        ({"images": []}, "no images were given"),
        ({"images": [noise(0), noise(1, (9, 9, 3))]}, r"image 1 gives \(3, 9, 9\) of float32, which does not fit"),
        ({"out": np.zeros((1, 3, 37, 53), np.uint8)}, "of float32, which does not fit in an array"),
        ({"images": [noise(0, (2, 9, 9, 3))]}, "image 0 has 2 layers; pass them one by one"),
    ],
)
def test_what_is_no_batch_of_tensors_is_refused(arguments, fault):
    with pytest.raises(sluice.Error, match=fault):
        sluice.tensor(**{"images": [noise(0)], "pipeline": "invert", **arguments})


def test_a_session_says_what_it_is_and_ends_when_it_is_left():
    with sluice.Session("convert pixel=f32", noise(0), frames_in_flight=1) as session:
        formats = "input Format(53x37 u8 x3), output Format(53x37 f32 x3)"
        assert repr(session) == f"<sluice.Session 'convert pixel=f32': {formats}>"
        assert list(session.inputs) == ["input"] and str(session.outputs["output"]) == "Format(53x37 f32 x3)"
        frame = session.warm_up().try_submit(noise(1))
        assert session.try_submit(noise(2)) is None
        assert np.allclose(frame.image * 255, noise(1))
        assert session.try_submit(noise(2)) is not None
    assert repr(session) == "<sluice.Session 'convert pixel=f32', closed>"
    with pytest.raises(sluice.Error, match="session: was closed"):
        session.submit(noise(0))


def test_pictures_of_pillow_are_arrays():
    pillow = pytest.importorskip("PIL.Image")
    for mode in ("RGB", "L", "RGBA", "LA"):
        picture = pillow.fromarray(noise(3)).convert(mode)
        alpha = {"alpha": True} if mode == "LA" else {}
        assert np.array_equal(sluice.run("invert", picture), sluice.run("invert", np.asarray(picture), **alpha))
    with pytest.raises(sluice.Error, match="an image of mode 'P' has no such channels"):
        sluice.run("invert", pillow.fromarray(noise(3)).convert("P"))


def test_random_values_depend_on_seed_name_and_image_alone():
    augment = sluice.Random(7).uniform("gamma.exponent", 0.8, 1.2).normal("brightness.amount", 0, 0.1)
    again = sluice.Random(7).normal("brightness.amount", 0, 0.1).uniform("gamma.exponent", 0.8, 1.2)
    values = [augment.at(i) for i in range(1000)]
    assert [again.at(i) for i in reversed(range(1000))] == values[::-1]
    exponents = np.array([value["gamma.exponent"] for value in values])
    assert 0.8 <= exponents.min() < 0.81 and 1.19 < exponents.max() < 1.2 and abs(exponents.mean() - 1) < 0.02
    amounts = np.array([value["brightness.amount"] for value in values])
    assert abs(amounts.mean()) < 0.02 and abs(amounts.std() - 0.1) < 0.01
    assert augment.at(0) != sluice.Random(8).uniform("gamma.exponent", 0.8, 1.2).at(0)
    chosen = sluice.Random(1).choice("crop.x", [0, 16, 32])
    assert {chosen.at(i)["crop.x"] for i in range(50)} == {0, 16, 32}
    assert sluice.Random(7).uniform("a.b", 0, 1).at(3) == {"a.b": 0.6636326965320049}  # for ever


def test_a_batch_of_tensors_is_augmented_by_the_numbers_of_its_images():
    photos = [noise(seed) for seed in range(4)]
    augment = sluice.Random(3).uniform("gamma.exponent", 0.5, 2)
    batch = sluice.tensor(photos, "gamma 1", random=augment)
    for i, photo in enumerate(photos):
        wanted = sluice.run(f"gamma {augment.at(i)['gamma.exponent']!r} | convert pixel=f32", photo)
        assert np.array_equal(batch[i], wanted.transpose(2, 0, 1))
    assert np.array_equal(sluice.tensor(photos[2:], "gamma 1", random=augment, first=2), batch[2:])


@pytest.mark.parametrize(
    ("draw", "fault"),
    [
        (lambda: sluice.Random(-1), "a seed is an integer"),
        (lambda: sluice.Random(0).uniform("gamma", 0, 1), "'gamma' is not a parameter of a stage"),
        (lambda: sluice.Random(0).uniform("a.b", 1, 0), "a.b: low=1 is above high=0"),
        (lambda: sluice.Random(0).normal("a.b", 1, 0), "a.b: std=0 is not above 0"),
        (lambda: sluice.Random(0).choice("a.b", []), "a.b: there are no values"),
    ],
)
def test_what_cannot_be_drawn_is_refused(draw, fault):
    with pytest.raises(sluice.Error, match=fault):
        draw()


def test_a_list_has_one_record_for_each_entry_and_says_how_many_there_are():
    mask = np.zeros((9, 12), "uint8")
    mask[1:4, 2:5] = mask[6, 6:11] = 255
    session = sluice.Session("label most=1", mask)
    frame = session.submit(mask)
    blobs = frame.tables["label.blobs"]
    assert blobs.shape == (1,) and frame.found == {"label.blobs": 2}
    assert [blobs[0][field].item() for field in ("area", "x", "y", "width", "height", "cx", "cy")] == [9, 2, 1, 3, 3, 3, 2]
    assert frame.warnings and frame.image.max() == 2 and frame.image.dtype == "int32"
    frame = session.submit(np.zeros_like(mask))
    assert frame.tables["label.blobs"].shape == (0,) and frame.found == {"label.blobs": 0}
    assert not frame.warnings


def test_peaks_are_a_list_of_places_and_values():
    image = np.zeros((8, 8), "uint16")
    image[2, 3], image[6, 1] = 500, 900
    peaks = sluice.Session("peaks", image).submit(image).tables["peaks"]
    assert peaks.tolist() == [(3, 2, 500), (1, 6, 900)]


def framed(left, top, width, height, shape=(40, 60, 3)):
    page = np.full(shape, 250, "uint8")
    page[top : top + height, left : left + width] = noise(left, (height, width, *shape[2:]))
    return page


def test_run_measures_each_image_where_a_size_follows_from_pixels():
    for left, top, width, height in ((3, 4, 20, 11), (7, 0, 41, 39), (3, 5, 20, 11)):
        page = framed(left, top, width, height)
        inner = page[top : top + height, left : left + width]
        assert np.array_equal(sluice.run("trim 0.02", page), inner)
        assert np.array_equal(sluice.run("trim 0.02 | invert", page, order="bgr"), 255 - inner)
        planes = np.ascontiguousarray(page.transpose(2, 0, 1))
        assert np.array_equal(sluice.run("trim 0.02", planes, layout="CHW"), inner.transpose(2, 0, 1))
    with pytest.warns(RuntimeWarning, match="all of the image is background"):
        assert sluice.run("trim", np.full((9, 8), 7, "uint8")).shape == (9, 8)


def test_a_session_has_the_rectangle_of_its_example_or_says_what_to_do():
    first, other = framed(3, 4, 20, 11), framed(9, 9, 9, 9)
    session = sluice.Session("trim 0.02", first, measure=True)
    assert session.outputs["output"].width == 20
    assert np.array_equal(session.submit(other).image, other[4:15, 3:23])
    with pytest.raises(sluice.Error, match="trim: the size of its result follows.*measure=True"):
        sluice.Session("trim", first)
    assert np.array_equal(sluice.Session("invert", first, measure=True).submit(first).image, 255 - first)


def test_trim_finds_the_box_that_pillow_finds():
    image, chops = (pytest.importorskip(f"PIL.{name}") for name in ("Image", "ImageChops"))
    for seed in range(20):
        random = np.random.default_rng(seed)
        page = np.full(random.integers(1, 40, 2), 9, "uint8")
        page[random.random(page.shape) < 0.01] = 200
        whole = image.fromarray(page)
        corner = image.new("L", whole.size, whole.getpixel((0, 0)))
        box = chops.difference(whole, corner).getbbox() or (0, 0, *whole.size)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            assert np.array_equal(sluice.run("trim 0", page), np.asarray(whole.crop(box)))
