"""Arrays, and what their numbers mean."""

from __future__ import annotations

import copy
import json
import warnings

import numpy as np

from . import _meaning, _sluice

_PIXELS = {
    "uint8": "u8",
    "int8": "i8",
    "uint16": "u16",
    "int16": "i16",
    "int32": "i32",
    "float16": "f16",
    "float32": "f32",
    "float64": "f64",
}
_TYPES = {pixel: np.dtype(name) for name, pixel in _PIXELS.items()}
_MODES = ("L", "LA", "RGB", "RGBA", "I", "I;16", "F")  # of Pillow, whose numbers are pixels
_AXES = "NHWC"  # layers, rows, columns, channels: how they lie in memory
_LAYOUTS = {2: "HW", 3: "HWC", 4: "NHWC"}
_MEANING = {"layout": None, "order": "rgb", "space": "encoded", "white": 0.0, "alpha": False, "model": "rgb"}


class Image(np.ndarray):
    """A NumPy array that knows what its numbers mean. It shares the memory of `array`, which is an array in
    host memory, from NumPy or any library with DLPack, the buffer protocol or `__array_interface__`, or an
    image of Pillow.

    layout  the axes: "HWC" (the default for three), "HW" (for two), "NHWC" (for four; N layers, each
            processed as an image of its own), "CHW", "NCHW", or any other order of these letters
    order   the order of the colours: "rgb" or "bgr"
    space   "encoded" (sRGB, the default), "linear" (light), or "data" (unrelated to light; never converted)
    white   the pixel value of white; 0 is the default of the type: 255, 65535, or 1 for floats
    alpha   for two channels: whether the second one is alpha
    model   what three channels are: "rgb", "hsv", "hsl", "lab", "xyz", "ycbcr"

    Pixels are uint8, int8, uint16, int16, int32, float16, float32 or float64, with 1 to 4 channels. run()
    and Frames return Images; their `tables` are the observed tables, by name.

    Copies, pickles, slices and transposes of an Image keep its meaning. If you reverse the channels,
    `order` changes: image[..., ::-1] of "rgb" is "bgr". The results of arithmetic keep the meaning, too. If
    arithmetic changes the type, `white` becomes the default of the new type. astype() keeps `white`,
    because it keeps the values. If an Image cannot describe a result, it is a plain array: for example
    other channels, a mean over rows, or reshape(). Arithmetic with Images of different orders or models
    raises Error. np.save(), DLPack and np.asarray() pass on only the numbers."""

    def __new__(cls, array: object, layout: str | None = None, **meaning: object) -> Image:
        unknown = set(meaning) - set(_MEANING)
        if unknown:
            raise _sluice.Error(f"image: {sorted(unknown)[0]!r} is not one of {', '.join(_MEANING)}")
        image = _host_array(array).view(cls)
        image.__dict__.update(
            _MEANING if not isinstance(array, Image) else {k: array.__dict__[k] for k in _MEANING}
        )
        if getattr(array, "mode", "") == "LA" and "alpha" not in meaning:
            meaning["alpha"] = True
        image.__dict__.update(meaning, **({"layout": layout} if layout else {}))
        image.tables = {}
        image.format  # raises Error if it is impossible
        return image

    def __array_finalize__(self, source: object) -> None:
        for name, default in _MEANING.items():
            setattr(self, name, getattr(source, name, default))
        self.tables: dict[str, np.ndarray] = {}

    def _means(self) -> dict:
        return {name: getattr(self, name) for name in _MEANING}

    def _like(self, result: np.ndarray, layout: str, **changed: object) -> Image:
        """`result` as an Image with these axes, and otherwise with the meaning of this one."""
        image = result.view(Image)
        usual = self.layout is None and layout == _LAYOUTS.get(len(layout))
        image.__dict__.update({**self._means(), **changed, "layout": None if usual else layout})
        return image

    def _axes(self) -> str | None:
        """The axes, or None if the array is not an image."""
        try:
            return self.axes
        except _sluice.Error:
            return None

    def _channels(self) -> int:
        axes = self._axes()
        return self.shape[axes.index("C")] if axes and "C" in axes else 1

    def __reduce__(self) -> tuple:
        make, arguments, state = super().__reduce__()
        return make, arguments, (state, self.__dict__)

    def __setstate__(self, state: tuple) -> None:
        array, own = state
        super().__setstate__(array)
        self.__dict__.update(own)

    def __copy__(self) -> Image:
        return self.__deepcopy__({})

    def __deepcopy__(self, memo: dict) -> Image:
        image = self.copy()
        image.tables = copy.deepcopy(self.tables, memo)
        return image

    def __getitem__(self, index: object) -> object:
        result, axes = super().__getitem__(index), self._axes()
        if not isinstance(result, Image) or axes is None:
            return result
        part = _meaning.indexed(axes, index)
        if part is None:
            return result.view(np.ndarray)
        layout, channels = part
        meaning = self._means()
        if "C" in axes and not (isinstance(channels, slice) and channels == slice(None)):
            meaning = _meaning.of_channels(meaning, self._channels(), channels)
        if meaning is None:
            return result.view(np.ndarray)
        return self._like(result, **{**meaning, "layout": layout})

    def __setitem__(self, index: object, value: object) -> None:
        if isinstance(value, Image):
            _refuse_differing([self, value])
        super().__setitem__(index, value)

    def take(
        self, indices: object, axis: int | None = None, out: object = None, mode: str = "raise"
    ) -> object:
        if axis is None or out is not None or mode != "raise":
            return self.view(np.ndarray).take(indices, axis, out, mode)
        index = indices if np.ndim(indices) == 0 else np.asarray(indices)
        return self[(slice(None),) * (axis % self.ndim) + (index,)]

    def transpose(self, *axes: object) -> Image:
        result, before = super().transpose(*axes), self._axes()
        order = axes[0] if len(axes) == 1 and not isinstance(axes[0], int) else axes or None
        return result if before is None else self._like(result, _meaning.transposed(before, order))

    @property
    def T(self) -> Image:  # noqa: N802: as NumPy has it
        return self.transpose()

    def swapaxes(self, axis1: int, axis2: int) -> Image:
        order = list(range(self.ndim))
        order[axis1], order[axis2] = order[axis2], order[axis1]
        return self.transpose(order)

    def reshape(self, *shape: object, **how: object) -> np.ndarray:
        result = self.view(np.ndarray).reshape(*shape, **how)
        for index in ((...,), (None,), (..., None)):  # as np.expand_dims makes layers or channels of one
            same = self[index]
            if isinstance(same, Image) and same.shape == result.shape:
                return same
        return result

    def astype(self, dtype: object, *args: object, **how: object) -> np.ndarray:
        result = super().astype(dtype, *args, **how)
        if isinstance(result, Image):
            white = self.white or _white(self.dtype)
            result.white = 0.0 if white == _white(result.dtype) else white
        return result

    def __array_ufunc__(
        self, ufunc: np.ufunc, method: str, *inputs: object, out: tuple = (), **how: object
    ) -> object:
        images = [given for given in (*inputs, *out) if isinstance(given, Image)]
        compares = method == "__call__" and ufunc.types and all(t.endswith("->?") for t in ufunc.types)
        if not compares:
            _refuse_differing(images)
        arrays = [_plain(given) for given in inputs]
        if out:
            how["out"] = tuple(_plain(given) for given in out)
        result = getattr(ufunc, method)(*arrays, **how)
        if out:
            return out[0] if len(out) == 1 else out
        if isinstance(result, tuple):
            return tuple(_meant(part, images, method, how) for part in result)
        return _meant(result, images, method, how)

    def __array_function__(self, func: object, types: object, args: tuple, kwargs: dict) -> object:
        result = super().__array_function__(func, types, args, kwargs)
        if func is np.concatenate and isinstance(result, np.ndarray):
            images = [given for given in args[0] if isinstance(given, Image)]
            _refuse_differing(images)
            axis, axes = (args[1] if len(args) > 1 else kwargs.get("axis", 0)), images[0]._axes()
            if axis is None or axes is None or axes[axis] == "C" or images[0].ndim != result.ndim:
                return result.view(np.ndarray)
            return images[0]._like(result.view(np.ndarray), axes)
        return result

    @property
    def axes(self) -> str:
        """The layout: the given one, or the default for this number of axes."""
        if self.layout is not None and len(self.layout) == self.ndim:
            layout = self.layout.upper()
        elif self.ndim in _LAYOUTS and self.layout in (None, *_LAYOUTS.values()):
            layout = _LAYOUTS[self.ndim]
        else:
            raise _sluice.Error(
                f"image: the layout {self.layout or 'HWC'} does not fit an array with {self.ndim} axes "
                f"{self.shape}; "
                'give one letter per axis, as in layout="CHW"'
            )
        if not set("HW") <= set(layout) <= set(_AXES) or len(set(layout)) != len(layout):
            raise _sluice.Error(
                f"image: the layout {self.layout!r} must have the letters H and W once each, and may have "
                "C and N"
            )
        return layout

    @property
    def pixels(self) -> np.ndarray:
        """A view with the axes layers, rows, columns, channels."""
        axes = self.axes
        plain = self.view(np.ndarray).transpose([axes.index(a) for a in _AXES if a in axes])
        return plain[tuple(slice(None) if a in axes else None for a in _AXES)]

    @property
    def format(self) -> _sluice.Format:
        """Size, channels, pixel type and meaning: what a pipeline is planned for."""
        if self.dtype.name not in _PIXELS:
            raise _sluice.Error(
                f"image: pixels must be {', '.join(_PIXELS)}, not {self.dtype}; array.astype() converts them"
            )
        n, h, w, c = self.pixels.shape
        if not 1 <= c <= 4:
            raise _sluice.Error(
                f"image: an array {self.shape} of layout {self.axes} has {c} channels, not 1 "
                'to 4; if the channels come first, give layout="CHW"'
            )
        return _sluice.Format(
            w,
            h,
            c,
            _PIXELS[self.dtype.name],
            n,
            self.order,
            self.space,
            float(self.white),
            bool(self.alpha),
            self.model,
        )

    @property
    def _in_planes(self) -> bool:
        """Whether each channel is a plane of its own. Layers of planes are not: they are interleaved."""
        n, h, w, c = self.pixels.shape
        return _planar(self.axes, n) and c > 1 and self.pixels.strides[3] >= h * w * self.itemsize

    @property
    def _kind(self) -> tuple:
        """Equal for two Images that can use the same plan."""
        return self.shape, self.dtype.str, self._in_planes, *(getattr(self, name) for name in _MEANING)

    def plot_histogram(self, axes: object = None, bins: int = 256) -> object:
        """Plots the histogram of each channel with matplotlib: over the whole range of an integer type, or
        from 0 to white for floats. `axes`: the axes to draw into, by default new ones. Returns the axes.
        Raises Error if matplotlib is not installed."""
        try:
            from matplotlib import pyplot
        except ImportError as fault:
            raise _sluice.Error(f"plot_histogram: needs matplotlib; pip install matplotlib ({fault})") from fault
        found = _measured(self, {"histogram": bins})
        low, high = (
            (0, found["white"])
            if self.dtype.kind == "f"
            else (np.iinfo(self.dtype).min, np.iinfo(self.dtype).max + 1)
        )
        axes = pyplot.subplots()[1] if axes is None else axes
        colours = {"R": "tab:red", "G": "tab:green", "B": "tab:blue", "A": "tab:gray"}
        for channel in found["statistics"]:
            name = channel["name"]
            axes.stairs(
                channel["histogram"], np.linspace(low, high, bins + 1), label=name, color=colours.get(name, "black")
            )
        axes.set(xlabel="value", ylabel="samples", xlim=(low, high))
        axes.legend()
        return axes

    def _repr_png_(self) -> bytes | None:
        """For notebooks: the first layer as a PNG, or None if it cannot be shown as an image."""
        try:
            first = _made(self.pixels[:1], self.format)
            if self.dtype != np.uint8 or self.space != "encoded" or self.model != "rgb":
                first = _shown(first)
            return _sluice.encode("png", _in_order(first), first.format, {})[0]
        except _sluice.Error:
            return None


def _measured(image: Image, options: dict) -> dict:
    """The statistics of an array, as stats() returns them."""
    (found,) = json.loads(_sluice.stats_of_array(options, _in_order(image), image.format))["files"]
    return {name: value for name, value in found.items() if name not in ("path", "error")}


def _shown(image: Image) -> Image:
    """In the colours of a screen, 8 bits each."""
    chain = "convert pixel=u8 space=encoded to=rgb"
    session = _sluice.Session(chain, "", [], [image.format], _sluice.Device(""), [], planes=[False])
    ((_, format),) = session.outputs
    result = _made(_sluice.empty(format, contiguous=True), format)
    session.submit([_in_order(image)], [result.pixels], False).wait()
    return result


def _white(dtype: np.dtype) -> float:
    return float(np.iinfo(dtype).max) if dtype.kind in "iu" else 1.0


def _plain(given: object) -> object:
    return given.view(np.ndarray) if isinstance(given, Image) else given


def _refuse_differing(images: list[Image]) -> None:
    fault = _meaning.differing((image._means(), image._channels()) for image in images)
    if fault:
        raise _sluice.Error(f"image: {fault}; convert one of them, or compute with np.asarray()")


def _meant(result: object, images: list[Image], method: str, how: dict) -> object:
    """The result of a ufunc on these Images: an Image, if an Image can describe it."""
    if not isinstance(result, np.ndarray) or result.dtype.name not in _PIXELS or not images:
        return result
    like = max(images, key=lambda image: (image.ndim, image._channels()))  # no mask beside it
    axes = like._axes()
    if method == "reduce" and axes is not None:
        axes = _meaning.reduced(axes, how.get("axis", 0), bool(how.get("keepdims")))
    elif method != "__call__" or result.shape != np.broadcast_shapes(result.shape, like.shape):
        axes = None
    if axes is None or len(axes) != result.ndim:
        return result
    changed = {} if result.dtype == like.dtype else {"white": 0.0}
    if "C" in axes and result.shape[axes.index("C")] == like._channels():
        return like._like(result, axes, **changed)
    return like._like(result, axes, order="rgb", model="rgb", alpha=False, **changed)


def _is_array(given: object) -> bool:
    """Whether it is an array for Image(), not a path or a list of paths."""
    return isinstance(given, (np.ndarray, memoryview)) or any(
        hasattr(given, name) for name in ("__dlpack__", "__array_interface__")
    )


def _host_array(array: object) -> np.ndarray:
    if isinstance(array, np.ndarray):
        return array
    if hasattr(array, "__dlpack__"):
        try:
            return np.from_dlpack(array)
        except (BufferError, RuntimeError, TypeError) as fault:
            raise _sluice.Error(
                f"image: this array cannot be read on the host ({fault}); copy it to host memory first"
            ) from fault
    mode = getattr(array, "mode", "RGB")  # of Pillow's images
    if hasattr(array, "__array_interface__") and mode not in _MODES:
        raise _sluice.Error(f'image: an image of mode {mode!r} has no such channels; pass image.convert("RGB")')
    try:
        return np.asarray(array if hasattr(array, "__array_interface__") else memoryview(array))
    except TypeError:
        raise _sluice.Error(
            f"image: {type(array).__name__} is not an array; pass a NumPy array, or an object with DLPack, the "
            "buffer protocol or __array_interface__"
        ) from None


def _in_order(image: Image, planes_too: bool = False) -> np.ndarray:
    """The pixels in a layout that a HostView can describe, and in the native byte order: rows of pixels, or
    planes. Copied only if necessary."""
    pixels = image.pixels
    size, (n, h, w, c), (layer, row, column, sample) = pixels.itemsize, pixels.shape, pixels.strides
    planes = c > 1 and sample != size
    lanes = column // size if w > 1 else 1 if planes else c
    pitch = row if h > 1 else layer if n > 1 else lanes * w * size
    together = sample >= n * h * pitch and sample % size == 0 if planes else c == 1 or sample == size
    follow = (
        together
        and (lanes == 1 if planes else lanes == c or (c, lanes) == (3, 4))
        and column % size == 0
        and pitch >= w * lanes * size
        and pitch % size == 0
        and (n == 1 or layer == h * pitch)
    )
    if follow and pixels.dtype.isnative and (planes_too or not planes):
        return pixels
    return np.ascontiguousarray(pixels, pixels.dtype.newbyteorder("="))


def _planar(layout: str | None, layers: int) -> bool:
    """Whether pixels in this layout lie in planes."""
    return layers == 1 and "C" in (layout or "") and layout.index("C") < min(layout.index("H"), layout.index("W"))


def _empty(format: _sluice.Format, layout: str | None) -> Image:
    """An Image for a result: planes if the layout has the channels first."""
    if not _planar(layout, format.layers):
        return _made(_sluice.empty(format, contiguous=True), format, layout)
    planes = np.empty((1, format.channels, format.height, format.width), _TYPES[format.pixel])
    return _made(planes.transpose(0, 2, 3, 1), format, layout)


def _made(pixels: np.ndarray, format: _sluice.Format, layout: str | None = None) -> Image:
    """An Image with the given layout, from an array with four axes. Without a layout, it has as few axes as
    possible."""
    if layout is None:
        layout = ("N" if format.layers > 1 else "") + "HW" + ("C" if format.channels > 1 else "")
    absent = [a for a in _AXES if a not in layout]
    if any(pixels.shape[_AXES.index(a)] > 1 for a in absent):
        layout = ("N" if pixels.shape[0] > 1 else "") + layout.replace("N", "")
        layout += "C" if "C" not in layout and pixels.shape[3] > 1 else ""
        absent = [a for a in _AXES if a not in layout]
    shown = pixels[tuple(0 if a in absent else slice(None) for a in _AXES)]
    kept = [a for a in _AXES if a in layout]
    return Image(
        shown.transpose([kept.index(a) for a in layout]),
        layout,
        order=format.order,
        space=format.space,
        white=format.white,
        alpha=format.alpha,
        model=format.model,
    )


def empty(
    shape: tuple[int, ...], dtype: object = np.uint8, layout: str | None = None, **meaning: object
) -> Image:
    """An Image with uninitialized pixels, in the layout that devices use. A device that shares memory with
    the host, such as a CPU, uses it in place: pass it to submit() with `lend`, or as `out`, and nothing is
    copied. It is not contiguous, because rows are padded and three channels are padded to four."""
    like = Image(np.broadcast_to(np.empty((), dtype), shape), layout, **meaning)
    return _made(_sluice.empty(like.format), like.format, like.axes)


def _warn(texts: list[str]) -> None:
    for text in texts:
        warnings.warn(text, RuntimeWarning, stacklevel=3)
