#!/usr/bin/env python3
"""Sends videos through sluice by pipes, as ffmpeg writes and reads them (YUV4MPEG2), image by image.

    tests/peers/video.py [--sluice PROGRAM] [--corpora FOLDER] [--sample]

  frames   as many come out as go in, at the same rate, the same in every run; also between two ffmpeg, where it is there
  memory   of a long video in kibibytes more than of a short one: it must not grow with the number of frames

Ends with 1 if anything is otherwise.
"""
import shutil
import subprocess
import sys
import threading

from shared.peers import main, np

WIDTH, HEIGHT = 161, 91


def frames(count):
    """A y4m of so many frames, whose brightness goes up and down."""
    random = np.random.default_rng(0)
    luma = random.integers(30, 200, (HEIGHT, WIDTH), dtype=np.uint8)
    colour = random.integers(100, 156, ((HEIGHT + 1) // 2, (WIDTH + 1) // 2), dtype=np.uint8).tobytes()
    yield f"YUV4MPEG2 W{WIDTH} H{HEIGHT} F30000:1001 Ip A1:1 C420mpeg2\n".encode()
    for i in range(count):
        yield b"FRAME\n" + (luma + i % 40).astype(np.uint8).tobytes() + 2 * colour


def run(program, count, chain="load - | normalize smoothing=12 | save -.y4m"):
    """What comes out of a pipe into which so many frames go; and the most memory that it took."""
    script = ("import resource, subprocess, sys\n"
              "code = subprocess.run(sys.argv[1:]).returncode\n"
              "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr)\n"
              "sys.exit(code)")
    process = subprocess.Popen([sys.executable, "-c", script, program, "run", "-q", chain], stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    out = []
    reader = threading.Thread(target=lambda: out.append(process.stdout.read()))
    reader.start()
    for part in frames(count):
        process.stdin.write(part)
    process.stdin.close()
    reader.join()
    said = process.stderr.read().decode().split()
    if process.wait():
        sys.exit(" ".join(said))
    return out[0], int(said[-1])


def check_frames(table, program):
    once, _ = run(program, 30)
    again, _ = run(program, 30)
    header = once[:once.index(b"\n")].decode()
    table.add("frames: missing", once.count(b"FRAME\n") - 30, 0)
    table.add("frames: other rate", 0 if " F30000:1001 " in header else 1, 0, header)
    table.add("frames: different when run again", 0 if once == again else 1, 0)


def check_memory(table, program, most):
    short, long = (run(program, count, "load - | gamma 0.9 | save -.y4m")[1] for count in (200, most))
    table.add(f"memory: {most} frames, KiB more than 200 take", max(0, long - short), 16 << 10)


def check_ffmpeg(table, program, folder):
    """Between two ffmpeg: a file of theirs becomes one of theirs."""
    ffmpeg = ["ffmpeg", "-v", "error", "-y"]
    source, result = f"{folder}/in.mkv", f"{folder}/out.mkv"
    made = ["-f", "lavfi", "-i", "testsrc2=size=160x90:rate=30", "-frames:v", "45", "-c:v", "ffv1", source]
    subprocess.run([*ffmpeg, *made], check=True)
    first = subprocess.Popen([*ffmpeg, "-i", source, "-pix_fmt", "yuv420p", "-f", "yuv4mpegpipe", "-"],
                             stdout=subprocess.PIPE)
    second = subprocess.Popen([program, "run", "-q", "load - | normalize smoothing=12 | save -.y4m"], stdin=first.stdout,
                              stdout=subprocess.PIPE)
    subprocess.run([*ffmpeg, "-i", "-", "-c:v", "ffv1", result], stdin=second.stdout, check=True)
    first.wait()
    table.add("ffmpeg: exit of sluice", second.wait(), 0)
    said = subprocess.run(["ffmpeg", "-i", result, "-f", "framemd5", "-"], capture_output=True, text=True, check=True).stdout
    lines = [line for line in said.splitlines() if not line.startswith("#")]
    table.add("ffmpeg: frames missing", len(lines) - 45, 0)


def check(table, given, folder):
    check_frames(table, given.sluice)
    check_memory(table, given.sluice, 2000 if not given.sample else 600)
    if shutil.which("ffmpeg"):
        check_ffmpeg(table, given.sluice, folder)
    else:
        print("[skipped] ffmpeg is not there; ./dev setup --peers installs it")


if __name__ == "__main__":
    sys.exit(main(check, __doc__))
