#!/usr/bin/env python3
"""What fusion gains and loses: pipelines as they are planned against --no-fuse.

    fusion.py PROGRAM [--size WxH] [--device SPEC] [--storage KIND] [--runs N] [--chains N] [--seed N] [--json FILE]

Every Point before every Gather, and with --chains so many random chains of three to six stages. Each is measured by
`PROGRAM bench pipeline`, fused and unfused in turns; what seems slower fused is measured twice more, and the median counts.
A ratio is unfused / fused: below 1 fusion loses.
"""
import argparse
import json
import math
import random
import statistics
import subprocess
import sys

POINTS = ["invert", "gamma 0.5", "asinh", "convert pixel=f32 space=linear", "temperature 4200", "saturation 1.3",
          "normalize percentile", "grey", "curves 0,0;0.5,0.6;1,1", "premultiply"]
GATHERS = ["erode 1", "median 1", "median 2", "sobel", "gaussian 2", "resize scale=0.5 filter=area",
           "resize scale=0.37 filter=lanczos3", "resize scale=1.5 filter=cubic", "flip", "rotate 15", "bilateral radius=2",
           "box 9", "unsharp", "warp 0.9,0.1,3,-0.1,0.9,5"]
SLOWER = 0.95


def measured(given, pipeline):
    """Unfused / fused and both times in ms, or nothing where the pipeline is refused."""
    command = [given.program, "bench", "pipeline", "-p", pipeline, "--size", given.size, "--runs", str(given.runs),
               "--storage", given.storage, "--json", "-"] + (["--device", given.device] if given.device else [])
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    except subprocess.TimeoutExpired:
        print(f"left out: {pipeline}: it takes more than 10 minutes", file=sys.stderr)
        return None
    if done.returncode != 0:
        print(f"left out: {pipeline}: {done.stderr.strip().splitlines()[-1] if done.stderr else done.returncode}", file=sys.stderr)
        return None
    found = json.loads(done.stdout)["results"][0]
    if "unfused_ms" not in found:
        return None
    return found["unfused_to_fused"], found["ms"], found["unfused_ms"]


def looked_at_again(given, pipeline):
    first = measured(given, pipeline)
    if first is None or first[0] >= SLOWER:
        return first
    again = [each for each in (measured(given, pipeline), measured(given, pipeline)) if each]
    return statistics.median_low([first, *again])


def random_chain(random_):
    stages = [random_.choice(GATHERS if random_.random() < 0.4 else POINTS) for _ in range(random_.randint(3, 6))]
    return " | ".join(stages)


def mean(rows):
    return math.exp(sum(math.log(row["ratio"]) for row in rows) / len(rows)) if rows else float("nan")


def summary(name, rows):
    slower = [sum(row["ratio"] < limit for row in rows) for limit in (SLOWER, 0.8, 0.5)]
    print(f"{len(rows)} {name}: geometric mean {mean(rows):.3f}; slower fused by 5 %: {slower[0]}, by 20 %: {slower[1]}, "
          f"twice: {slower[2]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--size", default="1280x720")
    parser.add_argument("--device", default="")
    parser.add_argument("--storage", default="buffer")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--chains", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", default="")
    given = parser.parse_args()

    random_ = random.Random(given.seed)
    groups = {"pairs": [f"{point} | {gather}" for gather in GATHERS for point in POINTS],
              "chains": [random_chain(random_) for _ in range(given.chains)]}
    rows = []
    for name, pipelines in groups.items():
        for pipeline in pipelines:
            if found := looked_at_again(given, pipeline):
                rows.append({"kind": name, "pipeline": pipeline, "ratio": found[0], "ms": found[1], "unfused_ms": found[2]})

    for gather in GATHERS:
        of_gather = [row for row in rows if row["kind"] == "pairs" and row["pipeline"].endswith("| " + gather)]
        print(f"{gather:36s} {mean(of_gather):6.3f}  " + " ".join(f"{row['ratio']:5.2f}" for row in of_gather))
    for name, pipelines in groups.items():
        if pipelines:
            summary(name, [row for row in rows if row["kind"] == name])
    for row in sorted(rows, key=lambda row: row["ratio"])[:15]:
        if row["ratio"] < SLOWER:
            print(f"{row['ratio']:6.3f}  {row['ms']:9.4f} ms, unfused {row['unfused_ms']:9.4f} ms  {row['pipeline']}")
    if given.json:
        with open(given.json, "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=1)


main()
