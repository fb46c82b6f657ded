#!/usr/bin/env python3
"""ray_test.py: sluice.ray on a Ray of this machine. Workers are killed in the middle (SIGKILL); results are compared
with those of one process. PYTHONPATH has the module."""

import builtins
import functools
import json
import os
import random
import signal
import sys
import tempfile
import threading
import time
import traceback

try:
    import numpy as np
    import ray
    import ray.data
except ImportError as fault:
    print(f"[skipped] Ray: {fault}: ./dev setup --cluster installs it")
    sys.exit(0)
try:
    import sluice
except ImportError as fault:
    print(f"[skipped] Ray: the Python module was not built ({fault}): ./dev setup --python")
    sys.exit(0)
import sluice.ray

WORKS = "MapWorker(MapBatches({})).submit"  # the title of an actor that works on rows
DAMAGED = b"\x89PNG\r\n\x1a\n and nothing more"


class Killer(threading.Thread):
    """Kills processes of workers that do `what`, `times` times, or until it is stopped."""

    def __init__(self, what, times=None, after=0.2):  # `after`: seconds
        super().__init__(daemon=True)
        self.what, self.left, self.after = what, times, after
        self.killed, self.ended = [], threading.Event()

    def run(self):
        while not self.ended.is_set() and self.left != 0:
            found = [pid for pid in processes(self.what) if pid not in self.killed]
            if not found:
                time.sleep(0.02)
                continue
            time.sleep(self.after)  # in the middle of its work
            pid = random.choice(found)
            if pid not in processes(self.what):
                continue  # it has gone on to something else
            os.kill(pid, signal.SIGKILL)
            self.killed.append(pid)
            if self.left is not None:
                self.left -= 1

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.ended.set()
        self.join()


def processes(what):
    """Those of this Ray that do it now: workers write in their title what they do."""
    found = []
    for name in os.listdir("/proc"):
        try:
            with open(f"/proc/{name}/cmdline", "rb") as file:
                title = file.read().decode(errors="replace")
            with open(f"/proc/{name}/environ", "rb") as file:
                ours = b"SLUICE_RAY_TEST=" + os.environ["SLUICE_RAY_TEST"].encode() in file.read()
        except (OSError, ValueError):
            continue
        if ours and title.startswith(f"ray::{what}"):
            found.append(int(name))
    return found


def make_images(folder, count, write):
    os.makedirs(folder)
    rng = np.random.default_rng(1)
    for i in range(count):
        write(f"{folder}/{i}", rng.integers(20 + i % 7, 200, (90, 120, 3)).astype(np.uint8))


def contents(folder):
    found = {}
    for name in os.listdir(folder):
        with open(f"{folder}/{name}", "rb") as file:
            found[name] = file.read()
    return found


def check_files():
    """Eight shards, and three processes of them killed: each file once, with the bytes of one batch."""
    chain = "resize scale=3 filter=lanczos3 | gaussian sigma=4 | median radius=2"
    make_images("in", 400, lambda path, image: sluice.write(f"{path}.png", image))
    with Killer("_do_shard", times=3) as killer:
        done = sluice.ray.batch("in", "out", chain, shards=8, num_cpus=1, report="out.html")
    assert len(killer.killed) == 3, "the tasks were too quick to be killed"
    sluice.batch("in", "one", chain)
    assert contents("out") == contents("one"), "the results are not those of one batch, or files are left"
    with open(done.manifest) as file:
        lines = [json.loads(line) for line in file]
    lines = [line for line in lines if "path" in line]
    assert sorted(line["path"] for line in lines) == sorted(os.path.abspath(f"in/{i}.png") for i in range(400))
    assert {line["status"] for line in lines} == {"done"}
    assert (done.summary.done, done.summary.failed, done.summary.skipped) == (400, 0, 0)
    assert os.path.getsize("out.html") > 1000

    again = time.perf_counter()
    stamps = {name: os.stat(f"out/{name}").st_mtime_ns for name in os.listdir("out")}
    sluice.ray.batch("in", "out", chain, shards=3, num_cpus=1)
    assert stamps == {name: os.stat(f"out/{name}").st_mtime_ns for name in os.listdir("out")}, "it did files again"
    print(f"Ray: 8 shards, {len(killer.killed)} processes killed: 400 files, each once; resumed with 3 shards in "
          f"{time.perf_counter() - again:.1f} s")


def check_series():
    make_images("colours", 40, lambda path, image: sluice.write(f"{path}.png", image))
    sluice.ray.batch("colours", "series", dataset=True, shards=8, num_cpus=1)
    sluice.batch("colours", "series-one", dataset=True)
    assert contents("series") == contents("series-one"), "a series in shards is not what one batch makes of it"
    found = sluice.ray.stats("colours", "stats.json", percentiles=(1, 99), shards=8, num_cpus=1)
    one = sluice.stats(os.path.abspath("colours"), percentiles=(1, 99), dataset=True)
    with open("stats.json") as file:
        assert json.load(file) == found == one, "merged statistics are not those of one process"
    print("Ray: a series and statistics in 8 shards are those of one process")


def check_always_dying():
    """A task that always dies is not started again for ever, and the same call continues."""
    with Killer("_do_shard", after=0.05):
        try:
            sluice.ray.batch("in", "dying", "resize scale=4 | gaussian sigma=9", shards=1, num_cpus=2, max_retries=2)
        except sluice.Error as fault:
            assert "shard 0/1 did not end, because its process died 3 times" in str(fault), fault
        else:
            raise AssertionError("the task was too quick to be killed")
    done = sluice.ray.batch("in", "dying", "resize scale=4 | gaussian sigma=9", num_cpus=2)
    assert done.summary.done == 400
    print("Ray: a task that always dies ends with an error, and the same call continues")


def check_rows(extension, write):
    """A row in is a row out, with a damaged row and an actor killed in each phase."""
    make_images(f"rows-{extension}", 60, write)
    for name, data in (("bad", DAMAGED), ("empty", b"")):
        with open(f"rows-{extension}/{name}.{extension}", "wb") as file:
            file.write(data)
    rows = ray.data.read_binary_files(f"rows-{extension}", include_paths=True)
    with Killer(WORKS.format("_Measure"), 1, 0) as measuring, Killer(WORKS.format("_Apply"), 1, 0) as applying:
        result = sluice.ray.normalize(rows, batch_size=4, statistics="rows.json").take_all()
    assert measuring.killed and applying.killed, "the actors were too quick to be killed"
    sluice.batch(f"rows-{extension}", f"rows-{extension}-one", dataset=True)
    one = contents(f"rows-{extension}-one")
    names = [os.path.basename(row["path"]) for row in result]
    assert sorted(names) == sorted(os.listdir(f"rows-{extension}")), "rows are lost or doubled"
    for name, row in zip(names, result):
        if name.startswith(("bad", "empty")):
            assert row["error"] and row["bytes"] is None, row
        else:
            assert row["error"] == "" and row["bytes"] == one[name], name
    expected = sluice.stats(f"rows-{extension}", dataset=True, percentiles=(0.5, 99.5), group="joint")
    with open("rows.json") as file:
        found = json.load(file)
    assert found["dataset"] == expected["dataset"] and found["part"] == expected["part"]
    print(f"Ray Data: {len(result)} rows of {extension}, 2 of them damaged, 2 actors killed: the results and the "
          "statistics of one process")


def check_dying_actor():
    for what in ("MapWorker(MapBatches(_Measure)).__init__", WORKS.format("_Measure"), WORKS.format("_Apply")):
        rows = ray.data.read_binary_files("rows-png", include_paths=True)
        with Killer(what, after=0) as killer:
            try:
                sluice.ray.normalize(rows, batch_size=4, max_retries=1).take_all()
            except Exception as fault:
                assert "died" in str(fault), repr(fault)
            else:
                raise AssertionError(f"the actors were too quick to be killed: {what}, {len(killer.killed)}")
    rows = ray.data.read_binary_files("rows-png", include_paths=True)
    assert sluice.ray.normalize(rows, stats_from="rows.json", normalize="percentile:0.5,99.5").count() == 62
    left = [name for parent in ("/dev/shm", tempfile.gettempdir()) for name in os.listdir(parent)]
    assert not [name for name in left if name.startswith("sluice-rows-")], "killed actors leave files for ever"
    print("Ray Data: an actor that always dies ends the run, and the next one cleans up")


def check_refusals():
    rows = ray.data.read_binary_files("rows-png", include_paths=True)
    whole = {"batch": ("colours", "refused"), "stats": ("colours", "refused.json"), "normalize": (rows,)}
    for function, options, words in (
        ("batch", {"pipeline": "invrt"}, "did you mean 'invert'"),
        ("batch", {"jobs": "many"}, "'many' is not an integer"),
        ("batch", {"shard": "0/2"}, "shard is not an option here"),
        ("batch", {"dataset": True, "pipeline": "invert"}, "pipeline and dataset do not go together"),
        ("batch", {"dataset": True, "glob": "*.png"}, "glob and dataset do not go together"),
        ("batch", {"shards": 0}, "shards is 0; it must be at least 1"),
        ("batch", {"num_cpus": 64}, "no node has 64 cores"),
        ("batch", {"max_retries": -1}, "max_retries is -1"),
        ("stats", {"percentiles": (101,)}, "101 is outside [0, 100]"),
        ("normalize", {"column": "image"}, "no column 'image'; the columns are bytes, path"),
        ("normalize", {"format": "pgn"}, "did you mean 'png'"),
        ("normalize", {"normalize": "clahe"}, "not with clahe"),
        ("normalize", {"percentil": 3}, "no option 'percentil'"),
        ("normalize", {"stats_from": "no.json"}, "no.json: cannot be read"),
    ):
        try:
            getattr(sluice.ray, function)(*whole[function], **options)
        except sluice.Error as fault:
            assert words in str(fault), (options, fault)
        else:
            raise AssertionError(f"{function} takes {options}")
    assert not os.path.exists("refused") and not os.path.exists("refused.json")
    kept = ray.data.from_items([{"bytes": None, "id": 1}, {"bytes": b"no image", "id": 2}])
    kept = sluice.ray.normalize(kept, stats_from="rows.json", normalize="minmax").take_all()
    again = sluice.ray.normalize(ray.data.from_items(kept), stats_from="rows.json", normalize="minmax").take_all()
    assert sorted((row["id"], row["error"]) for row in again) == sorted((row["id"], row["error"]) for row in kept)
    assert {row["error"] for row in kept if row["id"] == 1} == {"the row has no bytes"}
    print("Ray: wrong options are refused in the words of sluice, and rows keep their errors")


def ray_talks_into(path):
    """Whatever goes to stdout and stderr goes to a file, except print(). Returns stderr as it was."""
    out, err = os.dup(1), os.dup(2)
    log = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(log, 1)
    os.dup2(log, 2)
    global print
    print = functools.partial(builtins.print, file=os.fdopen(out, "w"), flush=True)
    return os.fdopen(err, "w")


def main():
    os.environ["SLUICE_RAY_TEST"] = f"{os.getpid()}-{time.time_ns()}"
    os.environ["RAY_AUTH_MODE"] = "disabled"
    random.seed(1)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        said = ray_talks_into(f"{folder}/ray.log")
        ray.init(num_cpus=2, include_dashboard=False, logging_level="ERROR", log_to_driver=False)
        ray.data.DataContext.get_current().enable_progress_bars = False
        try:
            check_files()
            check_series()
            check_always_dying()
            check_rows("png", lambda path, image: sluice.write(f"{path}.png", image))
            check_rows("tif", lambda path, image: sluice.write(f"{path}.tif", image / np.float32(7)))
            check_refusals()
            check_dying_actor()
        except BaseException:
            with open(f"{folder}/ray.log", errors="replace") as file:
                said.write(file.read()[-5000:])
            traceback.print_exc(file=said)
            sys.exit(1)
        finally:
            ray.shutdown()
            os.chdir("/")


main()
