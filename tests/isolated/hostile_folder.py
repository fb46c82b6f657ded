#!/usr/bin/env python3
"""Puts thousands of damaged files, crafted ones and healthy ones between them through one isolated batch.

    tests/isolated/hostile_folder.py --sluice PROGRAM --corpora FOLDER [--files N] [--seed S] [--reasons N]
                                    [--keep FOLDER] [--hang LAYER]

Holds that the batch ends, that every healthy file is done, that every other one is done or named with a reason, and that no
worker stays behind. With --hang, the library of tests/faults/layer.hpp, two devices do it, and one of them stops coming back in
between; nothing else may be different. Prints what became of them, the time, and the largest memory of the program and of a worker. Ends with 1 if
anything is otherwise.
"""
import argparse
import collections
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time

HEALTHY = ["misc", "icc_exif", "exif_orientation", "pngsuite"]  # of the last, those that do not begin with x
EXTENSIONS = {f".{name}" for name in "png jpg jpeg bmp gif psd hdr pgm ppm pbm pam pnm pfm tif tiff npy tga".split()}
MOST_BYTES = 60_000
EDGES = [0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF]


def pictures_below(folder):
    return sorted(p for p in folder.rglob("*") if p.suffix.lower() in EXTENSIONS and p.is_file()
                  and 0 < p.stat().st_size <= MOST_BYTES)


def flipped(data, chance, _):
    for _ in range(chance.choice([1, 1, 4, 30])):
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)


def numbered(data, chance, _):
    """Numbers at the edges of their types, most often in the header."""
    for _ in range(chance.choice([1, 2, 5])):
        size = chance.choice([1, 2, 4])
        at = chance.randrange(min(len(data), chance.choice([64, 512, len(data)])))
        data[at:at + size] = (chance.choice(EDGES) & (256**size - 1)).to_bytes(size, chance.choice(["big", "little"]))


def cut(data, chance, _):
    del data[chance.randrange(len(data)):]


def repeated(data, chance, _):
    begin = chance.randrange(len(data))
    part = data[begin:begin + chance.randrange(1, 400)]
    data[begin:begin] = part * chance.choice([1, 10, 100])


def spliced(data, chance, others):
    other = chance.choice(others).read_bytes()
    at = chance.randrange(len(data))
    data[at:] = other[chance.randrange(len(other)):]


def filled(data, chance, _):
    begin = chance.randrange(len(data))
    end = min(len(data), begin + chance.randrange(1, 300))
    data[begin:end] = bytes([chance.choice([0, 0xFF, 0x41])]) * (end - begin)


DAMAGE = [flipped, flipped, numbered, numbered, numbered, cut, repeated, spliced, filled]


def make(folder, sources, healthy, crafted, count, seed):
    chance = random.Random(seed)
    for n in range(count):
        if n % 20 == 0:
            source = chance.choice(healthy)
            name, data = f"{n:05}-healthy{source.suffix}", source.read_bytes()
        elif n % 20 == 10:
            source = chance.choice(crafted)
            name, data = f"{n:05}-crafted{source.suffix}", source.read_bytes()
        else:
            source = chance.choice(sources)
            data, damage = bytearray(source.read_bytes()), chance.choice(DAMAGE)
            damage(data, chance, sources)
            name = f"{n:05}-{damage.__name__}{source.suffix}"
        (folder / name).write_bytes(data)


def stat_of(process):
    """Its parent, and its resident pages; those of it that nobody shares."""
    try:
        parent = int(open(f"/proc/{process}/stat").read().rsplit(")", 1)[1].split()[1])
        _, resident, shared = open(f"/proc/{process}/statm").read().split()[:3]
        return parent, int(resident), int(resident) - int(shared)
    except (FileNotFoundError, ProcessLookupError):
        return 0, 0, 0


def hanging(layer):
    """The options of a batch on two devices of PoCL's, and the variables by which the first one hangs in its 200th kernel."""
    return (["--device", "all", "--device-timeout", "20"],
            {"POCL_DEVICES": "pthread basic", "OPENCL_LAYERS": str(layer.resolve()), "SLUICE_FAULT": "hung-command",
             "SLUICE_FAULT_CALL": "200", "SLUICE_FAULT_ENTRY": "clEnqueueNDRangeKernel", "SLUICE_FAULT_DEVICE": "pthread"})


def run(command, variables):
    """The outcome, what was said, the seconds, and the most MiB of the program and of a worker of its own."""
    begun, page = time.monotonic(), os.sysconf("SC_PAGESIZE") / 2**20
    program = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env={**os.environ, **variables})
    most = of_worker = 0
    while True:
        try:
            said = program.communicate(timeout=0.1)[1]
            break
        except subprocess.TimeoutExpired:
            pass
        most = max(most, stat_of(program.pid)[1])
        for process in filter(str.isdigit, os.listdir("/proc")):
            parent, _, own = stat_of(process)
            if parent == program.pid:
                of_worker = max(of_worker, own)
    return program.returncode, said, time.monotonic() - begun, most * page, of_worker * page


def kind_of(reason):
    """The reason without what differs from file to file."""
    return re.sub(r"'[^']*'|[0-9][0-9.x]*", "*", reason)[:70]


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--sluice", required=True, type=pathlib.Path)
    options.add_argument("--corpora", required=True, type=pathlib.Path)
    options.add_argument("--files", type=int, default=10_000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--reasons", type=int, default=25)
    options.add_argument("--keep", type=pathlib.Path)
    options.add_argument("--hang", type=pathlib.Path, metavar="LAYER")
    given = options.parse_args()
    tests = pathlib.Path(__file__).resolve().parent.parent
    sources = pictures_below(given.corpora) + pictures_below(tests / "data")
    healthy = [p for name in HEALTHY for p in pictures_below(given.corpora / name)
               if not p.name.startswith("x")]
    crafted = pictures_below(tests / "data" / "hostile") + pictures_below(given.corpora / "hostile") + \
        pictures_below(given.corpora.parent / "findings")
    with tempfile.TemporaryDirectory() as scratch:
        folder = given.keep or pathlib.Path(scratch) / "in"
        folder.mkdir(exist_ok=True)
        make(folder, sources, healthy, crafted, given.files, given.seed)
        manifest = pathlib.Path(scratch) / "manifest.jsonl"
        more, variables = hanging(given.hang) if given.hang else ([], {})
        code, said, seconds, memory, of_worker = run(
            [given.sluice, "batch", folder, "-o", pathlib.Path(scratch) / "out", "--isolate", "--limit-memory", "1G",
             "--limit-seconds", "20", "--manifest", manifest, *more], variables)
        lines = [json.loads(line) for line in manifest.read_text().splitlines()]
        left = [p for p in filter(str.isdigit, os.listdir("/proc")) if _command(p).startswith(b"/proc/self/exe\0--decoding")
                and _parent_is_gone(p)]

    reasons = collections.Counter(kind_of(line["error"]) for line in lines if line["status"] == "failed")
    for reason, count in reasons.most_common(given.reasons):
        print(f"{count:6}  {reason}")
    if len(reasons) > given.reasons:
        print(f"        and {len(reasons) - given.reasons} other reasons")
    healthy_lines = [line for line in lines if "-healthy" in line["path"]]
    done = sum(line["status"] == "done" for line in lines)
    print(f"{len(lines)} files, {done} done, {len(lines) - done} failed; {len(healthy_lines)} healthy; {seconds:.0f} s; "
          f"memory: the program {memory:.0f} MiB, a worker {of_worker:.0f} MiB of its own")
    faults = [line["path"] for line in healthy_lines if line["status"] != "done"]
    faults += [line["path"] for line in lines if line["status"] == "failed" and not line["error"]]
    if given.hang and "has not returned" not in said:
        sys.exit("no device hung")
    if len(lines) != given.files or code != 1 or faults or left:
        sys.exit(f"exit code {code}, {len(lines)} of {given.files} files are in the manifest; workers left: {left}; "
                 f"not as they ought to be: {faults[:20]}")


def _command(process):
    try:
        return open(f"/proc/{process}/cmdline", "rb").read()
    except OSError:
        return b""


def _parent_is_gone(process):
    return stat_of(process)[0] == 1


if __name__ == "__main__":
    main()
