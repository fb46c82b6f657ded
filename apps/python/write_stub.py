"""Writes what type checkers see: write_stub.py FOLDER, with the folder of _sluice in PYTHONPATH."""

import pathlib
import sys

import _sluice

folder = pathlib.Path(sys.argv[1])
(folder / "stages.pyi").write_text(_sluice.stages_stub())
(folder / "_options.pyi").write_text(_sluice.options_stub() + _sluice.cluster_stub())
