#!/usr/bin/env python3
"""python_batch.py SLUICE FOLDER [TURNS]: the processor time of `sluice batch` and `sluice stats` on a folder and those of
sluice.batch and sluice.stats of this Python, by turns, after one of each that does not count. One line for each turn, and the
medians."""

import os
import statistics
import sys
import tempfile
import time

BATCH = "import sluice, sys; sluice.batch(sys.argv[1], sys.argv[2])"
STATS = "import sluice, sys; sluice.stats(sys.argv[1])"


def run(command):
    """Seconds of processor time, seconds, and page faults."""
    begun = time.monotonic()
    silent = [(os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0)]
    process = os.posix_spawnp(command[0], command, os.environ, file_actions=silent)
    _, status, usage = os.wait4(process, 0)
    if status != 0:
        sys.exit(f"failed: {' '.join(command)}")
    return usage.ru_utime + usage.ru_stime, time.monotonic() - begun, usage.ru_minflt


def main():
    program, folder, turns = sys.argv[1], sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 3
    ways = {
        "sluice batch": lambda output: [program, "batch", "-q", folder, "-o", output],
        "sluice.batch": lambda output: [sys.executable, "-c", BATCH, folder, output],
        "sluice stats": lambda output: [program, "stats", "-q", folder],
        "sluice.stats": lambda output: [sys.executable, "-c", STATS, folder],
    }
    taken = {name: [] for name in ways}
    print(f"{'':14} {'cpu s':>8} {'wall s':>8} {'faults':>9}")
    for turn in range(turns + 1):
        for name, words in ways.items():
            with tempfile.TemporaryDirectory() as output:
                cpu, wall, faults = run(words(output))
            print(f"{name:14} {cpu:8.2f} {wall:8.2f} {faults:9}{'' if turn else '  (not counted)'}")
            if turn:
                taken[name].append(cpu)
    for name in ("batch", "stats"):
        program, module = (statistics.median(taken[f"sluice{between}{name}"]) for between in " .")
        print(f"{name}, medians: {program:.2f} and {module:.2f} s of processor time: {module / program:.3f} times")


main()
