"""Arrays through pipelines."""

from __future__ import annotations

import functools
import os
import threading
from collections.abc import Iterable, Mapping

import numpy as np

from . import _sluice
from ._image import _TYPES, Image, _in_order, _made, _warn
from ._pipeline import Pipeline


class Frame:
    """One image, or one for each that the pipeline takes, on its way through a Session. What is read of it
    waits for it. The device's memory is another frame's once this one was waited for, or is gone."""

    def __init__(self, frame: _sluice.Frame, results: dict[str, Image]) -> None:
        self._frame = frame
        self._results = results

    def wait(self) -> Frame:
        """Returns when the frame is done. Raises Error for what failed on the device."""
        self._frame.wait()
        return self

    @property
    def images(self) -> dict[str, Image]:
        """What the pipeline ends in, by name."""
        self.wait()
        return self._results

    @property
    def image(self) -> Image:
        """What the pipeline ends in; where that is one image."""
        if len(self._results) != 1:
            raise _sluice.Error(
                f"frame: the pipeline ends in {len(self._results)} images: `images` has them by name, "
                "`tables` has what was measured"
            )
        return next(iter(self.images.values()))

    @functools.cached_property
    def tables(self) -> dict[str, np.ndarray]:
        """The Tables that were observed, as records: one row for each layer or tile, in it one record for
        each channel. tables["normalize.stats"][0]["min"] has the minimum of each channel."""
        return {name: _records(columns) for name, columns in self._frame.tables().items()}

    @property
    def warnings(self) -> list[str]:
        """What the stages have to say about this image."""
        return self._frame.warnings()


class Session:
    """A pipeline with memory on a device, for many images of one format: kernels are built once, and several
    frames are on their way at a time.

        session = sluice.Session("gamma exponent=1.5 | normalize", first, observe=["normalize.stats"])
        for picture in pictures:
            frame = session.submit(picture)     # returns at once
            session.set("gamma.exponent", 2.0)  # for the frames from now on
            show(frame.image, frame.tables["normalize.stats"])

    images            arrays like those that will come, one for each that the pipeline takes; only shape,
                      type and meaning of them count
    observe           Tables that will be read: "normalize.stats"
    frames_in_flight  how many frames may be on their way, each with its own memory
    device            an index of devices(), a part of a name, "cpu", "gpu"; "" is SLUICE_DEVICE, or
                      the best; or a Device
    storage           where images lie on the device: "auto", "image", "buffer" or "natural"
    limit_memory      bytes of device memory that a frame may take: larger images go through in strips
    meaning           what plain arrays mean: layout="CHW", order="bgr" ... as of Image

    Raises Error with every fault of the pipeline. Threads may share it; their calls wait for each other.
    """

    def __init__(
        self,
        pipeline: Pipeline | str | os.PathLike,
        *images: object,
        observe: Iterable[str] = (),
        frames_in_flight: int = 2,
        device: str | int | _sluice.Device = "",
        storage: str = "auto",
        limit_memory: int = 0,
        **meaning: object,
    ) -> None:
        self.pipeline = Pipeline.of(pipeline)
        self._meaning = meaning
        like = [Image(image, **meaning) for image in images]
        self._layout = next((image.layout for image in like if image.layout), None)
        self._session = _sluice.Session(
            self.pipeline.text,
            self.pipeline.file,
            self.pipeline.changes,
            [image.format for image in like],
            _device(device),
            list(observe),
            frames_in_flight,
            storage,
            limit_memory,
        )

    def submit(self, *images: object, out: object = None, lend: bool = False) -> Frame:
        """Starts a frame and returns at once. `lend`: the arrays stay as they are until the frame was waited
        for, so that they need not be copied first. `out`: the array that the result goes to, or a mapping of
        them by name. Raises Error for images of another format than the session was made for, and when as
        many frames are on their way as may be."""
        given = [Image(image, **self._meaning) for image in images]
        inputs = self._session.inputs
        if len(given) != len(inputs):
            raise _sluice.Error(
                f"frame: {len(given)} images were given; the pipeline takes {len(inputs)}: "
                f"{', '.join(name for name, _ in inputs)}"
            )
        for image, (name, wanted) in zip(given, inputs):
            if image.format != wanted:
                raise _sluice.Error(f"{name}: {image.format} was given; the session was made for {wanted}")
        results = self._places(out)
        frame = self._session.submit(
            [_in_order(image) for image in given], [image.pixels for image in results.values()], lend
        )
        return Frame(frame, results)

    def set(self, name: str, value: object) -> None:
        """Changes a live parameter for the frames from now on: set("gamma.exponent", 2). Raises Error for one
        that is unknown, not live, or out of range."""
        self._session.set(name, value)

    def reset(self) -> None:
        """The frames from now on are the first ones of a stream: what is kept from frame to frame
        (normalize smoothing=8) begins anew."""
        self._session.reset()

    @property
    def plan(self) -> str:
        """What is done, in how many passes over memory, and why."""
        return self._session.plan

    @property
    def counters(self) -> dict[str, int]:
        """What was done since the session was made: uploads, downloads, bytes, launches, waits."""
        return self._session.counters()

    def _places(self, out: object) -> dict[str, Image]:
        formats = dict(self._session.outputs)
        if out is None:
            given = {}
        elif isinstance(out, Mapping):
            given = out
        else:
            given = dict.fromkeys(formats if len(formats) == 1 else ["an array without a name"], out)
        unknown = [str(name) for name in given if name not in formats]
        if unknown:
            raise _sluice.Error(
                f"out: {unknown[0]} is no result; the pipeline ends in {', '.join(formats) or 'no image'}: "
                "give a mapping of arrays by name"
            )
        return {
            name: (
                self._place(given[name], format)
                if name in given
                else _made(_sluice.empty(format, contiguous=True), format, self._layout)
            )
            for name, format in formats.items()
        }

    def _place(self, array: object, format: _sluice.Format) -> Image:
        place = Image(
            array,
            self._layout,
            order=format.order,
            space=format.space,
            white=format.white,
            alpha=format.alpha,
            model=format.model,
        )
        if place.pixels.shape != (format.layers, format.height, format.width, format.channels):
            raise _sluice.Error(f"out: an array {place.shape} has no room for the result, {format}")
        if place.dtype != _TYPES[format.pixel]:
            raise _sluice.Error(f"out: an array of {place.dtype} cannot take the result, {format}")
        if not place.flags.writeable:
            raise _sluice.Error("out: the array is read-only")
        if isinstance(array, Image):  # what it will hold
            array.__dict__.update({name: value for name, value in place._means().items() if name != "layout"})
        return place


def run(
    pipeline: Pipeline | str | os.PathLike,
    *images: object,
    observe: Iterable[str] = (),
    out: object = None,
    device: str | int | _sluice.Device = "",
    storage: str = "auto",
    limit_memory: int = 0,
    **meaning: object,
) -> Image:
    """Runs arrays through a pipeline that ends in one image, and waits for it.

        sluice.run("resize width=512 | normalize mode=percentile", photo)
        sluice.run("blend opacity=0.5", below, above, layout="CHW")

    The arguments are those of Session and of submit(); Tables in `observe` are in `tables` of the result.
    What stages have to say about the image are warnings of Python. Sessions are kept for the next call with
    the same pipeline and formats, a few at a time."""
    pipeline = Pipeline.of(pipeline)
    given = [Image(image, **meaning) for image in images]
    observe = tuple(observe)
    key = repr((pipeline, [image._kind for image in given], observe, device, storage, limit_memory))
    session = _idle.take(key) or Session(
        pipeline,
        *given,
        observe=observe,
        frames_in_flight=1,
        device=device,
        storage=storage,
        limit_memory=limit_memory,
    )
    frame = session.submit(*given, out=out, lend=True)
    image = frame.image
    image.tables = frame.tables
    _warn(frame.warnings)
    _idle.give(key, session)
    return image


class _Idle:
    """Sessions that no call of run() has at the moment: those used last."""

    most = 4

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._sessions: list[tuple[str, Session]] = []
        os.register_at_fork(after_in_child=self._forget)

    def take(self, key: str) -> Session | None:
        with self._lock:
            for i, (known, session) in enumerate(self._sessions):
                if known == key:
                    del self._sessions[i]
                    return session
        return None

    def give(self, key: str, session: Session) -> None:
        with self._lock:
            self._sessions = [*self._sessions, (key, session)][-self.most :]

    def _forget(self) -> None:
        self.__init__()


_idle = _Idle()


@functools.lru_cache(maxsize=8)
def _opened(spec: str) -> _sluice.Device:
    return _sluice.Device(spec)


def _device(device: str | int | _sluice.Device) -> _sluice.Device:
    return device if isinstance(device, _sluice.Device) else _opened(str(device))


def _records(columns: dict[str, object]) -> np.ndarray:
    names = np.array(columns.pop("channel"))
    fields = [(name, values.dtype, values.shape[2:]) for name, values in columns.items()]
    rows = next(iter(columns.values())).shape[0]
    records = np.empty((rows, len(names)), [("channel", names.dtype), *fields])
    records["channel"] = names
    for name, values in columns.items():
        records[name] = values
    return records
