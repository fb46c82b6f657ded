#!/usr/bin/env bash
# What a codec's folder says is known everywhere: folders_test.sh SOURCE SLUICE SCRATCH
set -euo pipefail
sluice=$2 scratch=$3
photo=$1/apps/examples/photos/autumn.jpg
fail() { echo "$*" >&2; exit 1; }
says() { grep -qF -- "$1" <<<"$2" || fail "'$1' is missing in: $2"; }
rm -rf "$scratch" && mkdir -p "$scratch/in" && cd "$scratch"

says "libtoy 3.1" "$("$sluice" --version)"
cp "$photo" in/a.jpg
says "npy, toy, tga" "$("$sluice" batch in -o out --format nope 2>&1 || true)"
says "toy" "$("$sluice" completion bash)"

"$sluice" run "load in/a.jpg | convert channels=1 | save grey.png"
"$sluice" batch in -o out --format toy --pipeline "convert channels=1"
[[ $(head -c 4 out/a.toy) == TOY1 ]] || fail "this is no TOY"
"$sluice" run "load out/a.toy | save again.png"
cmp grey.png again.png
"$sluice" batch out -o kept --pipeline "invert | invert"   # saved in the format of the input
cmp out/a.toy kept/a.toy
"$sluice" run "load out/a.toy | save format=toy path=-" >piped
cmp out/a.toy piped

refused() { ! "$sluice" run "$1" 2>message || fail "done: $1"; says "$2" "$(cat message)"; }
refused "load in/a.jpg | save colours.toy" "TOY cannot hold colours: add \`convert channels=1\` before save"
printf 'neither' >neither
refused "load neither | save a.png" "TOY"
printf 'ABS1' >a.abs
refused "load a.abs | save a.png" "it is ABSENT, which this sluice cannot read: it was built without libabsent 2 or newer"
refused "load in/a.jpg | save b.abs" "sluice cannot write ABSENT, for it was built without libabsent 2 or newer"
refused "load out/a.toy page=2 | save a.png" "a TOY holds one image"
