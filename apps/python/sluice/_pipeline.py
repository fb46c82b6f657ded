"""A pipeline as a value."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from . import _sluice


@dataclass(frozen=True)
class Pipeline:
    """A chain of stages, or the text of a YAML or JSON file with its name. Pipelines can be compared,
    hashed and pickled. Raises Error if the text is not a pipeline. Stages and parameters are checked later,
    when the formats of the images are known.

        shrunk = Pipeline("resize width=512")
        Pipeline("gamma exponent=2") | shrunk | stages.normalize(mode="percentile")
    """

    text: str
    file: str = ""
    changes: tuple = ()

    def __post_init__(self) -> None:
        _sluice.parse(self.text, self.file, self.changes)

    @classmethod
    def of(cls, pipeline: Pipeline | str | os.PathLike, vars: Mapping[str, object] | None = None) -> Pipeline:
        """Makes a Pipeline from a .yaml, .yml or .json file, or from a chain. Returns a Pipeline as it is.
        `vars` are values for the variables of the file: of("p.yaml", {"radius": 3})."""
        if isinstance(pipeline, Pipeline):
            return pipeline.with_vars(**vars) if vars else pipeline
        changes = _variables(vars or {})
        name = os.fspath(pipeline)
        if isinstance(pipeline, str) and not name.endswith((".yaml", ".yml", ".json")):
            return cls(name, changes=changes)
        try:
            with open(name, encoding="utf-8") as file:
                return cls(file.read(), name, changes)
        except (OSError, UnicodeDecodeError) as fault:
            raise _sluice.Error(f"{name}: the pipeline file cannot be read: {fault}") from fault

    def set(self, name: str, value: object) -> Pipeline:
        """Returns a copy with another value of a parameter: set("gamma.exponent", 2). An array is a list:
        set("crops.boxes", boxes) with a row for each box."""
        return Pipeline(self.text, self.file, (*self.changes, (name, _value(value))))

    def with_vars(self, **values: object) -> Pipeline:
        """Returns a copy with values for variables of the file: with_vars(radius=3)."""
        return Pipeline(self.text, self.file, (*self.changes, *_variables(values)))

    def __or__(self, after: Pipeline | str) -> Pipeline:
        """Joins two chains: the second one takes the result of the first one."""
        after = Pipeline.of(after)
        for one in (self, after):
            if one.file or one.changes:
                raise _sluice.Error(
                    f"{one}: only chains can be joined, before any of their parameters are set"
                )
        return Pipeline(f"{self.text} | {after.text}")

    def __ror__(self, before: str) -> Pipeline:
        return Pipeline.of(before) | self

    def __str__(self) -> str:
        return self.file or self.text


def _value(value: object) -> object:
    """A value of a parameter as text, a number or a flat list."""
    return tuple(value.ravel().tolist()) if isinstance(value, np.ndarray) else value


def _variables(values: Mapping[str, object]) -> tuple:
    return tuple(
        (f"vars.{name}", os.fspath(value) if isinstance(value, os.PathLike) else value)
        for name, value in values.items()
    )
