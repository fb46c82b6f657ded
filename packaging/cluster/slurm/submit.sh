#!/bin/bash
# submit.sh N INPUT OUT [OPTION...]: a batch in N tasks, and the merge of their manifests when all have succeeded.
# Prints the ids of both jobs. INPUT and OUT are on a file system that all nodes share.
set -euo pipefail
count=$1 input=$2 output=$3
shift 3
here=$(dirname "$(realpath "$0")")
array=$(sbatch --parsable --array="0-$((count - 1))" "$here/batch.sh" "$input" "$output" "$@")
merge=$(sbatch --parsable -d "afterok:$array" "$here/merge.sh" "$output")
echo "$array $merge"
