"""Pipelines on arrays."""

from __future__ import annotations

import functools
import os
import threading
from collections.abc import Iterable, Mapping

import numpy as np

from . import _sluice
from ._image import _TYPES, Image, _empty, _in_order, _planar, _warn
from ._pipeline import Pipeline, _value


class Frame:
    """One image in flight (or one per input of the pipeline). Reading its results waits for the device.
    Once you have waited for a Frame, or deleted it, its device memory is free for another one."""

    def __init__(self, frame: _sluice.Frame, results: dict[str, Image]) -> None:
        self._frame = frame
        self._results = results

    def wait(self) -> Frame:
        """Waits until the frame is done, and returns it. Raises Error if the device or a stage failed."""
        self._frame.wait()
        return self

    @property
    def images(self) -> dict[str, Image]:
        """All results of the pipeline, by name. Waits."""
        self.wait()
        return self._results

    @property
    def image(self) -> Image:
        """The result of the pipeline. Waits. Raises Error if there is not exactly one."""
        if len(self._results) != 1:
            raise _sluice.Error(
                f"frame: the pipeline has {len(self._results)} results; `images` has them by name, "
                "`tables` has the observed tables"
            )
        return next(iter(self.images.values()))

    @functools.cached_property
    def tables(self) -> dict[str, np.ndarray]:
        """The observed tables, as NumPy records: one row per layer or tile, with one record per channel.
        tables["normalize.stats"][0]["min"] has the minimum of each channel. A list has one record per entry:
        tables["label.blobs"]["area"] has the area of each blob. `found` has the numbers of entries. Waits."""
        return {name: _records(columns) for name, columns in self._frame.tables().items()}

    @functools.cached_property
    def found(self) -> dict[str, int]:
        """For each observed table that is a list: how many entries there are, also of those that it has no
        room for. Waits."""
        return {name: columns["found"] for name, columns in self._frame.tables().items() if "found" in columns}

    @property
    def warnings(self) -> list[str]:
        """Warnings of stages about this image."""
        return self._frame.warnings()


class Session:
    """A pipeline that is prepared for many images of one format. Its kernels are compiled once, and several
    frames can be in flight.

        session = sluice.Session("gamma exponent=1.5 | normalize", first, observe=["normalize.stats"])
        for photo in photos:
            frame = session.submit(photo)       # returns at once
            session.set("gamma.exponent", 2.0)  # for all later frames
            show(frame.image, frame.tables["normalize.stats"])

    images            example arrays, one per input of the pipeline; only their shape, type and meaning
                      matter
    observe           tables to download with each frame: "normalize.stats"
    frames_in_flight  how many frames may be in flight, each with its own memory
    device            a Device, an index of devices(), part of a name, "cpu" or "gpu"; "" means the
                      environment variable SLUICE_DEVICE, or the best device
    storage           how images are stored on the device: "auto", "image", "buffer" or "natural"
    limit_memory      bytes of device memory that a frame may use; larger images are processed in strips
    result_layout     the layout of results: "CHW" for a neural network; "" means that of the first image
                      with a layout. The device writes planes itself, without a copy
    result_order      the order of the colours in results, "rgb" or "bgr"; "" means that of the image
    measure           measure the sizes that follow from pixels (trim) in the example images; all frames of
                      the session then get the same rectangle. Otherwise, such stages raise Error. run()
                      measures each image
    meaning           what plain arrays mean: layout="CHW", order="bgr" and so on, as in Image

    Raises Error with every fault of the pipeline. Threads may share a Session; their calls wait for each
    other. """

    def __init__(
        self,
        pipeline: Pipeline | str | os.PathLike,
        *images: object,
        observe: Iterable[str] = (),
        frames_in_flight: int = 2,
        device: str | int | _sluice.Device = "",
        storage: str = "auto",
        limit_memory: int = 0,
        result_layout: str = "",
        result_order: str = "",
        measure: bool = False,
        **meaning: object,
    ) -> None:
        self.pipeline = Pipeline.of(pipeline)
        self._meaning = meaning
        like = [Image(image, **meaning) for image in images]
        self._layout = result_layout.upper() or next((image.layout for image in like if image.layout), None)
        layers = max((image.format.layers for image in like), default=1)
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
            [image._in_planes for image in like],
            _planar(self._layout, layers),
            result_order,
            [_in_order(image, planes_too=True) for image in like] if measure else [],
        )
        _warn(self._session.warnings)

    def submit(self, *images: object, out: object = None, lend: bool = False) -> Frame:
        """Starts a frame and returns at once. `lend`: you keep the arrays unchanged until you have waited
        for the frame, so that they need not be copied. `out`: the array to write the result into, or a
        mapping of names to arrays. Raises Error if an image has another format than the session was made
        for, or if frames_in_flight frames are in flight."""
        given = self._given(images)
        results = self._places(out)
        frame = self._session.submit(*self._arrays(given, results), lend)
        return Frame(frame, results)

    def try_submit(self, *images: object, out: object = None, lend: bool = False) -> Frame | None:
        """Like submit(), but returns None if frames_in_flight frames are in flight: for a loop that drops
        images rather than wait."""
        given = self._given(images)
        results = self._places(out)
        frame = self._session.try_submit(*self._arrays(given, results), lend)
        return None if frame is None else Frame(frame, results)

    def _arrays(self, given: list[Image], results: dict[str, Image]) -> tuple[list, list]:
        places = [image.pixels for image in results.values()]
        return [_in_order(image, planes_too=True) for image in given], places

    def _given(self, images: tuple) -> list[Image]:
        given = [Image(image, **self._meaning) for image in images]
        inputs = self._session.inputs
        if len(given) != len(inputs):
            raise _sluice.Error(
                f"frame: {len(given)} images were given, but the pipeline needs {len(inputs)}: "
                f"{', '.join(name for name, _ in inputs)}"
            )
        for image, (name, wanted) in zip(given, inputs):
            if image.format != wanted:
                raise _sluice.Error(
                    f"{name}: {image.format} was given, but the session was made for {wanted}"
                )
        return given

    def set(self, name: str | Mapping[str, object], value: object = None) -> None:
        """Changes a live parameter for all later frames: set("gamma.exponent", 2). A mapping changes several
        at once, or none: set({"gamma.exponent": 2, "crop.x": 16}). Raises Error if a parameter is unknown or
        not live, or if a value is out of range. An array is a list: set("crops.boxes", boxes) with a row for
        each box."""
        values = name if isinstance(name, Mapping) else {name: value}
        self._session.set({name: _value(value) for name, value in values.items()})

    def reset(self) -> None:
        """Starts a new stream: later frames do not use what stages kept from earlier ones (normalize
        smoothing=8)."""
        self._session.reset()

    def warm_up(self) -> Session:
        """Does everything that the first frame would wait for, such as compiling kernels. Returns the
        session."""
        self._session.warm_up()
        return self

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """Frees the device memory and the kernels, once all Frames are gone. Later calls raise Error."""
        self._session = _Closed()

    def __repr__(self) -> str:
        if isinstance(self._session, _Closed):
            return f"<sluice.Session {str(self.pipeline)!r}, closed>"
        ends = (f"{name} {format}" for name, format in (*self._session.inputs, *self._session.outputs))
        return f"<sluice.Session {str(self.pipeline)!r}: {', '.join(ends)}>"

    @property
    def inputs(self) -> dict[str, _sluice.Format]:
        """The format of each input, by name, in the order in which submit() takes them."""
        return dict(self._session.inputs)

    @property
    def outputs(self) -> dict[str, _sluice.Format]:
        """The format of each result, by name."""
        return dict(self._session.outputs)

    @property
    def plan(self) -> str:
        """The steps of the pipeline and their reasons, as text."""
        return self._session.plan

    @property
    def counters(self) -> dict[str, int]:
        """Numbers of uploads, downloads, bytes, launches and waits since the session was made."""
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
                f"out: {unknown[0]} is not a result; the results are {', '.join(formats) or 'none'}; "
                "give a mapping of names to arrays"
            )
        return {
            name: (
                self._place(given[name], format)
                if name in given
                else _empty(format, self._layout)
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
            raise _sluice.Error(f"out: the result, {format}, does not fit in an array {place.shape}")
        if place.dtype != _TYPES[format.pixel]:
            raise _sluice.Error(f"out: an array of {place.dtype} cannot hold the result, {format}")
        if not place.flags.writeable:
            raise _sluice.Error("out: the array is read-only")
        if isinstance(array, Image):  # what it will hold
            array.__dict__.update({name: value for name, value in place._means().items() if name != "layout"})
        return place


class _Closed:
    """In place of a session that was closed."""

    def __getattr__(self, name: str) -> object:
        raise _sluice.Error("session: was closed")


def run(
    pipeline: Pipeline | str | os.PathLike,
    *images: object,
    observe: Iterable[str] = (),
    out: object = None,
    device: str | int | _sluice.Device = "",
    storage: str = "auto",
    limit_memory: int = 0,
    result_layout: str = "",
    result_order: str = "",
    cache: bool = True,
    **meaning: object,
) -> Image:
    """Runs a pipeline with one result on arrays, and waits for the result.

        sluice.run("resize width=512 | normalize mode=percentile", photo)
        sluice.run("blend opacity=0.5", below, above, layout="CHW")

    The arguments are those of Session and of submit(). The tables in `observe` are in `tables` of the
    result. Warnings of stages become Python warnings. The last four Sessions are kept for calls with the
    same pipeline and formats; `cache=False` keeps none for this call."""
    pipeline = Pipeline.of(pipeline)
    given = [Image(image, **meaning) for image in images]
    options = {
        "observe": tuple(observe),
        "device": device,
        "storage": storage,
        "limit_memory": limit_memory,
        "result_layout": result_layout,
        "result_order": result_order,
    }
    key = repr((pipeline, [image._kind for image in given], options))
    session = (cache and _idle.take(key)) or Session(
        pipeline, *given, frames_in_flight=1, measure=True, **options
    )
    frame = session.submit(*given, out=out, lend=True)
    image = frame.image
    image.tables = frame.tables
    _warn(frame.warnings)
    if cache and not session._session.is_measured:
        _idle.give(key, session)
    return image


class _Idle:
    """Sessions that no call of run() is using: the ones used last."""

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
    if columns.pop("found", None) is not None:
        records = np.empty(len(next(iter(columns.values()))), [(name, values.dtype) for name, values in columns.items()])
        for name, values in columns.items():
            records[name] = values[:, 0]
        return records
    names = np.array(columns.pop("channel"))
    fields = [(name, values.dtype, values.shape[2:]) for name, values in columns.items()]
    rows = next(iter(columns.values())).shape[0]
    records = np.empty((rows, len(names)), [("channel", names.dtype), *fields])
    records["channel"] = names
    for name, values in columns.items():
        records[name] = values
    return records
