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
says "fits, y4m, szi, yuv, toy, tga" "$("$sluice" batch in -o out --format nope 2>&1 || true)"
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

# Its options are options of load and save, of the commands, of the pages.
page=$("$sluice" stages save | tr -s "\n " " ")
says "ink: integer in [0, 255]; for TOY files; default 0" "$page"
says "PNG, TIFF, OpenEXR and TOY files; default auto" "$page"
says "Default: 1 for PNG and TIFF, zip for OpenEXR, 0 for TOY." "$page"
says "Deep Zoom and TOY files; default auto" "$page"
says "quality: integer in [1, 200], or auto; for JPEG, TIFF" "$page"
says "TOY: How good a toy it is." "$page"
says "negative: true or false; for TOY files; default false" "$("$sluice" stages load | tr -s "\n " " ")"
says '"ink"' "$("$sluice" stages --schema)"
says "--toy-ink" "$("$sluice" help batch)"
says "PNG: Compression" "$("$sluice" help batch)"   # a name stays one
says "--negative" "$("$sluice" help stats)"
says "toy-ink" "$("$sluice" completion bash)"
"$sluice" run "load out/a.toy negative=true | invert | save twice.toy"
cmp out/a.toy twice.toy
"$sluice" batch out -o dark --negative --toy-ink 255 --pipeline "invert"
[[ $(tail -c +9 dark/a.toy | tr -d '\0' | wc -c) == 0 ]] || fail "there is ink left"
"$sluice" run "load out/a.toy | save with.png ink=7"   # means nothing for a PNG
"$sluice" run "load out/a.toy | save without.png compression=1"
cmp with.png without.png
"$sluice" run "load grey.png | save plain.toy" 2>message
! grep -q quality message || fail "another default: $(cat message)"
"$sluice" run "load grey.png | save good.toy quality=60" 2>message
says "a toy of quality 60" "$(cat message)"
refused "load grey.png | save b.toy ink=256" "save.ink: 256 is outside [0, 255]"
refused "load grey.png | save b.toy quality=20" "save: quality 20 is outside [50, 200]"
refused "load grey.png | save b.jpg quality=120" "save: quality 120 is outside [1, 100]"
refused "load grey.png | save b.toy inc=3" "did you mean 'ink'?"
