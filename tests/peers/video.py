#!/usr/bin/env python3
"""Sends videos through sluice by pipes, as ffmpeg writes and reads them (YUV4MPEG2, and frames without a header), image by image.

    tests/peers/video.py [--sluice PROGRAM] [--corpora FOLDER] [--sample]

  frames   as many come out as go in, at the same rate, the same in every run; also between two ffmpeg, where it is there
  raw      the same of frames without a header; those of every layout come back as they were, or nearly, and a cut one is told
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


def raw_frames(count):
    """The same without a header and marks."""
    for part in list(frames(count))[1:]:
        yield part[len(b"FRAME\n"):]


RAW = f"load - format=rawvideo size={WIDTH}x{HEIGHT} pixels=i420 | {{}} | save - format=rawvideo"
FRAME = WIDTH * HEIGHT + 2 * ((WIDTH + 1) // 2) * ((HEIGHT + 1) // 2)


def run(program, parts, chain="load - | normalize smoothing=12 | save -.y4m"):
    """What comes out of a pipe into which these frames go; and the most memory that it took."""
    script = ("import resource, subprocess, sys\n"
              "code = subprocess.run(sys.argv[1:]).returncode\n"
              "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr)\n"
              "sys.exit(code)")
    process = subprocess.Popen([sys.executable, "-c", script, program, "run", "-q", chain], stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    out = []
    reader = threading.Thread(target=lambda: out.append(process.stdout.read()))
    reader.start()
    for part in parts:
        process.stdin.write(part)
    process.stdin.close()
    reader.join()
    said = process.stderr.read().decode().split()
    if process.wait():
        sys.exit(" ".join(said))
    return out[0], int(said[-1])


def check_frames(table, program):
    once, _ = run(program, frames(30))
    again, _ = run(program, frames(30))
    header = once[:once.index(b"\n")].decode()
    table.add("frames: missing", once.count(b"FRAME\n") - 30, 0)
    table.add("frames: other rate", 0 if " F30000:1001 " in header else 1, 0, header)
    table.add("frames: different when run again", 0 if once == again else 1, 0)


def check_memory(table, program, most):
    for of, chain in ((frames, "load - | gamma 0.9 | save -.y4m"), (raw_frames, RAW.format("gamma 0.9"))):
        short, long = (run(program, of(count), chain)[1] for count in (200, most))
        table.add(f"memory: {most} {of.__name__}, KiB more than 200 take", max(0, long - short), 16 << 10)


def check_raw(table, program):
    chain = RAW.format("normalize smoothing=12")
    once, _ = run(program, raw_frames(30), chain)
    marked, _ = run(program, frames(30))
    inside = b"".join(part[len(b"FRAME\n"):] for part in parts_of(marked))
    table.add("raw: bytes missing", len(once) - 30 * FRAME, 0)
    table.add("raw: other than between the marks of a y4m", 0 if once == inside else 1, 0)
    given = b"".join(raw_frames(3)) + b"cut off"
    command = [program, "run", "-q", RAW.format("invert | invert")]
    cut = subprocess.run(command, input=given, capture_output=True)
    told = cut.returncode == 1 and b"frame 4 has 7 of" in cut.stderr
    table.add("raw: a cut frame that is not told", 0 if told else 1, 0, cut.stderr.decode())
    lenient = subprocess.run([*command[:-1], "--lenient", command[-1]], input=given, capture_output=True)
    table.add("raw: whole frames missing", len(lenient.stdout) - 3 * FRAME, 0, lenient.stderr.decode())


def parts_of(video):
    """The frames of a y4m, with their marks."""
    body = video[video.index(b"\n") + 1:]
    return [body[at:at + len(b"FRAME\n") + FRAME] for at in range(0, len(body), len(b"FRAME\n") + FRAME)]


def check_ffmpeg(table, program, folder):
    """Between two ffmpeg: a file of theirs becomes one of theirs."""
    ffmpeg = ["ffmpeg", "-v", "error", "-y"]
    source, result = f"{folder}/in.mkv", f"{folder}/out.mkv"
    made = ["-f", "lavfi", "-i", "testsrc2=size=160x90:rate=30", "-frames:v", "45", "-c:v", "ffv1", source]
    subprocess.run([*ffmpeg, *made], check=True)
    raw = ["-f", "rawvideo", "-pix_fmt", "nv12"]
    for name, out, chain, back in (
            ("y4m", ["-pix_fmt", "yuv420p", "-f", "yuv4mpegpipe"], "load - | normalize smoothing=12 | save -.y4m", []),
            ("raw nv12", raw, "load - format=rawvideo size=160x90 pixels=nv12 | normalize smoothing=12 | "
             "save - format=rawvideo pixels=nv12", [*raw, "-s", "160x90"])):
        first = subprocess.Popen([*ffmpeg, "-i", source, *out, "-"], stdout=subprocess.PIPE)
        second = subprocess.Popen([program, "run", "-q", chain], stdin=first.stdout, stdout=subprocess.PIPE)
        subprocess.run([*ffmpeg, *back, "-i", "-", "-c:v", "ffv1", result], stdin=second.stdout, check=True)
        first.wait()
        table.add(f"ffmpeg: {name}, exit of sluice", second.wait(), 0)
        said = subprocess.run(["ffmpeg", "-i", result, "-f", "framemd5", "-"], capture_output=True, text=True, check=True).stdout
        lines = [line for line in said.splitlines() if not line.startswith("#")]
        table.add(f"ffmpeg: {name}, frames missing", len(lines) - 45, 0)


# Names that ffmpeg has for layouts, and how far R G B or grey may be from its own, of 255.
LAYOUTS = {"nv12": 2, "nv21": 2, "yuv420p": 2, "yuyv422": 2, "uyvy422": 2, "p010le": 2, "gray": 0, "gray16le": 0,
           "rgb24": 0, "bgr24": 0, "rgba": 0, "bgra": 0, "rgb48le": 0, "rgba64le": 0}


def check_raw_ffmpeg(table, program):
    """ffmpeg's frames of every layout become R G B as ffmpeg makes it of them, and frames of that layout that ffmpeg reads."""
    width, height, count = 160, 90, 3
    ffmpeg = ["ffmpeg", "-v", "error"]
    test = ["-f", "lavfi", "-i", f"testsrc=size={width}x{height}:rate=5", "-frames:v", str(count)]
    for pixels, most in LAYOUTS.items():
        wide = pixels in ("p010le", "gray16le", "rgb48le", "rgba64le")
        grey = pixels.startswith("gray")
        plain, ours = (("gray16le", "grey16") if wide else ("gray", "grey8")) if grey else \
            (("rgb48le", "rgb48") if wide else ("rgb24", "rgb24"))
        made = subprocess.run([*ffmpeg, *test, "-f", "rawvideo", "-pix_fmt", pixels, "-"], capture_output=True, check=True).stdout

        def converted(data, to):
            said = ["-f", "rawvideo", "-s", f"{width}x{height}"]
            flags = ["-sws_flags", "accurate_rnd+full_chroma_int+full_chroma_inp+neighbor"]
            return subprocess.run([*ffmpeg, *said, "-pix_fmt", pixels, "-i", "-", *flags, *said[:2], "-pix_fmt", to, "-"],
                                  input=data, capture_output=True, check=True).stdout

        def through(pixels_in, pixels_out, data):
            flatten = " | flatten white" if "a" in pixels_in[3:] and "a" not in pixels_out[3:] and not grey else ""
            chain = (f"load - format=rawvideo size={width}x{height} pixels={pixels_in}{flatten} | "
                     f"save - format=rawvideo pixels={pixels_out}")
            return subprocess.run([program, "run", "-q", chain], input=data, capture_output=True, check=True).stdout

        kind = np.uint16 if wide else np.uint8
        found = np.frombuffer(through(pixels, ours, made), kind).astype(int)
        right = np.frombuffer(converted(made, plain), kind).astype(int)
        far = np.abs(found - right).max() / (257 if wide else 1) if found.shape == right.shape else 255
        table.add(f"raw: {pixels} to {ours}, of 255", float(far), most)
        again = through(pixels, pixels, made)
        table.add(f"raw: {pixels} to {pixels}, bytes missing", len(again) - len(made), 0)
        if most == 0:
            table.add(f"raw: {pixels} to {pixels}, other bytes", 0 if again == made else 1, 0)


def check(table, given, folder):
    check_frames(table, given.sluice)
    check_raw(table, given.sluice)
    check_memory(table, given.sluice, 2000 if not given.sample else 600)
    if shutil.which("ffmpeg"):
        check_ffmpeg(table, given.sluice, folder)
        check_raw_ffmpeg(table, given.sluice)
    else:
        print("[skipped] ffmpeg is not there; ./dev setup --peers installs it")


if __name__ == "__main__":
    sys.exit(main(check, __doc__))
