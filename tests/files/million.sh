#!/usr/bin/env bash
# million.sh PROGRAM FOLDER [FILES]: what a batch of very many files costs beside its pixels. FOLDER gets the files
# and is removed at the end; with a million of them, it needs 6 GB, and 30 minutes on two cores.
set -euo pipefail
program=$(realpath "$1") folder=$2 files=${3:-1000000} shards=16
mkdir -p "$folder"
cd "$folder"
trap 'rm -rf "$folder"' EXIT
python3 - "$files" <<'PYTHON'
import os
import sys

files = int(sys.argv[1])
for i in range(files):
    if i % 1000 == 0:
        os.makedirs(f"in/{i // 1000:04d}", exist_ok=True)
    with open(f"in/{i // 1000:04d}/{i:07d}.pgm", "wb") as file:
        file.write(b"P5\n1 1\n255\n\x07")
PYTHON
# Prints the time and the memory of a command.
measured() {
    local what=$1
    shift
    python3 - "$what" "$@" <<'PYTHON'
import resource
import subprocess
import sys
import time

begun = time.monotonic()
code = subprocess.call(sys.argv[2:])
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(f"{sys.argv[1]:36} {time.monotonic() - begun:8.1f} s {used.ru_maxrss / 1024:7.0f} MB", flush=True)
sys.exit(code)
PYTHON
}
batch=("$program" batch -q -r in -o out -p invert)
measured "list, collisions, a shard of one" "${batch[@]}" --format png --shard "0/$files" || true
for ((i = 0; i < shards; i++)); do
    measured "shard $i of $shards" "${batch[@]}" --shard "$i/$shards" --manifest "$i.jsonl" --resume
done
measured "merge of $shards manifests" "$program" merge -q ./*.jsonl -o all
cp all resumed
measured "resume of a finished run" "${batch[@]}" --manifest resumed --resume
cmp -s all resumed || { echo "the resumed run changed the manifest" >&2; exit 1; }
measured "report of all" "$program" merge -q all --report all.html
