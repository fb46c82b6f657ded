#!/usr/bin/env bash
# Makes docs/images/stages/NAME.jpg for each stage of stages/shown.txt that has none: the images that go in, and behind
# them the one that comes out, over a chequerboard that shows where there is nothing. A stage that is new gets a row
# there, by its example. Called by ./dev docs with the program. An image that was removed is made again.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
sluice=$1 file=stages/shown.txt width=240 height=160 gap=8
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
run() { "$sluice" run -q --overwrite always --set save.quality=85 "$1"; }

# The row of a stage that makes an image of images, from its page.
row() {
    local name=$1 page=$2 example inputs
    awk '/^## Outputs/{on=1} /^## Parameters/{on=0} on && /\| image/{found=1} END{exit !found}' <<<"$page" || return 0
    inputs=$(awk '/^## Inputs/{on=1} /^## Outputs/{on=0} on && /^\| `/ && !/optional/' <<<"$page" | wc -l)
    example=$(awk '/^For example:/{found=1} found && /^```$/{getline; print; exit}' <<<"$page")
    case $inputs in
        0) ;;
        1) printf '%-12s %-20s %s\n' "$name" photo "${example:-$name}" ;;
        *) printf '%-12s %-20s %s\n' "$name" photo,caps "${example:-$name}" ;;
    esac
}
while read -r name _; do
    grep -q "^$name " $file || row "$name" "$("$sluice" stages "$name" --markdown)" >>$file
done < <("$sluice" stages)

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
