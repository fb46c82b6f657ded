#!/usr/bin/env python3
"""dask_test.py: a series in 8 shards on a Dask of this machine, as docs/cluster.md shows it. Two workers are killed in the
middle (SIGKILL); the results are those of one process. PYTHONPATH has the module."""

import glob
import json
import os
import signal
import sys
import tempfile

try:
    import numpy as np
    from dask.distributed import Client
except ImportError as fault:
    print(f"[skipped] Dask: {fault}: ./dev setup --cluster installs it")
    sys.exit(0)
try:
    import sluice
except ImportError as fault:
    print(f"[skipped] Dask: the Python module was not built ({fault}): ./dev setup --python")
    sys.exit(0)

N, FILES = 8, 200


def measure(folder, shard):
    part = f"{folder}/parts/{shard}.json"
    images = sorted(glob.glob(f"{folder}/in/*.png"))
    report = sluice.stats(images, dataset=True, group="joint", percentiles=(0.5, 99.5), shard=f"{shard}/{N}")
    with open(part, "w") as file:
        json.dump(report, file)
    return part


def correct(folder, shard):
    manifest = f"{folder}/parts/{shard}.jsonl"

    def die_once(finished, total, report):
        """Two of the shards kill their process in their middle, when they are done for the first time."""
        if shard in (0, 5) and finished == 5 < total and not os.path.exists(f"{folder}/killed-{shard}"):
            open(f"{folder}/killed-{shard}", "w").close()
            os.kill(os.getpid(), signal.SIGKILL)

    sluice.batch(f"{folder}/in", f"{folder}/out", shard=f"{shard}/{N}", manifest=manifest, resume=True,
                 stats_from=f"{folder}/statistics.json", normalize="percentile:0.5,99.5", progress=die_once)
    return manifest


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.makedirs(f"{folder}/in")
        os.makedirs(f"{folder}/parts")
        rng = np.random.default_rng(1)
        for i in range(FILES):
            sluice.write(f"{folder}/in/{i}.png", rng.integers(20, 200, (60, 80, 3)).astype(np.uint8))
        with Client(n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50) as client:
            parts = client.gather([client.submit(measure, folder, shard, pure=False) for shard in range(N)])
            sluice.merge_stats(parts, f"{folder}/statistics.json")
            manifests = client.gather([client.submit(correct, folder, shard, pure=False) for shard in range(N)])
        assert len(glob.glob(f"{folder}/killed-*")) == 2, "no worker was killed"
        summary = sluice.merge(manifests, f"{folder}/all.jsonl", report=f"{folder}/all.html")
        assert (summary.done, summary.failed, summary.skipped) == (FILES, 0, 0), summary
        sluice.batch(f"{folder}/in", f"{folder}/one", dataset=True)
        names = sorted(os.listdir(f"{folder}/one"))
        assert sorted(os.listdir(f"{folder}/out")) == names, "files are missing or left"
        for name in names:
            with open(f"{folder}/out/{name}", "rb") as found, open(f"{folder}/one/{name}", "rb") as expected:
                assert found.read() == expected.read(), name
        print(f"Dask: a series in {N} shards, 2 workers killed: {FILES} files, each once, as one process makes them")


if __name__ == "__main__":
    main()
