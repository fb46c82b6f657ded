#!/bin/bash
# One task of a Slurm array: measures its shard of a series.
#
#   sbatch --array=0-15 stats.sh INPUT OUT [OPTION...]    # options of `sluice stats`
#
# What it finds goes to OUT.statistics/TASK.json. If files fail (exit code 1), the statistics are those of the others.
#SBATCH --requeue
#SBATCH --open-mode=append
set -euo pipefail
input=$1 output=$2
shift 2
mkdir -p "$output.statistics"
code=0
sluice stats -q -r "$input" --dataset --shard auto --json "$output.statistics/$SLURM_ARRAY_TASK_ID.json" "$@" || code=$?
((code == 1)) || exit "$code"
