"""The programs of docs/python.md and docs/regions.md run as they stand."""

import pathlib
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = [page for page in (ROOT / "docs/python.md", ROOT / "docs/regions.md") if page.exists()]
PROGRAMS = re.findall(r"^```python\n(.*?)^```", "".join(page.read_text() for page in PAGES), re.M | re.S)


@pytest.mark.skipif(not PROGRAMS, reason="the manual is not here")
def test_the_programs_of_the_manual_run(tmp_path):
    (tmp_path / "apps").symlink_to(ROOT / "apps")
    assert len(PROGRAMS) >= 6
    for program in PROGRAMS:
        done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, program + done.stderr
