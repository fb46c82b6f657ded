"""What type checkers see of sluice.stages: stages.pyi, which the build makes of the declarations."""

import ast
import inspect
import pathlib
import subprocess
import sys

import pytest

import sluice

FOLDER = pathlib.Path(sluice.__file__).parent
STUB = ast.parse((FOLDER / "stages.pyi").read_text())

RIGHT = """
import sluice
import sluice.ray
from sluice import stages

small: sluice.Pipeline = stages.resize(width=640, filter="lanczos3")
both = small | stages.normalize("percentile", low=1, out=(0, 200)) | "invert"
stages.resize("50%")
stages.normalize(in_=(0, 200), id="first")
stages.max(from_=["first", "first"])
stages.reduce(quantities=("min", "max"))
stages.crop(size="640x480")
sluice.batch("photos", "small", both, recursive=True, overwrite="newer", jobs=2, limit_memory="2G")
sluice.batch(["a.png"], "small", normalize="percentile:1,99", set={"save.quality": 80}, device="cpu")
sluice.write("a.jpg", sluice.read("a.npy", layout="chw"), quality=80, replace=True)
sluice.stats("photos", percentiles=(1, 99), dataset=True, group="joint", device_timeout=2.5)
same: sluice.Image = sluice.decode(sluice.encode(sluice.empty((4, 4)), "png", compression=1), page=1, name="a.png")
sluice.ray.batch("in", "out", "invert", shards=3, jobs=2, report="a.html").summary.done
sluice.ray.stats("in", "a.json", percentiles=(1, 99), num_gpus=0.5)
sluice.merge(["a.jsonl"], "all.jsonl", report="all.html").failures
sluice.merge_stats(["a.json", "b.json"], partial=True, device="cpu")
"""
WRONG = {
    "stages.resize(widht=640)": "widht",
    'stages.resize(filter="lanczos")': "Literal",
    'stages.resize(height="wide")': "height",
    'stages.normalize("percentile", 1)': "positional",
    "stages.resice()": "resice",
    'sluice.batch("photos", "small", recursiv=True)': "recursiv",
    'sluice.batch("photos", "small", overwrite="newr")': "overwrite",
    'sluice.batch("photos", "small", jobs="many")': "jobs",
    'sluice.stats("photos", glob="*.jpg")': "glob",
    'sluice.write("a.jpg", sluice.read("b.jpg"), qualty=80)': "qualty",
    'sluice.write("a.jpg", sluice.read("b.jpg"), quality="high")': "quality",
    'sluice.read("a.npy", layout="hcw")': "layout",
    'sluice.decode(b"", layout="hcw")': "layout",
    'sluice.encode(sluice.empty((4, 4)), "jpg", qualty=80)': "qualty",
    'sluice.merge_stats("a.json", histogram=3)': "histogram",
    'sluice.ray.batch("in", "out", recursiv=True)': "recursiv",
    'sluice.ray.batch("in", "out", shard="0/2")': "shard",
    'sluice.ray.stats("in", "a.json", histogram="many")': "histogram",
    'sluice.ray.normalize(None, overwrite="newer")': "overwrite",
}


def functions():
    return {node.name: node for node in STUB.body if isinstance(node, ast.FunctionDef)}


def test_the_stub_has_every_stage_with_its_parameters_defaults_and_a_docstring():
    assert list(functions()) == sluice.stages.__all__
    for name, function in functions().items():
        called = inspect.signature(getattr(sluice.stages, name)).parameters
        written = function.args.args + function.args.kwonlyargs
        assert [one.arg for one in written] == list(called), name
        defaults = [ast.literal_eval(one) for one in function.args.defaults + function.args.kw_defaults]
        for default, (param, own) in zip(defaults, called.items(), strict=True):
            as_value = list(default) if isinstance(default, tuple) else default
            assert as_value == own.default, f"{name}.{param}"
        assert ast.get_docstring(function), name


def mypy(tmp_path, text):
    program = tmp_path / "program.py"
    program.write_text(text)
    options = ["--no-error-summary", "--follow-imports=silent", f"--cache-dir={tmp_path}/cache"]
    return subprocess.run(
        [sys.executable, "-m", "mypy", *options, str(program)],
        env={} if "site-packages" in FOLDER.parts else {"MYPYPATH": str(FOLDER.parent)},
        capture_output=True,
        text=True,
    )


def test_mypy_takes_right_calls_and_refuses_others(tmp_path):
    pytest.importorskip("mypy", reason="./dev setup --python installs it")
    done = mypy(tmp_path, RIGHT)
    assert done.returncode == 0, done.stdout + done.stderr
    wrong = mypy(tmp_path, "import sluice.ray\nfrom sluice import stages\n" + "\n".join(WRONG))
    lines = [line for line in wrong.stdout.splitlines() if ": error: " in line]
    assert len(lines) == len(WRONG), wrong.stdout + wrong.stderr
    for line, (call, said) in zip(lines, WRONG.items(), strict=True):
        assert said in line, call
