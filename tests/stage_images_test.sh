#!/usr/bin/env bash
# The image on each stage's page shows something: stage_images_test.sh SOURCE PROGRAM
#
# It is a row of images of 240 x 160, first what goes into the stage, last what comes out. Where these look the same, the
# page shows nothing. They differ by 3 % of white on average at least: 30.5 dB.
set -euo pipefail
source=$1 program=$2
same=()
for image in "$source"/docs/images/stages/*.jpg; do
    "$program" run -q "load $image id=row; crop from=row width=240 gravity=west id=before;
        crop from=row width=240 gravity=east id=after; compare psnr from=before,after | assert psnr below=30.5" >/dev/null ||
        same+=("$(basename "$image" .jpg)")
done
((${#same[@]} == 0)) || { echo "docs/images/stages/shown.txt: before and after look the same: ${same[*]}" >&2; exit 1; }
