"""Images for PyTorch: two data sets for its DataLoader, which need nothing of torch themselves.

    python torch_data.py FOLDER       reads image files, and makes a tensor of each batch
    python torch_data.py SHARDS       reads what `sluice batch FOLDER -o SHARDS --shard-size 1000` has made

A batch uses all cores, or the GPU. So the DataLoader needs no workers for sluice; if it has some, they must be
started by `spawn` (multiprocessing_context="spawn"), because OpenCL does not survive a fork."""

import json
import pathlib
import sys

import numpy as np

import sluice

PIPELINE = "letterbox 224x224 | convert pixel=f32 channels=3 | normalize standardize preset=imagenet"


class Files:
    """Files by number. `collate` makes one tensor of several, which is faster than one by one."""

    def __init__(self, folder):
        self.paths = sorted(path for path in pathlib.Path(folder).rglob("*") if path.suffix in (".jpg", ".png"))

    def __len__(self):
        return len(self.paths)

    def __getitem__(self, i):
        return i, str(self.paths[i])

    def collate(self, rows):
        """The tensor (N, 3, 224, 224), and the numbers of its images."""
        numbers, paths = zip(*rows)
        return sluice.tensor(paths, PIPELINE), np.array(numbers)


class Shards:
    """The rows of the arrays in a folder, mapped into memory: nothing is read before it is asked for."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        lines = [line for index in sorted(self.folder.glob("shard-*.jsonl")) for line in open(index)]
        self.rows = [row for row in map(json.loads, lines) if row["row"] is not None]  # the others failed
        self.arrays = {}

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        """The tensor (3, 224, 224), and the path of its image."""
        row = self.rows[i]
        if row["file"] not in self.arrays:
            self.arrays[row["file"]] = np.load(self.folder / row["file"], mmap_mode="r")
        return np.array(self.arrays[row["file"]][row["row"]]), row["path"]


def main(folder):
    from torch import from_numpy
    from torch.utils.data import DataLoader

    if list(pathlib.Path(folder).glob("shard-*.jsonl")):
        for tensor, paths in DataLoader(Shards(folder), batch_size=4, shuffle=True):
            print(tuple(tensor.shape), tensor.dtype, *paths)
        return
    files = Files(folder)
    for batch, numbers in DataLoader(files, batch_size=4, shuffle=True, collate_fn=files.collate):
        tensor = from_numpy(batch)  # the same memory
        print(tuple(tensor.shape), tensor.dtype, *numbers)


if __name__ == "__main__":
    main(sys.argv[1])
