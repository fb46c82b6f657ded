"""Shards of files as tasks of Ray."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from types import ModuleType

from . import _sluice
from ._cluster import Places, in_worker
from ._folders import _stats_text, batch
from ._pipeline import Pipeline

_OF = "of-"  # the manifests of 16 shards are in the folder of-16


def folder_of_shards(folder: str) -> int | None:
    """The number of shards of the last call, or None."""
    newest = _newest(folder)
    return int(newest[len(_OF) :]) if newest else None


def done_in_shards(
    ray: ModuleType,
    at: Places,
    count: int,
    paths: list[str],
    output: str,
    pipeline: Pipeline | None,
    options: dict,
    folder: str,
) -> list[str]:
    """Does the batch. Returns the manifests of the shards."""
    options = at.limited(_absolute(options))
    before = _newest(folder, but=f"{_OF}{count}")
    if before:
        options["resume_from"] = os.path.join(folder, before)
    folder = os.path.join(folder, f"{_OF}{count}")
    os.makedirs(folder, exist_ok=True)
    manifests = [os.path.join(folder, f"{i}.jsonl") for i in range(count)]
    _run(
        ray,
        at,
        _do_shard,
        [(i, count, paths, output, pipeline, options, manifests[i]) for i in range(count)],
    )
    return manifests


def measured_in_shards(
    ray: ModuleType, at: Places, count: int, paths: list[str], options: dict, folder: str
) -> list[str]:
    """Measures the files. Returns files of statistics, one of each shard."""
    os.makedirs(folder, exist_ok=True)
    parts = [os.path.join(folder, f"{i}.json") for i in range(count)]
    _run(ray, at, _measure_shard, [(i, count, paths, options, parts[i]) for i in range(count)])
    return parts


def _do_shard(at, index, count, paths, output, pipeline, options, manifest) -> None:
    options = in_worker(at.num_cpus, at.num_gpus, options)
    shard = {"shard": f"{index}/{count}", "manifest": manifest, "resume": True}
    pause = 1
    for left in reversed(range(at.max_retries + 1)):
        try:
            batch(paths, output, pipeline, **shard, **options)
            return
        except _sluice.Busy:  # a process that is taken for dead may still end its files
            if not left:
                raise
            time.sleep(pause)
            pause *= 2


def _measure_shard(at, index, count, paths, options, part) -> None:
    options = in_worker(at.num_cpus, at.num_gpus, options)
    text, _ = _stats_text(paths, None, {**options, "shard": f"{index}/{count}"})
    unfinished = f"{part}.{os.getpid()}.tmp"
    with open(unfinished, "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(unfinished, part)


def _run(ray: ModuleType, at: Places, work: Callable, calls: list[tuple]) -> None:
    """Calls work(at, *call) in a task for each. Raises Error for the first call that is refused, and once the
    others have ended for those whose processes died too often."""
    task = ray.remote(work).options(
        num_cpus=at.num_cpus, num_gpus=at.num_gpus, max_retries=at.max_retries, retry_exceptions=False
    )
    waiting = {task.remote(at, *call): call[0] for call in calls}
    dead = {}
    try:
        while waiting:
            (ended, *_), _ = ray.wait(list(waiting), num_returns=1)
            index = waiting.pop(ended)
            try:
                ray.get(ended)
            except ray.exceptions.RayTaskError as fault:
                if isinstance(fault.cause, _sluice.Error):
                    raise _plain(fault.cause) from None
                raise
            except ray.exceptions.RayError as fault:
                dead[index] = fault
    except BaseException:
        for ref in waiting:
            ray.cancel(ref)
        raise
    if dead:
        index, fault = next(iter(dead.items()))
        which = f"shard {index}/{len(calls)}" + (f" and {len(dead) - 1} more" if len(dead) > 1 else "")
        raise _sluice.Error(
            f"sluice.ray: {which} did not end, because its process died {at.max_retries + 1} times "
            f"({type(fault).__name__}); the other shards are done, and the same call continues"
        )


def _plain(fault: Exception) -> Exception:
    """Without what Ray adds to it."""
    kind = _sluice.Busy if isinstance(fault, _sluice.Busy) else _sluice.Error
    return kind(str(fault))


def _newest(folder: str, but: str = "") -> str | None:
    """The subfolder of manifests that was changed last."""
    if not os.path.isdir(folder):
        return None
    found = [
        entry
        for entry in os.scandir(folder)
        if entry.name.startswith(_OF) and entry.name[len(_OF) :].isdigit() and entry.name != but
    ]
    return max(found, key=lambda entry: entry.stat().st_mtime).name if found else None


def _absolute(options: dict) -> dict:
    """Workers have another folder. None of these options is - (stdin): a shard cannot read it."""
    paths = {
        name: os.path.abspath(options[name])
        for name in ("base", "files_from", "stats_from", "report")
        if options.get(name)
    }
    return {**options, **paths}
