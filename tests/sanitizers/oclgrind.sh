#!/usr/bin/env bash
# oclgrind.sh TEST_STAGES LOG: runs kernels on small images under Oclgrind, which looks at every access to
# memory, and fails where it has something to say: races, bounds, barriers that not all items reach.
#
# Optimized code is more than Oclgrind 21.10 understands (integers of 128 bits, masks widened to ones). It
# ignores -cl-single-precision-constant, misreads the finish by the last group, which it is not given, and
# crashes when the process ends, after the tests are over. Its compiler crashes, or refuses what is right,
# where two threads build, and after many programs: one processor, and a process for each case. What crashes
# even so, one run in five to ten, is tried again, four times in all.
set -euo pipefail
program=$1 log=$2
cases='invert*,reduce gives the same for every width*,reduce keeps*,reduce groups*,reduce counts what*,reduce counts luma*,layers are reduced*,layers have tiles*,a mask*natural*,small weighed*'
processor=$(taskset -cp $$ | sed 's/.*: \([0-9]*\).*/\1/')
"$program" --list-test-cases --test-case="$cases" | sed '/^\[doctest\]/d; /^===/d' | {
    passed=0
    while read -r name; do
        for _ in 1 2 3 4; do
            rm -f "$log"
            out=$(taskset -c "$processor" oclgrind --build-options -cl-opt-disable --data-races --log "$log" \
                "$program" --test-case="${name//,/*}" </dev/null 2>&1) || true
            if [[ ! $out =~ CRASHED || -s $log ]]; then break; fi
        done
        if [[ ! $out =~ 'Status: SUCCESS' || ! -e $log || -s $log ]]; then
            printf '%s\n' "$out" | grep -aE '^\[doctest\] assertions|ERROR' || true
            head -n 40 "$log" || true
            echo "oclgrind: failed: $name"
            exit 1
        fi >&2
        passed=$((passed + 1))
    done
    if ((passed < 10)); then echo "oclgrind: only $passed cases were found" >&2; exit 1; fi
    echo "oclgrind: nothing found in $passed cases"
}
