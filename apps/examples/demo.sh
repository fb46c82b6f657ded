#!/usr/bin/env bash
# Normalizes the photographs beside this file, and shows all of them before and after on one sheet. `./dev demo` builds
# what is needed and calls it.
#
#   SLUICE   the program
#   OUTPUT   the folder for everything that is written
set -euo pipefail
photos=$(dirname "${BASH_SOURCE[0]}")/photos
: "${SLUICE:?the program}" "${OUTPUT:?a folder}"

mkdir -p "$OUTPUT"
"$SLUICE" batch "$photos" -o "$OUTPUT/photos" --overwrite always --manifest "$OUTPUT/manifest.jsonl" "$@"
shown=()
for photo in "$photos"/*.jpg "$photos"/*.png; do
    name=$(basename "$photo")
    for result in "$OUTPUT/photos/${name%.*}".*; do shown+=("$photo" "$result"); done
done
"$SLUICE" run --overwrite always "montage columns=4 size=320x214 labels={name} | flatten white | convert u8" \
    "${shown[@]}" "$OUTPUT/side-by-side.png"
echo
echo "Every photograph before and after: $OUTPUT/side-by-side.png"
