"""Rows of a Dataset of Ray Data whose column holds the bytes of image files.

An actor writes the rows of a batch to files in memory and calls the functions for files, so that rows are
treated as files are. What it finds are the parts of `sluice stats --merge`."""

from __future__ import annotations

import contextlib
import fcntl
import gc
import inspect
import json
import os
import shutil
import tempfile
import uuid
import warnings
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np

from . import _sluice
from ._cluster import expect_none_of, in_worker, places
from ._files import _bytes
from ._folders import _stats_text, _worker, batch

if TYPE_CHECKING:
    import pyarrow
    import ray.data

_PARTS_AT_ONCE = 16
_FOLDERS = "sluice-rows-"
_OF_FILES = (
    "base",
    "dataset",
    "files_from",
    "glob",
    "group_by",
    "manifest",
    "max_failures",
    "name",
    "null",
    "overwrite",
    "progress",
    "recursive",
    "report",
    "resume",
    "resume_from",
    "shard",
    "shard_size",
    "vars",
)


def normalized(
    ray: ModuleType,
    dataset: ray.data.Dataset,
    *,
    column: str,
    path: str,
    stats_from: str,
    statistics: str,
    batch_size: int,
    actors: int | None,
    num_cpus: float | None,
    num_gpus: float | None,
    max_retries: int,
    options: dict,
) -> ray.data.Dataset:
    """See sluice.ray.normalize()."""
    expect_none_of("normalize", options, _OF_FILES)
    if stats_from and statistics:
        raise _sluice.Error("sluice.ray.normalize: with stats_from, nothing is measured; leave statistics out")
    if all(each.kind is not each.VAR_KEYWORD for each in inspect.signature(dataset.map_batches).parameters.values()):
        raise _sluice.Error(
            f"sluice.ray.normalize: Ray {ray.__version__} starts an actor that always dies again for ever; "
            'pip install "ray[data]<2.64"'
        )
    gc.collect()  # actors of a Dataset that failed may still hold their cores
    at = places(ray, options, num_cpus, num_gpus, max_retries)
    if num_cpus is None:  # one core reads the rows
        num_cpus = 0 if at.num_gpus > 0 else at.num_cpus - 1
    changes = dict(options.get("set") or {})
    measuring = _sluice.series_options(
        {name: value for name, value in options.items() if name != "set"}, list(changes.items())
    )
    rows = _Rows(
        dataset,
        (column, path, num_cpus, at.num_gpus),
        {
            "batch_size": batch_size,
            "batch_format": "pyarrow",
            "compute": ray.data.ActorPoolStrategy(min_size=1, max_size=actors or at.slots),
            "num_cpus": num_cpus,
            "num_gpus": at.num_gpus,
            # Without these, an actor that always dies is started again for ever.
            "max_restarts": max_retries,
            "max_task_retries": max_retries,
        },
    )
    if stats_from:
        found = _read(stats_from)
    else:
        found = rows.measured(measuring, options)
    if statistics:
        _write(statistics, found)
    if not stats_from and "normalize" not in options and "normalize.mode" not in changes:
        low, high = measuring["percentiles"]
        options = {**options, "normalize": f"percentile:{low},{high}"}
    return rows.mapped(_Apply, _for_applying(found), options)


class _Rows:
    def __init__(self, dataset: ray.data.Dataset, about: tuple, how: dict) -> None:
        self.dataset, self.about, self.how = dataset, about, how

    def mapped(self, actor: type, *more: object) -> ray.data.Dataset:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "`ray_remote_args` is deprecated")
            return self.dataset.map_batches(actor, fn_constructor_args=(*self.about, *more), **self.how)

    def measured(self, options: dict, batch_options: dict) -> str:
        """The statistics of all rows, as JSON."""
        with tempfile.TemporaryDirectory() as folder:
            parts = self._parts(options, batch_options, folder)
            if not parts:
                raise _sluice.Error("sluice.ray.normalize: the dataset has no rows without an error")

            def count(wanted: dict, digit: int) -> dict:
                return self._counted(options, wanted, digit)

            text, _ = _sluice.merge_stats(parts, "", False, {}, [], count)
        found = json.loads(text)
        if not found["dataset"]["count"]:
            raise _sluice.Error(
                f"sluice.ray.normalize: no row could be measured; of one of them: {found['files'][0]['error']}"
            )
        return text

    def _parts(self, options: dict, batch_options: dict, folder: str) -> list[str]:
        """What the actors found, in a few files: they are merged as they come in."""
        parts: list[str] = []
        for number, row in enumerate(self.mapped(_Measure, options, batch_options).iter_rows()):
            _raise_from(row)
            parts.append(_write(os.path.join(folder, f"{number}.json"), row["part"].decode()))
            if len(parts) == _PARTS_AT_ONCE:
                text, _ = _sluice.merge_stats(parts, "", False, {"approximate": True}, [], None)
                for part in parts:
                    os.remove(part)
                parts = [_write(parts[0], text)]
        return parts

    def _counted(self, options: dict, wanted: dict, digit: int) -> dict:
        sums = {name: np.zeros(len(prefixes) << 16, np.uint64) for name, prefixes in wanted.items()}
        for row in self.mapped(_Count, options, wanted, digit).iter_rows():
            _raise_from(row)
            sums[row["channel"].decode()] += np.frombuffer(row["counts"], np.uint64)
        return {name: counts.tolist() for name, counts in sums.items()}


class _Actor:
    """Belongs to one process. The constructor does nothing that may fail."""

    def __init__(self, column: str, path: str, num_cpus: float, num_gpus: float) -> None:
        self.column, self.path = column, path
        self.place = num_cpus, num_gpus

    def prepared(self, options: dict) -> dict:
        return in_worker(*self.place, options) if self.place[1] > 0 else options

    @contextlib.contextmanager
    def files(self, rows: pyarrow.Table) -> Iterator[tuple[str, list[str | None], list[str]]]:
        """A folder, and for each row its file there, or None and an error."""
        if self.column not in rows.column_names:
            raise _sluice.Error(
                f"sluice.ray.normalize: there is no column {self.column!r}; the columns are "
                f"{', '.join(rows.column_names)}"
            )
        data = rows[self.column]

        def values(name: str) -> list:
            return rows[name].to_pylist() if name in rows.column_names else [None] * len(rows)

        paths, errors = values(self.path), [error or "" for error in values("error")]
        with _folder_for(rows.nbytes) as folder:
            files: list[str | None] = []
            for number, (value, name) in enumerate(zip(data, paths, strict=True)):
                file = None
                if not errors[number]:
                    try:
                        file = _written(value.as_py(), name, os.path.join(folder, f"{number:06}"))
                    except _sluice.Error as fault:
                        errors[number] = str(fault)
                files.append(file)
            yield folder, files, errors


class _Measure(_Actor):
    """Makes a part of the statistics of each batch of rows."""

    def __init__(self, *about: object) -> None:
        *about, self.options, self.batch_options = about
        self.checked = False
        super().__init__(*about)

    def __call__(self, rows: pyarrow.Table) -> pyarrow.Table:
        return _with_fault(("part",), lambda: self.measured(rows))

    def measured(self, rows: pyarrow.Table) -> list[tuple[bytes]]:
        with self.files(rows) as (folder, files, _):
            self.check(folder)
            files = [file for file in files if file]
            if not files:
                return []
            return [(_small(_stats_text(files, None, self.prepared(self.options))[0]).encode(),)]

    def check(self, folder: str) -> None:
        """Raises Error for wrong options of the batch, before anything is measured."""
        if not self.checked:
            no_image = _write(os.path.join(folder, "no-image.png"), "")
            batch(no_image, os.path.join(folder, "nothing"), dataset=True, **self.prepared(self.batch_options))
        self.checked = True


class _Count(_Actor):
    """Counts one more digit of the values of each batch of rows."""

    def __init__(self, *about: object) -> None:
        *about, self.options, self.wanted, self.digit = about
        super().__init__(*about)

    def __call__(self, rows: pyarrow.Table) -> pyarrow.Table:
        return _with_fault(("channel", "counts"), lambda: self.counted(rows))

    def counted(self, rows: pyarrow.Table) -> list[tuple[bytes, bytes]]:
        with self.files(rows) as (_, files, _):
            files = [file for file in files if file]
            if not files:
                return []
            options = self.prepared(self.options)
            counts = _sluice.count_digit(files, options, _worker(options), self.wanted, self.digit)
        return [(name.encode(), np.asarray(each, np.uint64).tobytes()) for name, each in counts.items()]


class _Apply(_Actor):
    """Normalizes each batch of rows by given statistics."""

    def __init__(self, *about: object) -> None:
        *about, self.statistics, self.options = about
        super().__init__(*about)

    def __call__(self, rows: pyarrow.Table) -> pyarrow.Table:
        import pyarrow

        with self.files(rows) as (folder, files, errors):
            results: list[bytes | None] = [None] * len(files)
            number_of = {file: number for number, file in enumerate(files) if file}

            def hear(_finished: int, _total: int, report: dict) -> None:
                number = number_of[report["path"]]
                if report["status"] == "failed":
                    errors[number] = report["error"]
                else:
                    with open(report["output"], "rb") as result:
                        results[number] = result.read()
                    os.remove(report["output"])

            if number_of:
                statistics = _write(os.path.join(folder, "statistics.json"), self.statistics)
                out = os.path.join(folder, "out")
                os.mkdir(out)
                options = self.prepared(self.options)
                batch(list(number_of), out, stats_from=statistics, progress=hear, **options)
        for name, values in (
            (self.column, pyarrow.array(results, pyarrow.large_binary())),
            ("error", pyarrow.array(errors, pyarrow.string())),
        ):
            if name in rows.column_names:
                rows = rows.set_column(rows.column_names.index(name), name, values)
            else:
                rows = rows.append_column(name, values)
        return rows


def _with_fault(names: tuple[str, ...], work: Callable[[], list[tuple[bytes, ...]]]) -> pyarrow.Table:
    """A table of what `work` returns. If it raises Error, a row that says so: whoever started the run hears of
    it as it is, and the actor ends in peace."""
    import pyarrow

    rows, fault = [], []
    try:
        rows = work()
        fault = [""] * len(rows)
    except _sluice.Error as error:
        rows, fault = [(b"",) * len(names)], [str(error)]
    columns = [pyarrow.array([row[i] for row in rows], pyarrow.large_binary()) for i in range(len(names))]
    return pyarrow.table({**dict(zip(names, columns, strict=True)), "fault": pyarrow.array(fault, pyarrow.string())})


def _raise_from(row: dict) -> None:
    if row["fault"]:
        raise _sluice.Error(row["fault"])


@contextlib.contextmanager
def _folder_for(size: int) -> Iterator[str]:
    """A new folder, in memory if so many bytes fit there several times. A process that is killed leaves it;
    the next one removes it."""
    parent = "/dev/shm"
    if not os.access(parent, os.W_OK) or shutil.disk_usage(parent).free < 4 * size + (64 << 20):
        parent = tempfile.gettempdir()
    for entry in os.scandir(parent):
        if entry.name.startswith(_FOLDERS):
            with contextlib.suppress(OSError), _locked(entry.path):
                shutil.rmtree(entry.path)
    folder = os.path.join(parent, f"{_FOLDERS}{uuid.uuid4().hex}")
    # Nobody removes what has another name.
    unlocked = os.path.join(parent, f".{_FOLDERS}{uuid.uuid4().hex}")
    os.mkdir(unlocked)
    with _locked(unlocked):
        os.rename(unlocked, folder)
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def _locked(folder: str) -> Iterator[None]:
    """Raises OSError if another process holds it."""
    at = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(at, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(at)


def _written(data: object, name: str | None, stem: str) -> str:
    """The file of a row. Raises Error, without a place, for what is not the bytes of an image."""
    if data is None:
        raise _sluice.Error("the row has no bytes")
    if isinstance(data, str) or not isinstance(data, (bytes, bytearray, memoryview)):
        raise _sluice.Error(
            f"the row has {type(data).__name__} instead of the bytes of a file; sluice.encode(image, 'npy') makes "
            "bytes of an array"
        )
    extension = _sluice.extension_for(_bytes(data), name or "")
    with open(f"{stem}.{extension or 'unknown'}", "wb") as file:
        file.write(data)
    return file.name


def _small(part: str) -> str:
    """A part without what is only shown of each file: a data set may have millions of rows."""
    all_ = json.loads(part)
    for file in all_["files"]:
        if file["error"] is None:
            names = [{"name": channel["name"]} for channel in file["statistics"]]
            kept = {name: file[name] for name in ("path", "pixel", "white", "error")}
            file.clear()
            file.update(kept, statistics=names)
    return json.dumps(all_)


def _for_applying(statistics: str) -> str:
    """The statistics with one image of each type, which is all that stats_from reads of the images."""
    all_ = json.loads(statistics)
    of_type = {(file["pixel"], file["white"]): file for file in all_["files"] if file["error"] is None}
    return json.dumps({**all_, "files": list(of_type.values()), "part": None})


def _read(path: str) -> str:
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        json.loads(text)["files"]
    except OSError as fault:
        raise _sluice.Error(f"{path}: cannot be read ({fault.strerror}); name what sluice.ray.stats wrote") from None
    except (ValueError, KeyError, TypeError):
        raise _sluice.Error(f"{path}: is not what sluice.ray.stats writes") from None
    return text


def _write(path: str, text: str) -> str:
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path
