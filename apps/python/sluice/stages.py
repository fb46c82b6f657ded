"""The stages, as functions that return a Pipeline.

    stages.resize(width=512) | stages.normalize(mode="percentile")

The arguments are the parameters of the stage; help(stages.resize) describes them. `id` names the stage, and
`from_` names the stages that it takes its images from. Python keywords get an underscore: stages.and_,
normalize(in_=(0, 200)). An argument without a name is the value after the stage's name in a chain:
resize("50%")."""

from __future__ import annotations

import inspect
import keyword

from . import _sluice
from ._pipeline import Pipeline

__all__ = []


def _python_name(name: str) -> str:
    return name + "_" if keyword.iskeyword(name) else name


def _text(value: object) -> str:
    """The value as in a chain. Rows of numbers, such as [[0, 0], [0.5, 0.6]], are separated by semicolons."""
    if isinstance(value, (list, tuple)) and value and all(isinstance(row, (list, tuple)) for row in value):
        value = ";".join(",".join(str(number) for number in row) for row in value)
    return _sluice.text(value)


def _stage(name: str, words: str, defaults: dict, doc: str):
    """A function that returns a Pipeline of one stage. `words`: how a chain begins that has it."""

    def stage(*args, **parameters) -> Pipeline:
        given = stage.__signature__.bind(*args, **parameters).arguments
        values = [
            _text(value) if args and i == 0 else f"{key.removesuffix('_')}={_text(value)}"
            for i, (key, value) in enumerate(given.items())
        ]
        return Pipeline(" ".join([words, *values]))

    kinds = inspect.Parameter
    parameters = [
        kinds(
            _python_name(param),
            kinds.POSITIONAL_OR_KEYWORD if i == 0 else kinds.KEYWORD_ONLY,
            default=default,
        )
        for i, (param, default) in enumerate(defaults.items())
    ]
    # An input or a required parameter may be missing here: what is checked is the whole pipeline.
    parameters += [kinds(word, kinds.KEYWORD_ONLY, default=None) for word in ("id", "from_")]
    stage.__signature__ = inspect.Signature(parameters, return_annotation=Pipeline)
    stage.__name__ = stage.__qualname__ = _python_name(name)
    stage.__doc__ = doc
    return stage


for _name in _sluice.stage_names():
    globals()[_python_name(_name)] = _stage(
        _name, _name, _sluice.stage_parameters(_name), _sluice.stage_help(_name)
    )
    __all__.append(_python_name(_name))
