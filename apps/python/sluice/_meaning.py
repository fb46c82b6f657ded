"""How the meaning of an Image changes when NumPy slices it or computes with it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np


def _is_list(index: object) -> bool:
    """Whether it selects several elements along one axis."""
    return isinstance(index, (list, range)) or (isinstance(index, np.ndarray) and index.ndim == 1)


def indexed(axes: str, index: object) -> tuple[str, object] | None:
    """The axes of image[index], and the selected channels: slice(None) for all, or a number for one without
    its axis. None if the result is not an image, because H or W is missing or axes were mixed."""
    parts = list(index) if isinstance(index, tuple) else [index]
    if sum(part is Ellipsis for part in parts) > 1:
        return None
    taken = sum(part is not None and part is not Ellipsis for part in parts)
    if not any(part is Ellipsis for part in parts):
        parts.append(Ellipsis)
    at = next(i for i, part in enumerate(parts) if part is Ellipsis)
    parts[at : at + 1] = [slice(None)] * (len(axes) - taken)
    lists = sum(_is_list(part) for part in parts)
    if lists > 1 or (lists and any(isinstance(part, (int, np.integer)) for part in parts)):
        return None  # NumPy puts what it picks together in front
    result, channels, left = "", slice(None), list(axes)
    for i, part in enumerate(parts):
        if part is None:
            if i == 0 and "N" not in axes:
                result += "N"
            elif i + 1 == len(parts) and "C" not in axes:
                result += "C"
            else:
                return None
            continue
        if not left or not (isinstance(part, (int, np.integer, slice)) or _is_list(part)):
            return None
        if isinstance(part, (bool, np.bool_)):
            return None
        axis = left.pop(0)
        channels = part if axis == "C" else channels
        result += "" if isinstance(part, (int, np.integer)) else axis
    return (result, channels) if set("HW") <= set(result) else None


def of_channels(meaning: dict, count: int, pick: object) -> dict | None:
    """The meaning of the channels `pick` of `count` channels; None if an Image cannot describe them."""
    numbers = np.arange(count)[pick]
    if numbers.ndim == 0 or len(numbers) == 1:
        return {**meaning, "order": "rgb", "alpha": False, "model": "rgb"}
    picked = numbers.tolist()
    if picked == list(range(count)):
        return meaning
    if count == 4 and picked == [0, 1, 2]:
        return meaning
    turned = [2, 1, 0, 3][:count]
    if meaning["model"] == "rgb" and count > 2 and picked in (turned, turned[:3]):
        return {**meaning, "order": "rgb" if meaning["order"] == "bgr" else "bgr"}
    return None


def reduced(axes: str, axis: object, keepdims: bool) -> str | None:
    """The axes of the result of a reduction along `axis`; None if it is not an image."""
    if axis is None:
        return None
    gone = {axes[i] for i in np.atleast_1d(axis)}
    if gone & set("HW"):
        return None
    return axes if keepdims else "".join(a for a in axes if a not in gone)


def differing(meanings: Iterable[tuple[dict, int]]) -> str:
    """The difference in meaning because of which two of these images cannot be combined; "" if all can be.
    `meanings`: with the number of channels of each image."""
    first: dict | None = None
    for meaning, count in meanings:
        if count < 3:
            continue
        first = first or meaning
        for name in ("order", "model"):
            if meaning[name] != first[name]:
                return f"{name} is {first[name]!r} for one and {meaning[name]!r} for the other"
    return ""


def transposed(axes: str, order: Sequence[int] | None) -> str:
    return axes[::-1] if order is None else "".join(axes[i] for i in order)
