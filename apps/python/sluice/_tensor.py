"""Batches of tensors for neural networks."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable

import numpy as np

from . import _sluice
from ._files import read
from ._image import _PIXELS, Image, _warn
from ._pipeline import Pipeline
from ._random import Random
from ._session import Frame, Session, _idle

_LAYOUTS = {"nchw": "CHW", "nhwc": "HWC"}


def tensor(
    images: Iterable[object],
    pipeline: Pipeline | str | os.PathLike,
    *,
    layout: str = "nchw",
    dtype: object = "float32",
    order: str = "rgb",
    out: np.ndarray | None = None,
    random: Random | None = None,
    first: int = 0,
    device: str | int | _sluice.Device = "",
    **meaning: object,
) -> np.ndarray:
    """Runs a pipeline on each image and collects the results in one array, as neural networks take them.

        batch = sluice.tensor(photos, "letterbox 640x640 | normalize standardize preset=imagenet")
        torch.from_numpy(batch)  # float32, 3 channels in planes: (N, 3, 640, 640)

    images    arrays or paths of files, of any sizes and types. The pipeline must give all of them one size
    layout    the axes of the result: "nchw" or "nhwc"
    dtype     its type. Integers are converted as by the stage `convert`: 255 becomes 1.0
    order     the order of its colours, "rgb" or "bgr", whatever that of an image is
    out       an array to write into instead of a new one, for example pinned memory: torch's `numpy()`
    random    draws the values of live parameters for each image
    first     the number of the first image, for `random`
    device    as in Session
    meaning   what plain arrays mean: order="bgr" and so on, as in Image

    The device writes each image into its place, several at a time. Raises Error if the results differ in
    size, with the number of the image."""
    axes = _LAYOUTS.get(layout.lower())
    if axes is None:
        raise _sluice.Error(f"tensor: layout must be nchw or nhwc, not {layout!r}")
    pixel = _PIXELS.get(np.dtype(dtype).name)
    if pixel is None:
        raise _sluice.Error(f"tensor: dtype must be one of {', '.join(_PIXELS)}, not {np.dtype(dtype)}")
    images = list(images)
    if not images:
        raise _sluice.Error("tensor: no images were given")
    pipeline = Pipeline.of(pipeline)
    if not pipeline.file and not pipeline.changes:
        pipeline = pipeline | f"convert pixel={pixel}"
    work = _Work(pipeline, {"device": device, "result_layout": axes, "result_order": order}, repr(random))
    try:
        for index, given in enumerate(images):
            image = read(given) if isinstance(given, (str, os.PathLike)) else Image(given, **meaning)
            session = work.session_for(image)
            shape = work.shape_of(session, index)
            if out is None:
                out = np.empty((len(images), *shape), dtype)
            if out.shape != (len(images), *shape) or out.dtype != np.dtype(dtype):
                raise _sluice.Error(
                    f"tensor: image {index} gives {shape} of {np.dtype(dtype)}, which does not fit in an array "
                    f"{out.shape} of {out.dtype}; `letterbox` or `resize` gives all images one size"
                )
            if random is not None:
                session.set(random.at(first + index))
            work.submit(session, image, out[index])
    finally:
        work.finish()
    return out


class _Work:
    """The Sessions of one call, one per format, and their frames in flight."""

    frames = 2  # of a Session: one is computed while the next one is prepared

    def __init__(self, pipeline: Pipeline, options: dict, changes: str) -> None:
        self._pipeline, self._options, self._changes = pipeline, options, changes
        self._sessions: dict[str, Session] = {}
        self._flying: dict[int, deque[Frame]] = {}

    def session_for(self, image: Image) -> Session:
        # Sessions whose live parameters were changed serve only calls that change the same ones.
        key = repr(("tensor", self._pipeline, image._kind, self._options, self._changes))
        if key not in self._sessions:
            self._sessions[key] = _idle.take(key) or Session(
                self._pipeline, image, frames_in_flight=self.frames, **self._options
            )
            self._flying[id(self._sessions[key])] = deque()
        return self._sessions[key]

    def shape_of(self, session: Session, index: int) -> tuple[int, ...]:
        formats = list(session.outputs.values())
        if len(formats) != 1:
            raise _sluice.Error(f"tensor: the pipeline has {len(formats)} results, not one")
        (format,) = formats
        if format.layers != 1:
            raise _sluice.Error(f"tensor: image {index} has {format.layers} layers; pass them one by one")
        planes = self._options["result_layout"] == "CHW"
        size = (format.height, format.width)
        return (format.channels, *size) if planes else (*size, format.channels)

    def submit(self, session: Session, image: Image, place: np.ndarray) -> None:
        flying = self._flying[id(session)]
        if len(flying) == self.frames:
            _done(flying.popleft())
        flying.append(session.submit(image, out=Image(place, self._options["result_layout"]), lend=True))

    def finish(self) -> None:
        for flying in self._flying.values():
            while flying:
                _done(flying.popleft())
        for key, session in self._sessions.items():
            _idle.give(key, session)


def _done(frame: Frame) -> None:
    frame.wait()
    _warn(frame.warnings)
