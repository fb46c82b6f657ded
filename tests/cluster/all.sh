#!/usr/bin/env bash
# all.sh SOURCE: all tests of clusters, of what is built in SOURCE/build/dev. `python3` is the one with Ray and Dask, if they
# are installed. What is missing is said.
set -uo pipefail
source=$1 program=$1/build/dev/apps/sluice code=0
here=$source/tests/cluster
export PYTHONPATH=$source/build/dev/apps/python/package
"$here/slurm.sh" "$source" "$program" || code=1
python3 "$here/kubernetes.py" "$source" "$program" || code=1
python3 "$here/ray_test.py" || code=1
python3 "$here/dask_test.py" || code=1
python3 "$here/page.py" "$source" || code=1
exit "$code"
