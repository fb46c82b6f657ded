#!/usr/bin/env bash
# Makes docs/images/stages/NAME.jpg for each stage of stages.txt that has none: the images that go in, and behind them
# the one that comes out, over a chequerboard that shows where there is nothing. Called by ./dev docs with the program.
# An image that was removed is made again.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
sluice=$1 file=stages.txt width=240 height=160 gap=8
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p stages
run() { "$sluice" run -q --overwrite always --set save.quality=85 "$1"; }

wanted=()
while read -r name inputs chain; do
    [[ $name == [a-z]* && ! -e stages/$name.jpg ]] && wanted+=("$name"$'\t'"$inputs"$'\t'"$chain")
done <$file || true
((${#wanted[@]})) || exit 0

# The images to begin with, all by one pipeline, as files of floats or integers as they are.
begin=
while read -r sign name pipeline; do
    [[ $sign == = ]] && begin+="$pipeline id=$name; save from=$name $work/$name.npy; "
done <$file || true
run "${begin%; }"

for row in "${wanted[@]}"; do
    IFS=$'\t' read -r name inputs chain <<<"$row"
    read -r stage others <<<"$chain"
    steps="load $work/checker.npy id=under; "
    shown=()
    for input in ${inputs//,/ }; do
        steps+="load $work/$input.npy id=$input; convert from=$input u8 scale=none id=${input}_shown; "
        shown+=("${input}_shown")
    done
    steps+="$stage from=$inputs $others | convert u8 "
    steps+="| resize width=$width height=$height fit=inside when=shrink id=after; "
    shown+=(after)
    steps+="pad from=under right=$(((width + gap) * (${#shown[@]} - 1))) color=255 id=sheet0; "
    for ((n = 0; n < ${#shown[@]}; ++n)); do
        x=$(((width + gap) * n))
        steps+="blend from=sheet$n,under x=$x id=empty$n; blend from=empty$n,${shown[n]} x=$x id=sheet$((n + 1)); "
    done
    run "${steps}save from=sheet$n stages/$name.jpg"
done
