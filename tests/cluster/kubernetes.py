#!/usr/bin/env python3
"""kubernetes.py SOURCE PROGRAM: the manifests of packaging/cluster/kubernetes. They are checked (by kubernetes-validate
where it is installed, and for words that it lets pass), and played on this machine: each pod is a process, some are
killed (SIGKILL, SIGTERM) and started again, and one index has two pods for a moment. A series of four Jobs gives what
`sluice batch --dataset` gives."""

import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

try:
    import yaml
except ImportError:
    print("[skipped] Kubernetes: Python has no yaml: ./dev setup --cluster installs it")
    sys.exit(0)

SOURCE, PROGRAM = sys.argv[1], os.path.realpath(sys.argv[2])
FOLDER = os.path.join(SOURCE, "packaging/cluster/kubernetes")

# Words of the API (batch/v1) that a typo would turn into something else without a message.
WORDS = {
    "completionMode": {"Indexed", "NonIndexed"},
    "podReplacementPolicy": {"Failed", "TerminatingOrFailed"},
    "restartPolicy": {"Never", "OnFailure"},
    "action": {"Ignore", "FailIndex", "FailJob", "Count"},
    "operator": {"In", "NotIn"},
    "type": {"DisruptionTarget"},
    "status": {"True", "False"},
    "accessModes": {"ReadWriteOnce", "ReadOnlyMany", "ReadWriteMany", "ReadWriteOncePod"},
    "kind": {"Job", "Pod", "PersistentVolumeClaim"},
}


def check_words(node, path=""):
    if isinstance(node, dict):
        for key, value in node.items():
            for word in value if isinstance(value, list) and key in WORDS else [value]:
                assert key not in WORDS or word in WORDS[key], f"{path}.{key}: {word!r} is none of {sorted(WORDS[key])}"
            check_words(value, f"{path}.{key}")
    elif isinstance(node, list):
        for value in node:
            check_words(value, path + "[]")


def validate(path):
    validator = shutil.which("kubernetes-validate")
    if validator is None:
        print("[skipped] the schema: there is no kubernetes-validate: ./dev setup --cluster installs it")
    else:
        subprocess.run([validator, "--strict", "--quiet", path], check=True)


class Pod:
    """The processes of a pod, which end together."""

    def __init__(self, job, index, data):
        spec = job["spec"]["template"]["spec"]
        self.index, self.killed = index, False
        for container in spec.get("initContainers", []):
            assert self.start(container, data).wait() == 0
        self.process = self.start(spec["containers"][0], data)

    def start(self, container, data):
        variables = {"JOB_COMPLETION_INDEX": str(self.index)}
        words = container["command"] + container.get("args", [])
        for name, value in variables.items():
            words = [word.replace(f"$({name})", value) for word in words]
        words = [word.replace("/data", data) for word in words]
        return subprocess.Popen(words, env={**os.environ, **variables}, start_new_session=True,
                                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)

    def kill(self, number):
        self.killed = True
        os.killpg(self.process.pid, number)


def play(job, data, kills, twins):
    """Runs an Indexed Job as its controller would. Returns how many pods were started."""
    spec = job["spec"]
    left, failures, started, pods = list(range(spec.get("completions", 1))), {}, 0, []
    rules = spec.get("podFailurePolicy", {}).get("rules", [])
    ignored = {code for rule in rules if rule["action"] == "Ignore" for code in rule.get("onExitCodes", {}).get("values", [])}
    while left or pods:
        while left and len(pods) < spec.get("parallelism", 1):
            pods.append(Pod(job, left.pop(0), data))
            started += 1
            if twins > 0:  # podReplacementPolicy is a request, not a lock: two may run
                twins -= 1
                pods.append(Pod(job, pods[-1].index, data))
                started += 1
        if kills > 0 and random.random() < 0.3:
            pod = random.choice(pods)
            if pod.process.poll() is None:
                kills -= 1
                pod.kill(random.choice([signal.SIGKILL, signal.SIGTERM]))
        for pod in list(pods):
            code = pod.process.poll()
            if code is None:
                continue
            pods.remove(pod)
            said = pod.process.stderr.read()
            again = any(other.index == pod.index for other in pods)
            if code == 0 or again:
                continue
            if not pod.killed and code not in ignored:
                failures[pod.index] = failures.get(pod.index, 0) + 1
                assert failures[pod.index] <= spec.get("backoffLimitPerIndex", spec.get("backoffLimit", 6)), said
            left.append(pod.index)
        time.sleep(0.01)
    assert not kills and not twins, "the pods were too quick to be killed"
    return started


def main():
    jobs = {}
    for name in sorted(os.listdir(FOLDER)):
        if not name.endswith(".yaml"):
            continue
        path = os.path.join(FOLDER, name)
        validate(path)
        with open(path) as file:
            for document in yaml.safe_load_all(file):
                check_words(document)
                if document["kind"] == "Job":
                    jobs[name] = document
    for job in jobs.values():
        spec = job["spec"]
        args = " ".join(spec["template"]["spec"]["containers"][0]["args"])
        if "completions" in spec:
            shard = f"--shard $(JOB_COMPLETION_INDEX)/{spec['completions']} "
            assert shard in args, "N of --shard is not the number of completions"
    with tempfile.TemporaryDirectory() as programs:
        os.symlink(PROGRAM, f"{programs}/sluice")
        os.environ["PATH"] = f"{programs}:{os.environ['PATH']}"
        play_batch(jobs)
        play_series(jobs)


def play_batch(jobs):
    with tempfile.TemporaryDirectory() as data:
        os.makedirs(f"{data}/in")
        files = 800
        for i in range(files):
            with open(f"{data}/in/{i}.pgm", "wb") as file:
                file.write(b"P5\n64 64\n255\n" + bytes((i + k) % 256 for k in range(64 * 64)))
        started = play(jobs["batch.yaml"], data, kills=6, twins=2)
        play(jobs["merge.yaml"], data, 0, 0)
        with open(f"{data}/all.jsonl") as file:
            lines = file.read().splitlines()
        assert len(lines) == files, f"{len(lines)} lines of {files} files"
        assert all('"status":"done"' in line for line in lines)
        assert sorted(os.listdir(f"{data}/out")) == sorted(f"{i}.pgm" for i in range(files)), "files are missing or left"
        completions = jobs["batch.yaml"]["spec"]["completions"]
        print(f"Kubernetes: {started} pods for {completions} shards, 6 of them killed; {files} files, each once")


def play_series(jobs):
    """In colours: channels must not be stretched each by itself. A damaged file does not stop the statistics."""
    with tempfile.TemporaryDirectory() as data:
        os.makedirs(f"{data}/in")
        files = 300
        for i in range(files):
            with open(f"{data}/in/{i}.ppm", "wb") as file:
                file.write(b"P6\n64 64\n255\n" + bytes((i + k * (1 + k % 3)) % (80 + k % 3 * 60) for k in range(64 * 64 * 3)))
        started = play(jobs["series-stats.yaml"], data, kills=4, twins=1)
        play(jobs["series-merge-stats.yaml"], data, 0, 0)
        started += play(jobs["series-batch.yaml"], data, kills=4, twins=1)
        play(jobs["merge.yaml"], data, 0, 0)
        subprocess.run([PROGRAM, "batch", "-q", f"{data}/in", "-o", f"{data}/one", "--dataset"], check=True)
        subprocess.run(["diff", "-r", f"{data}/out", f"{data}/one"], check=True)
        with open(f"{data}/all.jsonl") as file:
            assert len(file.read().splitlines()) == files
        assert os.path.getsize(f"{data}/all.html") > 1000
        with open(f"{data}/in/damaged.ppm", "wb") as file:
            file.write(b"P6\n64 64\n255\n")
        play(jobs["series-stats.yaml"], data, 0, 0)
        play(jobs["series-merge-stats.yaml"], data, 0, 0)
        jobs["series-batch.yaml"]["spec"]["template"]["spec"]["containers"][0]["args"] += ["--max-failures", "1"]
        play(jobs["series-batch.yaml"], data, 0, 0)
        play(jobs["merge.yaml"], data, 0, 0)
        with open(f"{data}/all.jsonl") as file:
            assert file.read().count('"status":"failed"') == 1
        print(f"Kubernetes: a series of 4 Jobs, {started} pods, 8 of them killed: what one process makes of it")


main()
