"""A pipeline as a value."""

from __future__ import annotations

import os
from dataclasses import dataclass

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
    def of(cls, pipeline: Pipeline | str | os.PathLike) -> Pipeline:
        """Makes a Pipeline from a .yaml, .yml or .json file, or from a chain. Returns a Pipeline as it is."""
        if isinstance(pipeline, Pipeline):
            return pipeline
        name = os.fspath(pipeline)
        if isinstance(pipeline, str) and not name.endswith((".yaml", ".yml", ".json")):
            return cls(name)
        try:
            with open(name, encoding="utf-8") as file:
                return cls(file.read(), name)
        except (OSError, UnicodeDecodeError) as fault:
            raise _sluice.Error(f"{name}: the pipeline file cannot be read: {fault}") from fault

    def set(self, name: str, value: object) -> Pipeline:
        """Returns a copy with another value of a parameter: set("gamma.exponent", 2)."""
        return Pipeline(self.text, self.file, (*self.changes, (name, value)))

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
