"""Compares sluice's tar archives with Python's tarfile. tar.py make FOLDER: writes archives of all formats;
tar.py list FILE: prints "size mtime_ns crc32 name" of each regular file, in order; samples FILE: what WebDataset
reads of it."""
import io
import os
import sys
import tarfile
import zlib

NAMES = ["a.jpg", "a.json", "dir/b.png", "x" * 120 + "/" + "y" * 90 + ".jpg", "sp ace.txt", "gr\u00f6\u00dfe.png",
         "empty.cls", "./dot.png"]


def make(folder):
    for name, kind in (("ustar", tarfile.USTAR_FORMAT), ("gnu", tarfile.GNU_FORMAT), ("pax", tarfile.PAX_FORMAT)):
        with tarfile.open(os.path.join(folder, name + ".tar"), "w", format=kind) as tar:
            info = tarfile.TarInfo("dir")
            info.type = tarfile.DIRTYPE
            tar.addfile(info)
            for i, member in enumerate(NAMES):
                if kind == tarfile.USTAR_FORMAT and len(member) > 200:
                    member = "x" * 90 + "/" + "y" * 90 + ".jpg"
                data = bytes((i * 7 + k) % 256 for k in range(0 if "empty" in member else 300 * i + 5))
                info = tarfile.TarInfo(member)
                info.size = len(data)
                info.mtime = 1700000000 + i + (0.25 if kind == tarfile.PAX_FORMAT else 0)
                tar.addfile(info, io.BytesIO(data))
    with tarfile.open(os.path.join(folder, "link.tar"), "w") as tar:
        info = tarfile.TarInfo("link.png")
        info.type, info.linkname = tarfile.SYMTYPE, "a.png"
        tar.addfile(info)
    with tarfile.open(os.path.join(folder, "escape.tar"), "w") as tar:
        tar.addfile(tarfile.TarInfo("../a.png"))
    with tarfile.open(os.path.join(folder, "sparse.tar"), "w", format=tarfile.PAX_FORMAT) as tar:
        info = tarfile.TarInfo("a.png")
        info.pax_headers = {"GNU.sparse.major": "1", "GNU.sparse.minor": "0"}
        tar.addfile(info)


def show(path):
    with tarfile.open(path) as tar:
        for member in tar:
            if not member.isfile():
                continue
            name = member.name[2:] if member.name.startswith("./") else member.name
            nanoseconds = round(member.mtime * 4) * 250000000  # as make() writes them
            data = tar.extractfile(member).read()
            print(f"{len(data)} {nanoseconds} {zlib.crc32(data)} {name}")


def samples(path):
    """As a training program reads it: "key: extension size, ..." of each sample."""
    import webdataset

    for sample in webdataset.WebDataset(path, shardshuffle=False):
        fields = (f"{name} {len(data)}" for name, data in sorted(sample.items()) if not name.startswith("__"))
        print(sample["__key__"] + ": " + ", ".join(fields))


if __name__ == "__main__":
    {"make": make, "list": show, "samples": samples}[sys.argv[1]](sys.argv[2])
