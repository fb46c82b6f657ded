#!/usr/bin/env bash
# Normalizes the photographs beside this file, prints what was found in them, and shows all of them before
# and after on one sheet. `./dev demo` builds what is needed and calls it.
#
#   SLUICE         the program
#   CONTACT_SHEET  the example program of that name
#   OUTPUT         the folder for everything that is written
set -euo pipefail
photos=$(dirname "${BASH_SOURCE[0]}")/photos
: "${SLUICE:?the program}" "${CONTACT_SHEET:?the example program}" "${OUTPUT:?a folder}"

mkdir -p "$OUTPUT"
"$SLUICE" batch "$photos" -o "$OUTPUT/photos" --overwrite always --manifest "$OUTPUT/manifest.jsonl" "$@"
echo
"$CONTACT_SHEET" "$OUTPUT/manifest.jsonl" "$OUTPUT/side-by-side.png"
echo
echo "Every photograph before and after: $OUTPUT/side-by-side.png"
