"""batch() and stats(): what the commands do."""

import fcntl
import json
import os
import pickle
import signal
import subprocess
import sys
import threading

import numpy as np
import pytest

import sluice


@pytest.fixture
def photos(tmp_path):
    folder = tmp_path / "photos"
    folder.mkdir()
    for i in range(4):
        sluice.write(folder / f"{i}.png", np.full((6, 8, 3), 40 * i + 20, np.uint8))
    return folder


def test_a_folder_goes_through_a_pipeline(photos, tmp_path):
    heard = []
    summary = sluice.batch(
        photos, tmp_path / "out", sluice.stages.invert(), progress=lambda *about: heard.append(about)
    )
    assert (summary.done, summary.failed, summary.failures) == (4, 0, [])
    assert sorted(done for done, _, _ in heard) == [1, 2, 3, 4] and {total for _, total, _ in heard} == {4}
    assert {os.path.basename(report["path"]) for *_, report in heard} == {f"{i}.png" for i in range(4)}
    assert np.array_equal(sluice.read(tmp_path / "out/2.png"), np.full((6, 8, 3), 155))


def test_each_image_of_a_folder_has_values_for_its_size(photos, tmp_path):
    sluice.write(photos / "wide.png", np.zeros((6, 16, 3), np.uint8))
    sluice.batch(photos, tmp_path / "out", "resize width='${load.width / 2}'")
    assert sluice.read(tmp_path / "out/1.png").shape == (3, 4, 3)
    assert sluice.read(tmp_path / "out/wide.png").shape == (3, 8, 3)


def test_a_series_is_measured_and_then_shares_a_range(photos, tmp_path):
    heard = []
    options = {"dataset": True, "normalize": "minmax"}
    summary = sluice.batch(photos, tmp_path / "out", **options, progress=lambda *about: heard.append(about))
    assert (summary.done, summary.failed) == (4, 0)
    found = [int(sluice.read(tmp_path / "out" / f"{i}.png")[0, 0, 0]) for i in range(4)]
    assert found == [0, 85, 170, 255]  # 20 to 140
    assert [done for done, _, _ in heard] == list(range(1, 9)) and {total for _, total, _ in heard} == {8}
    assert [report["status"] for *_, report in heard] == ["measured"] * 4 + ["done"] * 4
    sluice.batch(photos, tmp_path / "own", **options, group_by="{stem}", set={"normalize.constant": "low"})
    assert not sluice.read(tmp_path / "own/2.png").any()


def test_shards_divide_a_folder_and_its_statistics(photos, tmp_path):
    done, measured = [], []
    for i in range(3):
        shard = f"{i}/3"
        done.append(sluice.batch(photos, tmp_path / "out", "invert", shard=shard).done)
        report = sluice.stats(photos, dataset=True, shard=shard)
        assert report["part"]["shards"] == {"of": 3, "indices": [i]}
        measured.append(len(report["files"]))
    files = len(os.listdir(photos))
    assert sum(done) == files == len(os.listdir(tmp_path / "out"))
    assert measured == done
    with pytest.raises(sluice.Error, match="counted from 0"):
        sluice.batch(photos, tmp_path / "other", "invert", shard="3/3")


def test_manifests_of_shards_are_merged(photos, tmp_path):
    (photos / "bad.png").write_bytes(b"no picture")
    manifests = [tmp_path / f"{i}.jsonl" for i in range(3)]
    for i, manifest in enumerate(manifests):
        sluice.batch(photos, tmp_path / "out", "invert", shard=f"{i}/3", manifest=manifest)
    with pytest.raises(sluice.Error, match="shard 2/3"):
        sluice.merge(manifests[:2], tmp_path / "all.jsonl")
    assert not (tmp_path / "all.jsonl").exists()
    summary = sluice.merge(manifests, tmp_path / "all.jsonl", report=tmp_path / "all.html")
    assert (summary.done, summary.failed, summary.skipped) == (4, 1, 0)
    assert summary.failures[0][0].endswith("bad.png") and (tmp_path / "all.html").exists()
    lines = [json.loads(line) for line in (tmp_path / "all.jsonl").read_text().splitlines()]
    assert len([line for line in lines if "path" in line]) == 5
    again = sluice.merge(tmp_path / "all.jsonl")
    assert (again.done, again.failed) == (4, 1)


@pytest.mark.parametrize("dtype", [np.uint8, np.float32])
def test_statistics_of_parts_are_merged(tmp_path, dtype):
    files = [tmp_path / f"{i}.npy" for i in range(5)]
    for i, file in enumerate(files):
        sluice.write(file, (np.arange(30 * 40).reshape(30, 40) * (i + 1) % 251 / 7).astype(dtype))
    options = {"dataset": True, "percentiles": (1, 99)}
    parts = [tmp_path / f"{i}.json" for i in range(3)]
    for i, part in enumerate(parts):
        part.write_text(json.dumps(sluice.stats(files, shard=f"{i}/3", **options)))
    whole = sluice.stats(files, **options)
    assert sluice.merge_stats(parts, tmp_path / "all.json") == whole
    assert json.loads((tmp_path / "all.json").read_text()) == whole
    first = tmp_path / "first.json"
    sluice.merge_stats(parts[:2], first, partial=True)
    assert sluice.merge_stats([parts[2], first]) == whole
    approximate = sluice.merge_stats(parts, approximate=True)["dataset"]["statistics"][0]
    assert ("percentile_errors" in approximate) == (dtype == np.float32)
    with pytest.raises(sluice.Error, match="missing: 2/3; sluice.merge_stats.partial=True. merges"):
        sluice.merge_stats(parts[:2])
    with pytest.raises(sluice.Error, match="has shard 0/3"):
        sluice.merge_stats([*parts, parts[0]])
    with pytest.raises(sluice.Error, match="no part"):
        sluice.merge_stats([])


def test_a_manifest_that_another_run_holds_is_busy(photos, tmp_path):
    manifest = tmp_path / "m.jsonl"
    with open(manifest, "w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        with pytest.raises(sluice.Busy) as fault:
            sluice.batch(photos, tmp_path / "out", "invert", manifest=manifest, resume=True)
    assert isinstance(fault.value, sluice.Error) and str(manifest) in str(fault.value)
    assert type(pickle.loads(pickle.dumps(fault.value))) is sluice.Busy


def test_a_series_is_normalized_beside_options_of_save(photos, tmp_path):
    """Not only shrunk."""
    sluice.batch(photos, tmp_path / "out", dataset=True, thumbnail=4)
    assert sluice.read(tmp_path / "out/3.png").shape == (3, 4, 3)
    assert sluice.read(tmp_path / "out/3.png").max() == 255


def test_a_file_that_fails_does_not_stop_the_others(photos, tmp_path):
    (photos / "bad.png").write_bytes(b"no picture")
    summary = sluice.batch([photos], tmp_path / "out", "invert", manifest=tmp_path / "lines.jsonl")
    assert (summary.done, summary.failed) == (4, 1)
    ((path, reason),) = summary.failures
    assert path.endswith("bad.png") and reason
    lines = [json.loads(line) for line in (tmp_path / "lines.jsonl").read_text().splitlines()]
    assert sorted(line["status"] for line in lines) == ["done"] * 4 + ["failed"]


def test_options_are_those_of_the_command(photos, tmp_path):
    sluice.batch(
        photos, tmp_path / "out", "gamma exponent=1", set={"gamma.exponent": 2}, format="bmp", jobs=1
    )
    assert np.array_equal(
        sluice.read(tmp_path / "out/1.bmp"), sluice.run("gamma 2", sluice.read(photos / "1.png"))
    )
    again = sluice.batch(photos, tmp_path / "out", "invert", format="bmp", overwrite="skip")
    assert (again.done, again.skipped) == (0, 4)


@pytest.mark.parametrize(
    "options, words",
    [
        ({"pipeline": "invrt"}, "did you mean 'invert'"),
        ({"job": 2}, "there is no option 'job' (did you mean 'jobs'?)"),
        ({"jobs": 2000}, "sluice batch: jobs: 2000 is outside [0, 1024]"),
        ({"limit_memory": "lots"}, "limit_memory: 'lots' is not a size; write 512K, 1.5M or 2G"),
        ({"normalize": "minmax", "pipeline": "invert"}, "pipeline and normalize do not go together"),
        ({"set": {"normalize.clip": 3}}, "set: normalize: there is no parameter 'clip'"),
        ({"set": {"clip": 3}, "normalize": "clahe"}, "did you mean 'normalize.clip_limit=3'?"),
        ({"quality": 101}, "quality: save.quality: 101 is outside [1, 100]"),
        ({"jobs": "many"}, "'many' is not an integer"),
        ({"overwrite": "maybe"}, "maybe"),
        ({"dry_run": True}, "command line"),
        ({"isolate_device": True}, "command line"),
    ],
)
def test_a_batch_that_cannot_begin_says_why(photos, tmp_path, options, words):
    with pytest.raises(sluice.Error) as fault:
        sluice.batch(photos, tmp_path / "out", **options)
    assert words in str(fault.value)
    assert not (tmp_path / "out").exists()


def test_what_a_listener_raises_ends_the_batch(photos, tmp_path):
    def listen(*about):
        raise KeyError("tired of it")

    with pytest.raises(KeyError, match="tired of it"):
        sluice.batch(photos, tmp_path / "out", "invert", progress=listen)


def test_an_interrupt_ends_the_batch_with_the_files_at_hand(photos, tmp_path):
    heard = signal.signal(signal.SIGINT, signal.default_int_handler)  # shells make jobs behind & ignore it

    def interrupt(finished, total, report):
        if finished == 1:
            os.kill(os.getpid(), signal.SIGINT)
            threading.Event().wait(0.5)

    try:
        with pytest.raises(KeyboardInterrupt):
            sluice.batch(photos, tmp_path / "out", "invert", jobs=1, in_flight=1, progress=interrupt)
    finally:
        signal.signal(signal.SIGINT, heard)
    for name in os.listdir(tmp_path / "out"):
        assert sluice.read(tmp_path / "out" / name).shape == (6, 8, 3)


def test_statistics_are_those_of_numpy(photos):
    heard = []
    report = sluice.stats(
        photos, percentiles=[50], histogram=4, dataset=True, progress=lambda *about: heard.append(about)
    )
    assert [os.path.basename(file["path"]) for file in report["files"]] == [f"{i}.png" for i in range(4)]
    first = report["files"][0]["statistics"][0]
    assert (first["name"], first["min"], first["mean"], first["percentiles"]["50"]) == ("R", 20, 20, 20)
    assert first["histogram"] == [48, 0, 0, 0]
    assert report["dataset"]["count"] == 4 and report["dataset"]["statistics"][2]["max"] == 140
    assert [about[:2] for about in heard] == [(i, 4) for i in range(1, 5)]
    assert heard[0][2]["statistics"] == report["files"][0]["statistics"]
    with pytest.raises(sluice.Error, match="^sluice stats: group: 'all' is not one of channel"):
        sluice.stats(photos, group="all")


def test_isolated_files_are_decoded_in_processes_that_end_with_the_call(photos, tmp_path):
    (photos / "bad.png").write_bytes(b"no picture")
    seen = set()
    summary = sluice.batch(
        photos, tmp_path / "out", "invert", isolate=True, jobs=2, progress=lambda *_: seen.update(workers())
    )
    assert (summary.done, summary.failed) == (4, 1)
    assert np.array_equal(sluice.read(tmp_path / "out/2.png"), np.full((6, 8, 3), 155))
    assert 1 <= len(seen) <= 2 and not workers()
    (photos / "bad.png").unlink()
    assert sluice.stats(photos, isolate=True) == sluice.stats(photos)


def test_a_decoder_that_is_killed_costs_its_file(photos, tmp_path):
    def kill(finished, total, report):
        if finished == 1:
            for worker in workers():
                os.kill(worker, signal.SIGKILL)

    summary = sluice.batch(photos, tmp_path / "out", "invert", isolate=True, jobs=1, in_flight=1, progress=kill)
    assert summary.done + summary.failed == 4 and summary.failed <= 1
    assert not workers()


def test_a_python_that_cannot_be_started_is_said(photos, tmp_path):
    code = (
        "import multiprocessing, sluice\n"
        "multiprocessing.set_executable('/nowhere/python')\n"
        "try: sluice.batch({!r}, {!r}, 'invert', isolate=True)\n"
        "except sluice.Error as fault: print(fault)"
    ).format(str(photos), str(tmp_path / "out"))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "isolate: " in done.stdout and "No such file" in done.stdout


def workers() -> set[int]:
    """Processes that decode for this one."""
    found = set()
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{process}/cmdline", "rb") as file:
                command = file.read()
            with open(f"/proc/{process}/stat", encoding="ascii", errors="replace") as file:
                parent = int(file.read().rpartition(")")[2].split()[1])
        except OSError:
            continue  # has ended
        if parent == os.getpid() and b"_worker.py" in command:
            found.add(int(process))
    return found


def test_statistics_of_an_array_are_those_of_its_file(photos):
    pixels = np.arange(6 * 8 * 4, dtype=np.uint8).reshape(6, 8, 4)
    pixels[::2, :, 3] = 0  # whose colours do not count
    sluice.write(photos / "0.png", pixels, replace=True)
    wanted = {"percentiles": [1, 50], "histogram": 8}
    (file,) = sluice.stats(photos / "0.png", **wanted)["files"]
    del file["path"], file["error"]
    assert sluice.stats(pixels, **wanted) == file
    assert sluice.stats(sluice.Image(pixels[..., [2, 1, 0, 3]], order="bgr"), **wanted) == file
    assert sluice.stats(pixels, group="joint")["statistics"][0]["count"] == 3 * 24
    planes = sluice.Image(np.moveaxis(pixels, 2, 0), layout="CHW")
    assert sluice.stats(planes, **wanted) == file
    with pytest.raises(sluice.Error, match="dataset is only for files"):
        sluice.stats(pixels, dataset=True)


def test_nothing_is_printed(photos, tmp_path):
    (photos / "bad.png").write_bytes(b"no picture")
    code = f"import sluice; sluice.batch('{photos}', '{tmp_path}/out', 'invert'); sluice.stats('{photos}')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("", "")


def test_errors_name_options_as_keywords(photos, tmp_path):
    sluice.batch(photos, tmp_path / "out", "invert")
    again = sluice.batch(photos, tmp_path / "out", "invert")
    assert 'exists; overwrite="skip" keeps it' in again.failures[0][1]
    assert '"newer" or "always" replaces it' in again.failures[0][1]
    with pytest.raises(sluice.Error, match='^sluice batch: resume needs manifest FILE'):
        sluice.batch(photos, tmp_path / "out", "invert", resume=True)
    (photos / "cut.png").write_bytes((photos / "0.png").read_bytes()[:-30])
    report = sluice.stats(photos / "cut.png")
    assert report["files"][0]["error"].endswith("; lenient=True takes what can be read")
    with pytest.raises(sluice.Error, match="; lenient=True takes what can be read"):
        sluice.read(photos / "cut.png")


def test_a_pipeline_file_has_variables(photos, tmp_path):
    pipeline = tmp_path / "p.yaml"
    pipeline.write_text("sluice: 1\nvars: {level: 1}\nstages:\n  - exposure: ${level}\n")
    sluice.batch(photos, tmp_path / "one", pipeline)
    sluice.batch(photos, tmp_path / "two", pipeline, vars={"level": 2})
    sluice.batch(photos, tmp_path / "same", "exposure 2")
    files = sorted(path.relative_to(tmp_path / "two") for path in (tmp_path / "two").rglob("*.*"))
    assert files
    for file in files:
        assert (tmp_path / "two" / file).read_bytes() == (tmp_path / "same" / file).read_bytes()
        assert (tmp_path / "one" / file).read_bytes() != (tmp_path / "two" / file).read_bytes()
    with pytest.raises(sluice.Error, match="vars is for a pipeline file"):
        sluice.batch(photos, tmp_path / "none", vars={"level": 2})


def test_a_pipeline_file_has_options_that_keywords_override(photos, tmp_path):
    file = tmp_path / "p.yaml"
    options = "{format: bmp, name: 'x-{stem}.{ext}', limit_memory: 4G}"
    file.write_text(f"sluice: 1\nbatch: {options}\nstages: [invert: ]\n")
    assert sluice.batch(photos, tmp_path / "out", file).done == 4
    assert sorted(os.listdir(tmp_path / "out")) == [f"x-{i}.bmp" for i in range(4)]
    assert sluice.batch(photos, tmp_path / "png", sluice.Pipeline.of(file), format="png", jobs=1).done == 4
    assert sorted(os.listdir(tmp_path / "png")) == [f"x-{i}.png" for i in range(4)]
    file.write_text("sluice: 1\nbatch: {jobs: -1}\nstages: [invert: ]\n")
    with pytest.raises(sluice.Error, match=r"p.yaml:2:9: batch.jobs: -1 is outside \[0, 1024\]"):
        sluice.batch(photos, tmp_path / "none", file)
    with pytest.raises(sluice.Error, match=r"p.yaml:2:9: batch.jobs: -1 is outside \[0, 1024\]"):
        sluice.run(sluice.Pipeline.of(file), sluice.read(photos / "0.png"))


def test_options_of_load_and_save_are_keywords(photos, tmp_path):
    sluice.batch(photos, tmp_path / "out", "invert", format="jpg", quality=20, max_pixels=48, lenient=False)
    assert len(os.listdir(tmp_path / "out")) == 4
    report = sluice.stats(photos / "0.png", max_pixels=10)
    assert "limit of 10, which max_pixels sets" in report["files"][0]["error"]


def test_the_page_of_a_batch_names_its_options(photos, tmp_path):
    sluice.batch(photos, tmp_path / "out", "invert", report=tmp_path / "r.html", jobs=2, recursive=True)
    page = (tmp_path / "r.html").read_text()
    assert "--jobs 2" in page and "--recursive" in page and "invert" in page
