"""What all comparisons with other libraries share: the libraries, running sluice, pictures, a table of what was found."""
import argparse
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
try:
    import numpy as np
    import scipy.ndimage
    from PIL import Image
except ImportError as missing:
    if sys.executable != "/usr/bin/python3" and os.path.exists("/usr/bin/python3"):  # Debian's packages are its
        os.execv("/usr/bin/python3", ["/usr/bin/python3", *sys.argv])
    print(f"[skipped] peers: {missing}; ./dev setup --peers installs what is compared with")
    sys.exit(0)
try:
    import cv2
except ImportError:
    cv2 = None

BORDERS = {"clamp": "BORDER_REPLICATE", "mirror": "BORDER_REFLECT_101", "wrap": "BORDER_WRAP",
           "constant color=77": "BORDER_CONSTANT"}


class Table:
    """The largest differences, row by row, each in the column of what it was measured from."""

    def __init__(self):
        self.rows, self.wrong = {}, []

    def add(self, row, away, most, what="", column="peer"):
        """`away`: a difference or an array of them, of which none may be more than `most`."""
        away = float(np.max(np.abs(away)))
        images, columns = self.rows.setdefault(row, ({}, {}))
        images[column] = images.get(column, 0) + 1
        columns[column] = max(columns.get(column, 0), away)
        if not away <= most:
            self.wrong.append(f"{row}: {what}: {away:.4g} from {column}, and {most:.4g} at most")

    def add_rounded(self, row, ours, real, white, peer=None, where=None, what="", most=1):
        """Integers, from a result in floats, cut off at black and white, of which they are the nearest; and from those
        of `peer`, from which they may be `most` away. `where`: what counts, a mask."""
        ours = ours.astype(float)
        select = np.broadcast_to(np.ones((1,) * ours.ndim, bool) if where is None else where, ours.shape)
        if not select.any():
            return
        self.add(row, (ours - np.clip(real, 0, white))[select], 0.51 if white == 255 else 0.53, what, "real")
        if peer is not None:
            self.add(row, (ours - peer)[select], most, what)

    def print(self):
        print(f"{'':44}{'results':>8}{'peer':>10}{'real':>10}")
        for row, (images, columns) in self.rows.items():
            texts = [f"{columns[name]:10.4g}" if name in columns else 10 * " " for name in ("peer", "real")]
            print(f"{row:44}{max(images.values()):8}" + "".join(texts))
        for line in self.wrong:
            print("WRONG", line)


def by_plane(function, image):
    if image.ndim == 2:
        return function(image)
    return np.stack([function(np.ascontiguousarray(image[..., c])) for c in range(image.shape[2])], axis=-1)


def decoded(c):
    """Light of sRGB colours, 0 to 1."""
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)


def encoded(c):
    return np.where(c <= 0.0031308, c * 12.92, 1.055 * c ** (1 / 2.4) - 0.055)


def white_of(image):
    return np.iinfo(image.dtype).max


def kind_of(image, alpha=False):
    return f"u{image.dtype.itemsize * 8}" + (" alpha" if alpha else "")


def whole(image, shape):
    """np.squeeze took away sides of 1."""
    return image.reshape(shape)


def sluice(program, chain, *options):
    """What it prints; ends all where it fails."""
    done = subprocess.run([program, "run", "-q", chain, *options], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{chain}\n{done.stderr.strip()}")
    return done.stdout


def run(program, images, statements, folder):
    """What each statement makes of the named images, as sluice reads them, by its number; and these."""
    chain = [f"load {path} id={name}" for name, path in images.items()]
    chain += [f"save from={name} {folder}/{name}.npy" for name in images]
    chain += [f"{text} | save {folder}/{number}.npy" for number, text in enumerate(statements)]
    sluice(program, "; ".join(chain), "--overwrite", "always")
    load = lambda name: np.squeeze(np.load(f"{folder}/{name}.npy"))
    return [load(number) for number in range(len(statements))], {name: load(name) for name in images}


def suite(corpora, name):
    return os.path.join(corpora, "pngsuite", name + ".png")


def pictures(given):
    """Photographs and small pictures: paths, and whether there is alpha. Of colour types that Pillow and sluice read alike."""
    photos, small = [], []
    for folder in ("photo_png", "photo_jpeg_camera", "photo_jpeg"):
        names = sorted(os.listdir(os.path.join(given.corpora, folder)))
        photos += [(os.path.join(given.corpora, folder, name), False) for name in names if not name.endswith(".md")]
    for name, alpha in (("basn2c16", False), ("basi6a08", True), ("basn6a16", True), ("cdun2c08", False), ("basi0g08", False),
                        ("oi2n0g16", False), ("ps1n0g08", False), ("basi4a08", True), ("basn4a16", True)):
        small.append((suite(given.corpora, name), alpha))
    return (photos[:1], small[1:2]) if given.sample else (photos, small)


def main(check, doc, opencv=False):
    """Calls check(table, given, folder) with a folder for what it writes; 1 if anything was farther off than it may be.
    `opencv`: it cannot do without."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sluice", default="build/dev/apps/sluice")
    parser.add_argument("--corpora", default=os.path.join(HERE, "../../../../shared/corpora"))
    parser.add_argument("--sample", action="store_true", help="a few pictures, unless SLUICE_TEST_ALL is set")
    given = parser.parse_args()
    given.sample = given.sample and "SLUICE_TEST_ALL" not in os.environ
    if given.sample:  # small pictures: compiling takes longer than running
        os.environ.setdefault("SLUICE_OPENCL_OPTIONS", "-cl-opt-disable")
    missing = "OpenCV is not there" if opencv and cv2 is None else "" if os.path.isdir(given.corpora) else \
        f"there is no folder {given.corpora}"
    if missing:
        print(f"[skipped] peers: {missing}")
        return 0
    table = Table()
    try:
        with tempfile.TemporaryDirectory() as folder:
            check(table, given, folder)
    finally:
        table.print()
    return 1 if table.wrong else 0
