#!/bin/bash
# One task of a Slurm array: does its shard of a batch.
#
#   sbatch --array=0-15 batch.sh INPUT OUT [OPTION...]    # options of `sluice batch`
#
# Its manifest is OUT.manifests/TASK.jsonl, so a task that was killed or requeued goes on. With exit code 75 another
# run still holds the manifest; Slurm starts the task again if slurm.conf has RequeueExit=75.
#SBATCH --requeue
#SBATCH --open-mode=append
set -euo pipefail
input=$1 output=$2
shift 2
mkdir -p "$output.manifests"
exec sluice batch -q -r "$input" -o "$output" --shard auto --resume \
    --manifest "$output.manifests/$SLURM_ARRAY_TASK_ID.jsonl" "$@"
