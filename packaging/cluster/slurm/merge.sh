#!/bin/bash
# After the tasks of batch.sh: joins their manifests to OUT.jsonl, and writes the page OUT.html.
#
#   sbatch -d afterok:JOB merge.sh OUT
#SBATCH --requeue
set -euo pipefail
# Whether failures are allowed, the tasks have decided.
exec sluice merge "$1.manifests" -o "$1.jsonl" --report "$1.html" --max-failures 100%
