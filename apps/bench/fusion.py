#!/usr/bin/env python3
"""What fusion gains and loses: pipelines as they are planned against --no-fuse, and against other plans.

    fusion.py PROGRAM [--size WxH] [--device SPEC] [--storage KIND] [--runs N] [--in-flight N] [--chains N] [--pairs N]
              [--alternatives N] [--seed N] [--jobs N] [--json FILE]

Every Point before every Gather, and with --chains so many random chains of three to six stages. Each is measured by
`sluice-bench pipeline`, fused and unfused in turns; what seems slower fused is measured twice more, and the median counts.
A ratio is unfused / fused: below 1 fusion loses. --pairs takes so many of the pairs.

With --alternatives each is measured beside so many other plans too, in turns: each has some images in memory that the plan
evaluates where they are read, chosen at random (sluice-bench pipeline --store). Regret is the time of the plan over
that of the best of all, at least 1. What has more than 1.10 is measured twice more, and the median counts.

Times count with one job at a time only; --jobs 16 --runs 1 before it fills a device's cache of compiled programs sooner. What
was measured is said and written on an interrupt (Ctrl-C) too.
"""
import argparse
import concurrent.futures
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
REGRET = 1.10


def left_out(pipeline, why):
    print(f"left out: {pipeline}: {why}", file=sys.stderr)


def measured(given, pipeline, stores=()):
    """What sluice-bench pipeline finds, or nothing where the pipeline is refused. `stores`: lists of images to have in memory."""
    command = [given.program, "pipeline", "-p", pipeline, "--size", given.size, "--runs", str(given.runs),
               "--storage", given.storage, "--in-flight", str(given.in_flight), "--json", "-"]
    command += ["--device", given.device] if given.device else []
    for store in stores:
        command += ["--store", ",".join(store)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    except subprocess.TimeoutExpired:
        return left_out(pipeline, "it takes more than 10 minutes")
    if done.returncode != 0:
        return left_out(pipeline, done.stderr.strip().splitlines()[-1] if done.stderr else done.returncode)
    results = json.loads(done.stdout)["results"]
    if not results or "unfused_ms" not in results[0]:
        return left_out(pipeline, "it is not measured without fusion")
    return results[0]


def looked_at_again(given, pipeline):
    first = measured(given, pipeline)
    if first is None or first["unfused_to_fused"] >= SLOWER:
        return first
    again = [each for each in (measured(given, pipeline), measured(given, pipeline)) if each]
    return sorted([first, *again], key=lambda found: found["unfused_to_fused"])[len(again) // 2]


def sampled(random_, images, count):
    """So many different subsets of images, none of them empty: all there are where there are no more."""
    every = 2 ** len(images) - 1
    numbers = range(1, every + 1) if every <= count else random_.sample(range(1, every + 1), count)
    return [[image for bit, image in enumerate(images) if number >> bit & 1] for number in numbers]


def with_regret(found):
    """The time of the plan over that of the best there is, and which that is."""
    others = {"--no-fuse": found["unfused_ms"]}
    others.update({"--store " + ",".join(each["store"]): each["ms"] for each in found.get("stored", [])})
    best = min(others, key=others.get)
    if found["ms"] <= others[best]:
        return {**found, "regret": 1.0, "best": "the plan", "best_ms": found["ms"]}
    return {**found, "regret": found["ms"] / others[best], "best": best, "best_ms": others[best]}


def against_alternatives(given, pipeline):
    """The plan beside --no-fuse and sampled alternatives, in turns; what seems an offender is measured twice more."""
    random_ = random.Random(f"{given.seed} {pipeline}")
    plain = measured(given, pipeline)
    if plain is None:
        return None
    stores = sampled(random_, plain["not_in_memory"], given.alternatives)
    found = [with_regret(measured(given, pipeline, stores) or plain)]
    if found[0]["regret"] > REGRET:
        found += [with_regret(each) for each in (measured(given, pipeline, stores), measured(given, pipeline, stores)) if each]
    return sorted(found, key=lambda each: each["regret"])[(len(found) - 1) // 2]


def random_chain(random_):
    stages = [random_.choice(GATHERS if random_.random() < 0.4 else POINTS) for _ in range(random_.randint(3, 6))]
    return " | ".join(stages)


def mean(rows, what="ratio"):
    return math.exp(sum(math.log(row[what]) for row in rows) / len(rows)) if rows else float("nan")


def summary(name, rows):
    slower = [sum(row["ratio"] < limit for row in rows) for limit in (SLOWER, 0.8, 0.5)]
    print(f"{len(rows)} {name}: geometric mean {mean(rows):.3f}; slower fused by 5 %: {slower[0]}, by 20 %: {slower[1]}, "
          f"twice: {slower[2]}")
    if rows and "regret" in rows[0]:
        within = sum(row["regret"] <= REGRET for row in rows)
        print(f"{len(rows)} {name}: regret within {REGRET:.2f}: {100 * within / len(rows):.1f} %, worst "
              f"{max(row['regret'] for row in rows):.2f}, geometric mean {mean(rows, 'regret'):.3f}")


def offenders(rows):
    for row in sorted(rows, key=lambda row: -row["regret"])[:15]:
        if row["regret"] > REGRET:
            print(f"regret {row['regret']:6.3f}  {row['ms']:9.4f} ms, {row['best_ms']:9.4f} ms with {row['best']}  {row['pipeline']}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="sluice-bench")
    parser.add_argument("--size", default="1280x720")
    parser.add_argument("--device", default="")
    parser.add_argument("--storage", default="buffer")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--in-flight", type=int, default=1)
    parser.add_argument("--chains", type=int, default=0)
    parser.add_argument("--pairs", type=int, default=len(POINTS) * len(GATHERS))
    parser.add_argument("--alternatives", type=int, nargs="?", const=8, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--json", default="")
    given = parser.parse_args()

    random_ = random.Random(given.seed)
    pairs = [f"{point} | {gather}" for gather in GATHERS for point in POINTS]
    groups = {"pairs": pairs, "chains": [random_chain(random_) for _ in range(given.chains)]}
    if given.pairs < len(pairs):
        groups["pairs"] = random_.sample(pairs, given.pairs)
    rows = []
    measure = against_alternatives if given.alternatives else looked_at_again
    jobs = concurrent.futures.ThreadPoolExecutor(given.jobs)
    try:
        for name, pipelines in groups.items():
            for pipeline, found in zip(pipelines, jobs.map(lambda each: measure(given, each), pipelines)):
                if found:
                    kept = {key: found[key] for key in ("ms", "unfused_ms", "regret", "best", "best_ms", "stored") if key in found}
                    rows.append({"kind": name, "pipeline": pipeline, "ratio": found["unfused_to_fused"], **kept})
    except KeyboardInterrupt:
        print(f"interrupted: {len(rows)} were measured")
    jobs.shutdown(cancel_futures=True)

    for gather in GATHERS:
        of_gather = [row for row in rows if row["kind"] == "pairs" and row["pipeline"].endswith("| " + gather)]
        if of_gather:
            print(f"{gather:36s} {mean(of_gather):6.3f}  " + " ".join(f"{row['ratio']:5.2f}" for row in of_gather))
    for name, pipelines in groups.items():
        if pipelines:
            summary(name, [row for row in rows if row["kind"] == name])
    for row in sorted(rows, key=lambda row: row["ratio"])[:15]:
        if row["ratio"] < SLOWER:
            print(f"{row['ratio']:6.3f}  {row['ms']:9.4f} ms, unfused {row['unfused_ms']:9.4f} ms  {row['pipeline']}")
    if given.alternatives:
        offenders(rows)
    if given.json:
        with open(given.json, "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=1)


main()
