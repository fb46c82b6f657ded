"""Writes sluice/stages.pyi: write_stub.py FILE, with the folder of _sluice in PYTHONPATH."""

import pathlib
import sys

import _sluice

pathlib.Path(sys.argv[1]).write_text(_sluice.stages_stub())
