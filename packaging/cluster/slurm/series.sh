#!/bin/bash
# series.sh N INPUT OUT [OPTION...]: normalizes a series by the percentiles of all its files: measures them in N tasks,
# joins the statistics, does the batch in N tasks, and joins their manifests. Each job starts when all of the one before
# has succeeded. A damaged file does not stop the statistics; give --max-failures so that it does not stop the merge.
# Prints the ids of the four jobs. INPUT and OUT are on a file system that all nodes share. The options are those of
# `sluice batch`. Without any, this does what `sluice batch --dataset` does.
set -euo pipefail
count=$1 input=$2 output=$3
shift 3
[[ " $* " == *" --normalize"* ]] || set -- --normalize percentile:0.5,99.5 "$@"
here=$(dirname "$(realpath "$0")")
tasks="0-$((count - 1))"
measure=$(sbatch --parsable --array="$tasks" "$here/stats.sh" "$input" "$output" --group joint --percentiles 0.5,99.5)
join=$(sbatch --parsable -d "afterok:$measure" "$here/merge_stats.sh" "$output")
array=$(sbatch --parsable -d "afterok:$join" --array="$tasks" "$here/batch.sh" "$input" "$output" \
    --stats-from "$output.statistics.json" "$@")
merge=$(sbatch --parsable -d "afterok:$array" "$here/merge.sh" "$output")
echo "$measure $join $array $merge"
