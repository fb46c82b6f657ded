#!/bin/bash
# After the tasks of stats.sh: joins what they found to OUT.statistics.json.
#
#   sbatch -d afterok:JOB merge_stats.sh OUT
#SBATCH --requeue
set -euo pipefail
exec sluice stats -q --merge "$1".statistics/*.json -o "$1.statistics.json"
