#!/usr/bin/env python3
"""Pictures that are larger than memory, through pipelines under --limit-memory.

Makes a picture of RGB as PNG, TIFF and JPEG, runs each pipeline on each, and measures the program's memory
from outside. A picture repeats one block of rows, so that making it costs no time: its compressed form is
repeated too. Then the same of a small picture, with a limit and without: the pixels have to be equal.

Ends with 1 where a run fails, takes more than the limit, or gives other pixels. Needs numpy and OpenCV."""

import argparse
import concurrent.futures
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import time
import zlib

import cv2
import numpy as np

PIPELINES = {
    "normalize": "normalize",
    "resize": "resize width=1000 | normalize",
    "gaussian": "gaussian sigma=20 | normalize",
}
BLOCK = 128  # rows: of JPEG 8 of its own blocks, which its 8 restart markers number


def block(width):
    """Rows of RGB with slopes, edges and noise, which end as they begin."""
    x, y = np.arange(width), np.arange(BLOCK)[:, None]
    wave = 90 + 60 * np.sin(x / 317) * np.cos(2 * np.pi * y / BLOCK)
    edges = 40 * ((x // 700 + y // 32) % 2)
    noise = np.random.default_rng(1).integers(0, 6, (BLOCK, width))
    return np.stack([wave + edges + noise, wave + noise, 200 - wave + edges], axis=2).astype(np.uint8)


def repeats(height):
    """How many rows of the block, again and again, until there are `height`."""
    return [min(BLOCK, height - y) for y in range(0, height, BLOCK)]


def write_png(path, rows, height):
    def chunk(file, kind, data):
        file.write(struct.pack(">I", len(data)) + kind + data)
        file.write(struct.pack(">I", zlib.crc32(kind + data)))

    width = rows.shape[1]
    raw = {}  # by the number of rows: their bytes, and these compressed, so that anything may follow
    for count in set(repeats(height)):
        lines = np.zeros((count, 1 + 3 * width), np.uint8)  # each begins with its filter: none
        lines[:, 1:] = rows[:count].reshape(count, -1)
        packer = zlib.compressobj(1, zlib.DEFLATED, -15)
        raw[count] = lines.tobytes(), packer.compress(lines.tobytes()) + packer.flush(zlib.Z_FULL_FLUSH)
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n")
        chunk(file, b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
        chunk(file, b"IDAT", b"\x78\x01")
        sum_of_all = 1
        for count in repeats(height):
            chunk(file, b"IDAT", raw[count][1])
            sum_of_all = zlib.adler32(raw[count][0], sum_of_all)
        chunk(file, b"IDAT", b"\x03\x00" + struct.pack(">I", sum_of_all))
        chunk(file, b"IEND", b"")


def write_tiff(path, rows, height):
    """Its strips are compressed, and all of them are the same bytes of the file."""
    width = rows.shape[1]
    strips = {count: zlib.compress(rows[:count].tobytes(), 1) for count in set(repeats(height))}
    with open(path, "wb") as file:
        file.write(b"II*\0\0\0\0\0")
        at = {}
        for count, data in strips.items():
            at[count] = file.tell()
            file.write(data)
        counts = repeats(height)
        tables = file.tell()
        file.write(struct.pack("<3H", 8, 8, 8) + b"\0\0")
        file.write(struct.pack(f"<{len(counts)}I", *[at[n] for n in counts]))
        file.write(struct.pack(f"<{len(counts)}I", *[len(strips[n]) for n in counts]))
        offsets, sizes = tables + 8, tables + 8 + 4 * len(counts)
        if len(counts) == 1:
            offsets, sizes = at[counts[0]], len(strips[counts[0]])
        entries = [(256, 4, 1, width), (257, 4, 1, height), (258, 3, 3, tables), (259, 3, 1, 8),
                   (262, 3, 1, 2), (273, 4, len(counts), offsets), (277, 3, 1, 3), (278, 4, 1, BLOCK),
                   (279, 4, len(counts), sizes), (284, 3, 1, 1)]
        directory = file.tell()
        file.write(struct.pack("<H", len(entries)))
        for entry in entries:
            file.write(struct.pack("<HHII", *entry))
        file.write(struct.pack("<I", 0))
        file.seek(4)
        file.write(struct.pack("<I", directory))


def write_jpeg(path, rows, height):
    """A restart marker behind each row of blocks: what is between two of them can stand anywhere."""
    width, mcu = rows.shape[1], 16
    assert height % mcu == 0
    options = [cv2.IMWRITE_JPEG_QUALITY, 90, cv2.IMWRITE_JPEG_RST_INTERVAL, -(-width // mcu)]
    done, data = cv2.imencode(".jpg", rows[:, :, ::-1], options)
    assert done
    data = data.tobytes()
    size = data.index(b"\xff\xc0") + 5
    scan = data.index(b"\xff\xda")
    scan += 2 + struct.unpack(">H", data[scan + 2:scan + 4])[0]
    head = data[:size] + struct.pack(">H", height) + data[size + 2:scan]
    pieces, begin = [], scan
    for number in range(BLOCK // mcu):
        end = data.index(bytes([0xff, 0xd0 + number]), begin) if number < BLOCK // mcu - 1 else len(data) - 2
        pieces.append(data[begin:end])
        begin = end + 2
    with open(path, "wb") as file:
        file.write(head)
        for line in range(height // mcu):
            marker = bytes([0xff, 0xd0 + line % 8]) if line < height // mcu - 1 else b"\xff\xd9"
            file.write(pieces[line % len(pieces)] + marker)


WRITERS = {"png": write_png, "tif": write_tiff, "jpg": write_jpeg}


def peak(pid):
    """MiB of memory that a process had at most; 0 when it is gone. (What wait4 says of a child counts its parent.)"""
    try:
        lines = pathlib.Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0
    return max([int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM:")], default=0)


def run(sluice, options, src, dst, pipeline):
    """Seconds, MiB of memory at most, and what went wrong, or ""."""
    chain = f"load {src} | {PIPELINES[pipeline]} | save {dst}"
    begin = time.monotonic()
    with tempfile.TemporaryFile("w+") as said:
        process = subprocess.Popen([sluice, "run", chain, "--quiet", *options], stderr=said)
        memory = 0
        while process.poll() is None:
            memory = max(memory, peak(process.pid))
            time.sleep(0.05)
        said.seek(0)
        failed = f"exit code {process.returncode}: {said.read().strip()}" if process.returncode else ""
    return time.monotonic() - begin, memory, failed


def mebibytes(text):
    return float(text[:-1]) * {"M": 1, "G": 1024}[text[-1]]


def large(arguments, folder, jobs):
    bad = 0
    options = ["--limit-memory", arguments.limit_memory, "--max-pixels", "4000000000", "--limit-seconds", "0"]

    def one(job):
        name, pipeline = job
        src, dst = folder / f"large.{name}", folder / f"{pipeline}.{name}"
        result = run(arguments.sluice, options, src, dst, pipeline)
        size = dst.stat().st_size if dst.exists() else 0
        dst.unlink(missing_ok=True)
        return job, size, result

    with concurrent.futures.ThreadPoolExecutor(arguments.at_once) as pool:
        for future in concurrent.futures.as_completed([pool.submit(one, job) for job in jobs]):
            (name, pipeline), size, (seconds, memory, failed) = future.result()
            if not failed and memory > mebibytes(arguments.limit_memory):
                failed = "more than the limit"
            bad += bool(failed)
            print(f"{name} {pipeline:10} {seconds:7.1f} s {memory:7.0f} MiB {size / 1e6:9.1f} MB  {failed or 'ok'}",
                  flush=True)
    return bad


def small(arguments, folder, jobs):
    bad = 0
    for name, pipeline in jobs:
        pixels = []
        for limit in (arguments.small_limit, "4G"):
            dst = folder / f"small_{limit}.{name}"
            _, _, failed = run(arguments.sluice, ["--limit-memory", limit], folder / f"small.{name}", dst, pipeline)
            pixels.append(None if failed else cv2.imread(str(dst), cv2.IMREAD_UNCHANGED))
            dst.unlink(missing_ok=True)
            if failed:
                print(f"{name} {pipeline}: {failed}")
        equal = all(p is not None for p in pixels) and np.array_equal(*pixels)
        bad += not equal
        print(f"{name} {pipeline:10} small, {arguments.small_limit} and 4G: {'equal' if equal else 'DIFFERENT'}",
              flush=True)
    return bad


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sluice", required=True, help="the program")
    parser.add_argument("--folder", required=True, type=pathlib.Path, help="an empty one, with 10 GB of room")
    parser.add_argument("--size", default="60000x40000")
    parser.add_argument("--limit-memory", default="1G")
    parser.add_argument("--small-size", default="6000x4000")
    parser.add_argument("--small-limit", default="450M")
    parser.add_argument("--formats", default="png,tif,jpg")
    parser.add_argument("--pipelines", default=",".join(PIPELINES))
    parser.add_argument("--at-once", type=int, default=1, help="runs of large pictures side by side")
    arguments = parser.parse_args()

    os.environ["OPENCV_IO_MAX_IMAGE_PIXELS"] = str(2**40)
    arguments.folder.mkdir(parents=True, exist_ok=True)
    formats = arguments.formats.split(",")
    jobs = [(name, pipeline) for pipeline in arguments.pipelines.split(",") for name in formats]
    for which, size in (("large", arguments.size), ("small", arguments.small_size)):
        width, height = map(int, size.split("x"))
        rows = block(width)
        for name in formats:
            WRITERS[name](arguments.folder / f"{which}.{name}", rows, height)
    bad = small(arguments, arguments.folder, jobs) + large(arguments, arguments.folder, jobs)
    print(f"{2 * len(jobs) - bad} passed, {bad} failed")
    return bad != 0


if __name__ == "__main__":
    sys.exit(main())
