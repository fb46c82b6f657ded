"""A pipeline as a value."""

from __future__ import annotations

import os
from dataclasses import dataclass

from . import _sluice


@dataclass(frozen=True)
class Pipeline:
    """A chain of stages, or the text of a YAML or JSON file of that name. A value: it can be compared,
    hashed, and pickled for another process. Raises Error for a text that is no pipeline; what its stages take
    is checked when it meets the formats of its images.

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
        """A Pipeline as it is; a .yaml, .yml or .json file; or else a chain."""
        if isinstance(pipeline, Pipeline):
            return pipeline
        name = os.fspath(pipeline)
        if isinstance(pipeline, str) and not name.endswith((".yaml", ".yml", ".json")):
            return cls(name)
        try:
            with open(name, encoding="utf-8") as file:
                return cls(file.read(), name)
        except (OSError, UnicodeDecodeError) as fault:
            raise _sluice.Error(f"{name}: is no pipeline file that can be read: {fault}") from fault

    def set(self, name: str, value: object) -> Pipeline:
        """The same with another value of a parameter: set("gamma.exponent", 2)."""
        return Pipeline(self.text, self.file, (*self.changes, (name, value)))

    def __or__(self, after: Pipeline | str) -> Pipeline:
        """One after the other."""
        after = Pipeline.of(after)
        for one in (self, after):
            if one.file or one.changes:
                raise _sluice.Error(
                    f"{one}: only chains can be put one after the other, before their parameters are set"
                )
        return Pipeline(f"{self.text} | {after.text}")

    def __ror__(self, before: str) -> Pipeline:
        return Pipeline.of(before) | self

    def __str__(self) -> str:
        return self.file or self.text
