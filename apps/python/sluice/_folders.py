"""Folders of files."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from . import _sluice
from ._image import Image, _is_array, _measured, _warn
from ._pipeline import Pipeline

if TYPE_CHECKING:  # made from the declarations of options
    from typing_extensions import Unpack

    from ._options import BatchOptions, MergeStatsOptions, StatsOptions

Paths = str | os.PathLike | Iterable[str | os.PathLike]
Progress = Callable[[int, int, dict], object]


def batch(
    inputs: Paths,
    output: str | os.PathLike,
    pipeline: Pipeline | str | os.PathLike | None = None,
    *,
    progress: Progress | None = None,
    **options: Unpack[BatchOptions],
) -> _sluice.Summary:
    """Runs a pipeline on files and folders, as `sluice batch` does. It decodes, processes and encodes in
    parallel.

        sluice.batch("photos", "small", "resize width=512", recursive=True, overwrite="newer")

    `progress` is called after each file, with the number of finished files, the number of all files, and a
    dict with the facts of a manifest line. With dataset=True, it is also called after each file that was
    measured, with the status "measured"; every file then counts twice. If a file fails, the others continue, and the summary lists it.
    Ctrl-C finishes the files in flight and ends the run. Raises Error if the run cannot start. The options
    are those of the command, with underscores instead of hyphens. An option without a value is True, and
    `set` and `vars` are mappings. A pipeline file may have options in its block `batch:`; keywords override them.
    `isolate` decodes in new Python processes; multiprocessing.set_executable() selects the program."""
    changes = dict(options.pop("set", None) or {})
    variables = dict(options.pop("vars", None) or {})
    if pipeline is not None:
        pipeline = Pipeline.of(pipeline, variables)
        changes = {**dict(pipeline.changes), **changes}
    elif variables:
        raise _sluice.Error("batch: vars is for a pipeline file")
    summary, said = _sluice.batch(
        _paths(inputs),
        os.fspath(output),
        pipeline and (pipeline.text, pipeline.file),
        _values(options),
        list(_values(changes).items()),
        _worker(options),
        _parsed(progress),
    )
    _warn(said)
    return summary


def stats(
    inputs: Paths | object, *, progress: Progress | None = None, **options: Unpack[StatsOptions]
) -> dict:
    """Measures files and folders on the device, and returns what `sluice stats --json` prints.

        sluice.stats("photos", percentiles=(1, 99), dataset=True)["dataset"]["statistics"]
        sluice.stats(photo, histogram=64)["statistics"]

    `progress` and the options work as in batch(). If a file fails, the result has its error instead of
    statistics. An array is measured like a file; the options for arrays are percentiles, histogram, group,
    alpha, device and storage."""
    if _is_array(inputs):
        return _stats_of_array(Image(inputs), progress, options)
    text, said = _stats_text(_paths(inputs), progress, _values(options))
    _warn(said)
    return json.loads(text)


def _stats_text(
    paths: list[str], progress: Progress | None, options: Mapping[str, object]
) -> tuple[str, list[str]]:
    """The JSON, and what was said about the data set."""
    heard = _parsed(progress, lambda report: report["files"][0])
    return _sluice.stats(paths, options, _worker(options), heard)


def merge(
    manifests: Paths, output: str | os.PathLike | None = None, *, report: str | os.PathLike | None = None
) -> _sluice.Summary:
    """Joins the manifests of runs that shared the files of a batch, as `sluice merge` does. A folder stands for
    the .jsonl files in it.

        sluice.merge("manifests", "all.jsonl", report="all.html").failures

    Writes the joined manifest to `output` and a page about all runs to `report`. Raises Error, and writes
    nothing, if a shard is missing or not complete, if pipelines or options differ, or if two inputs have the
    same output."""
    summary, said = _sluice.merge(_paths(manifests), *(os.fspath(path or "") for path in (output, report)))
    _warn(said)
    return summary


def merge_stats(
    parts: Paths,
    output: str | os.PathLike | None = None,
    *,
    partial: bool = False,
    **options: Unpack[MergeStatsOptions],
) -> dict:
    """Merges files of statistics, as `sluice stats --merge` does: files that `sluice stats --json --dataset`
    wrote, or that hold what stats(dataset=True) returned, as JSON. Returns, and writes to `output`, what
    one run over all files gives. Raises Error if a shard is missing, comes twice or was measured with other
    options.

    partial      some shards may be missing; the result can be merged with them later
    approximate  do not read files of floats and 32-bit integers again for exact percentiles, and state the
                 error"""
    text, said = _sluice.merge_stats(
        _paths(parts), os.fspath(output or ""), partial, _values(options), _worker(options), None
    )
    _warn(said)
    return json.loads(text)


batch.__doc__ += "\n\n" + _sluice.command_help("batch")
stats.__doc__ += "\n\n" + _sluice.command_help("stats")


_OF_ARRAYS = ("percentiles", "histogram", "group", "alpha", "device", "storage")


def _stats_of_array(image: Image, progress: Progress | None, options: Mapping[str, object]) -> dict:
    for name in ["progress"] * (progress is not None) + sorted(options):
        if name not in _OF_ARRAYS:
            raise _sluice.Error(
                f"stats: {name} is only for files; the options for an array are {', '.join(_OF_ARRAYS)}"
            )
    return _measured(image, _values(options))


def _worker(options: Mapping[str, object]) -> list[str]:
    """The command that starts a decoding process: Python without its packages, running one file."""
    from multiprocessing import spawn

    python = spawn.get_executable()
    if not python:
        if not options.get("isolate"):
            return []
        raise _sluice.Error(
            "isolate: the path of Python is unknown; set it with multiprocessing.set_executable()"
        )
    return [os.fsdecode(python), "-I", "-S", os.path.join(os.path.dirname(__file__), "_worker.py")]


def _paths(inputs: Paths) -> list[str]:
    one = isinstance(inputs, (str, os.PathLike))
    return [os.fspath(path) for path in ([inputs] if one else inputs)]


def _values(options: Mapping[str, object]) -> dict[str, object]:
    """What was given: None is nothing, and paths are texts."""
    return {
        name: os.fspath(value) if isinstance(value, os.PathLike) else value
        for name, value in options.items()
        if value is not None
    }


def _parsed(progress: Progress | None, part: Callable[[dict], dict] = lambda report: report):
    if progress is None:
        return None
    return lambda finished, total, text: progress(finished, total, part(json.loads(text)))
