"""Stages of your own, from kernel files."""

from __future__ import annotations

import os
from collections.abc import Callable

from . import _sluice
from ._pipeline import Pipeline
from .stages import _stage, _text


def stage(source: str | os.PathLike) -> Callable[..., Pipeline]:
    """A stage of your own, as a function like those in sluice.stages. `source` is the name of a kernel file,
    or its text: OpenCL C below a comment that declares the stage (docs/own-kernel.md).

        spotlight = sluice.stage("spotlight.cl")
        dark = spotlight(strength=0.8) | sluice.stages.invert()

    A Pipeline with a text contains it; one with a file reads the file where it is used. Raises Error with
    every fault and its line."""
    word = os.fspath(source)
    is_file = not isinstance(source, str) or (word.endswith(".cl") and "\n" not in word)
    name, defaults, help = _sluice.kernel(word, is_file)
    return _stage(name, f"kernel {'' if is_file else 'text='}{_text(word)}", defaults, help)
