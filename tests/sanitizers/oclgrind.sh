#!/usr/bin/env bash
# oclgrind.sh TEST_STAGES LOG: runs kernels on small images under Oclgrind, which looks at every access to
# memory, and fails where it has something to say: races, bounds, barriers that not all items reach.
#
# Optimized code is more than Oclgrind 21.10 understands (integers of 128 bits, masks widened to ones). It
# ignores -cl-single-precision-constant, misreads the finish by the last group, which it is not given, and
# crashes when the process ends, after the tests are over.
set -euo pipefail
program=$1 log=$2
cases='invert*,reduce gives the same for every width*,reduce keeps*,reduce groups*,reduce counts what*,reduce counts luma*,layers*,a mask*natural*'
rm -f "$log"
out=$(oclgrind --build-options -cl-opt-disable --data-races --log "$log" "$program" --test-case="$cases" 2>&1) || true
printf '%s\n' "$out" | grep -E '^\[doctest\] (test cases|assertions|Status)|ERROR' || true
if [[ ! $out =~ 'Status: SUCCESS' ]]; then echo "oclgrind: tests failed" >&2; exit 1; fi
if [[ ! -e $log || -s $log ]]; then head -n 40 "$log" >&2; exit 1; fi
echo "oclgrind: nothing found"
