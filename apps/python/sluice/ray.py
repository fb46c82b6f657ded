"""Batches, statistics and data sets on a cluster of Ray.

    import sluice.ray
    sluice.ray.batch("photos", "small", "resize width=512")                        # files
    sluice.ray.normalize(ray.data.read_binary_files("photos", include_paths=True))  # rows

batch() and stats() divide files into shards. Each shard is a task of Ray; the results are merged. normalize()
works on the rows of a Dataset of Ray Data. Needs Ray (pip install "ray[data]"), and sluice on all nodes.
Errors raise sluice.Error."""

from __future__ import annotations

import dataclasses
import os
import shutil
from typing import TYPE_CHECKING

from . import _sluice
from ._cluster import connected, expect_none_of, places
from ._folders import Paths, _paths, _values, _worker
from ._pipeline import Pipeline
from ._rows import normalized
from ._shards import done_in_shards, folder_of_shards, measured_in_shards

if TYPE_CHECKING:  # made from the declarations of options
    import ray.data
    from typing_extensions import Unpack

    from ._options import MeasureOptions, RowsOptions, ShardsOptions

__all__ = ["Batch", "batch", "normalize", "stats"]


@dataclasses.dataclass(frozen=True)
class Batch:
    """The result of batch().

    summary   counts of all files, and which ones failed and why
    manifest  the path of the merged manifest
    report    the path of the page, or None"""

    summary: _sluice.Summary
    manifest: str
    report: str | None


def batch(
    inputs: Paths,
    output: str | os.PathLike,
    pipeline: Pipeline | str | os.PathLike | None = None,
    *,
    shards: int | None = None,
    manifest: str | os.PathLike | None = None,
    report: str | os.PathLike | None = None,
    num_cpus: int | None = None,
    num_gpus: float | None = None,
    max_retries: int = 3,
    **options: Unpack[ShardsOptions],
) -> Batch:
    """Runs sluice.batch() on a cluster: each shard of the files is a task. The inputs and the output are on
    a file system that all nodes share.

    shards       how many; by default four for each place where a task can run. If an earlier call was
                 interrupted, the default is its number
    manifest     the merged manifest; by default OUTPUT.jsonl. Those of the shards are in OUTPUT.manifests
    report       write a page (.html) about all shards, without thumbnails
    num_cpus     cores of a task; by default, all cores of the smallest node, or its part of them if there
                 are GPUs
    num_gpus     GPUs of a task; by default 1 if the cluster has any, else 0
    max_retries  how often a task is started again after its process has died

    The other options are those of sluice.batch(). With dataset=True, the shards are measured first, and
    then share one range. A task that is started again continues where the last one was. If it dies too
    often, the other shards are still done, and Error is raised; the same call then continues. If a file
    fails, the others continue, and the summary lists it."""
    ray = connected("batch")
    expect_none_of("batch", options, ("shard", "manifest", "resume", "resume_from", "progress", "group_by"))
    at = places(ray, options, num_cpus, num_gpus, max_retries)
    output = os.path.abspath(output)
    folder = f"{output}.manifests"
    count = at.shards(shards if shards is not None else folder_of_shards(folder))
    options = _values(options)
    variables = dict(options.pop("vars", None) or {})
    if pipeline is not None:
        pipeline = Pipeline.of(pipeline, variables)
    elif variables:
        raise _sluice.Error("sluice.ray.batch: vars is for a pipeline file")
    paths = [os.path.abspath(path) for path in _paths(inputs)]
    if options.pop("dataset", False):
        options = _measured(paths, output, pipeline, options, at, count)
    manifests = done_in_shards(ray, at, count, paths, output, pipeline, options, folder)
    manifest = os.path.abspath(manifest or f"{output}.jsonl")
    report = os.path.abspath(report) if report else None
    summary, said = _sluice.merge(manifests, manifest, report or "")
    at.warn(said)
    return Batch(summary, manifest, report)


def stats(
    inputs: Paths,
    output: str | os.PathLike,
    *,
    shards: int | None = None,
    num_cpus: int | None = None,
    num_gpus: float | None = None,
    max_retries: int = 3,
    **options: Unpack[MeasureOptions],
) -> dict:
    """Measures a data set on a cluster: each shard of the files is a task of sluice.stats(). Writes the merged
    statistics to the file `output`, and returns them: what `sluice stats --dataset --json` makes of all
    files. sluice.batch(stats_from=output) can normalize by them.

    The keywords are those of batch(); the options are those of sluice.stats(). Exact percentiles of floats
    and 32-bit integers need a second look at the files: this process takes it, when all tasks have ended."""
    ray = connected("stats")
    expect_none_of("stats", options, ("shard", "progress"))
    at = places(ray, options, num_cpus, num_gpus, max_retries)
    paths = [os.path.abspath(path) for path in _paths(inputs)]
    if not os.path.isdir(os.path.dirname(os.path.abspath(output))):
        raise _sluice.Error(f"sluice.ray.stats: {os.fspath(output)!r} is in a folder that does not exist")
    return _stats(ray, at, at.shards(shards), paths, os.path.abspath(output), _values(options))


def normalize(
    dataset: ray.data.Dataset,
    *,
    column: str = "bytes",
    path: str = "path",
    stats_from: str | os.PathLike | None = None,
    statistics: str | os.PathLike | None = None,
    batch_size: int = 64,
    actors: int | None = None,
    num_cpus: float | None = None,
    num_gpus: float | None = None,
    max_retries: int = 3,
    **options: Unpack[RowsOptions],
) -> ray.data.Dataset:
    """Normalizes the images of a Dataset by one range, as sluice.batch(dataset=True) does with files. Each row
    holds the bytes of an image file. This call measures all rows; the Dataset that it returns normalizes
    them when it is read.

        rows = ray.data.read_binary_files("photos", include_paths=True)
        sluice.ray.normalize(rows, format="png").write_parquet("normalized")

    column       has the bytes of files, and in the result the bytes of the normalized ones, or null
    path         a column with names of files, if there is one: its extensions select the format of results
                 unless `format` does
    stats_from   a file of statistics to normalize by; nothing is measured then
    statistics   write what was measured to this file
    batch_size   rows that an actor takes at a time
    actors       how many; by default one for each GPU, or for each node if there is no GPU
    num_cpus     cores that an actor reserves; by default, all but one of the smallest node, or none if
                 there are GPUs
    num_gpus     GPUs of an actor; by default 1 if the cluster has any, else 0
    max_retries  how often an actor is started again, and how often a batch of rows is tried again, after
                 a process has died

    The other options are those of sluice.batch(), such as normalize, format and quality. Each row gives
    one row. If an image fails, its bytes are null and the column `error` says why; elsewhere, `error` is
    empty. Rows that already have an error are passed on. The Dataset is read more than once, and must give
    the same rows each time."""
    return normalized(
        connected("normalize", data=True),
        dataset,
        column=column,
        path=path,
        stats_from=os.fspath(stats_from or ""),
        statistics=os.fspath(statistics or ""),
        batch_size=batch_size,
        actors=actors,
        num_cpus=num_cpus,
        num_gpus=num_gpus,
        max_retries=max_retries,
        options=_values(options),
    )


def _measured(paths, output, pipeline, options, at, count) -> dict:
    """The options for shards that share a range, which is measured here."""
    if pipeline is not None:
        raise _sluice.Error("sluice.ray.batch: pipeline and dataset do not go together")
    for name in ("stats_from", "glob", "files_from"):
        if name in options:
            raise _sluice.Error(f"sluice.ray.batch: {name} and dataset do not go together")
    for path in paths if options.get("recursive") else []:
        if os.path.commonpath([path, output]) == path:
            raise _sluice.Error(
                f"sluice.ray.batch: the output {output!r} is in the input {path!r}, where it would be measured; give "
                "another folder"
            )
    changes = dict(options.get("set") or {})
    rest = {name: value for name, value in options.items() if name != "set"}
    measuring = _sluice.series_options(rest, list(changes.items()))
    statistics = f"{output}.statistics.json"
    _stats(connected("batch"), at, count, paths, statistics, measuring)
    if "normalize" not in options and "normalize.mode" not in changes:
        low, high = measuring["percentiles"]
        options = {**options, "normalize": f"percentile:{low},{high}"}
    return {**options, "stats_from": statistics}


def _stats(ray, at, count: int, paths: list[str], output: str, options: dict) -> dict:
    import json

    folder = f"{output}.parts"
    parts = measured_in_shards(ray, at, count, paths, {**options, "dataset": True}, folder)
    again = ("approximate", "isolate", "device", "limit_memory", "storage")
    merging = {name: options[name] for name in again if name in options}
    text, said = _sluice.merge_stats(parts, output, False, merging, _worker(options), None)
    at.warn(said)
    shutil.rmtree(folder, ignore_errors=True)
    return json.loads(text)
