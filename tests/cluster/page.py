#!/usr/bin/env python3
"""page.py SOURCE: the Python programs of docs/cluster.md run as they stand, each in an empty folder that has apps/ of the
source tree. PYTHONPATH has the module."""

import os
import re
import subprocess
import sys
import tempfile

SOURCE = sys.argv[1]
with open(os.path.join(SOURCE, "docs/cluster.md")) as page:
    PROGRAMS = re.findall(r"^```python\n(.*?)^```", page.read(), re.M | re.S)


def installed(module):
    """A process of its own: what one program imports is not left over for the next one."""
    done = subprocess.run([sys.executable, "-c", f"import {module}"], capture_output=True, text=True)
    return done.stderr.strip().splitlines()[-1] if done.returncode else ""


def run(program):
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(os.path.join(SOURCE, "apps"), f"{folder}/apps")
        with open(f"{folder}/program.py", "w") as file:
            file.write(program)
        done = subprocess.run([sys.executable, "program.py"], cwd=folder, capture_output=True, text=True,
                              env={**os.environ, "RAY_AUTH_MODE": "disabled"})
        assert done.returncode == 0, program + done.stdout + done.stderr
        for name in re.findall(r'"(\w+\.(?:json|jsonl|html))"', program):
            assert os.path.getsize(f"{folder}/{name}") > 0, f"{name} is not there:\n{program}{done.stdout}"


assert len(PROGRAMS) >= 3
for number, program in enumerate(PROGRAMS, 1):
    for module in ["sluice"] + [each for each in ("ray.data", "distributed") if each.split(".")[0] in program]:
        if why := installed(module):
            print(f"[skipped] program {number} of docs/cluster.md: {why}; ./dev setup --cluster")
            break
    else:
        run(program)
        print(f"docs/cluster.md: program {number} works")
