#!/usr/bin/env bash
# Makes docs/images/stages/NAME.jpg for each stage that makes an image of images and has none: a photograph, and beside
# it what the stage makes of it, by its example or what is said below. Called by ./dev docs with the program; a picture
# that was removed is made anew.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
sluice=$1
photos=../../apps/examples/photos

# Where the example is for larger images, or another image shows more. Images that there are: before, other (both 240 x
# 160), rose (with alpha), waves (a map).
declare -A shown=(
    [blend]="blend from=before,rose x=60 y=5"
    [crop]="crop from=before 120,120"
    [flatten]="flatten from=rose color=200,220,255"
    [integral]="integral from=before | normalize"
    [laplacian]="laplacian from=before | convert pixel=u8 scale=none"
    [letterbox]="letterbox from=before width=160 height=160"
    [prewitt]="prewitt from=before magnitude"
    [premultiply]="premultiply from=rose"
    [remap]="remap from=before,waves edge=mirror"
    [scharr]="scharr from=before magnitude"
    [sobel]="sobel from=before magnitude"
    [stack]="stack mean from=before,other"
    [select]="grey from=other | threshold method=otsu id=mask; select from=mask,before,other"
    [undistort]="undistort from=before fx=200 fy=200 cx=120 cy=80 k=-0.4,0.1,0,0"
    [unpremultiply]="unpremultiply from=rose"
)

# The statement for a stage, from its declaration: "gaussian 2 from=before".
statement() {
    local page=$1 name=$2 example inputs
    example=$(awk '/^For example:/{found=1} found && /^```$/{getline; print; exit}' <<<"$page")
    inputs=$(awk '/^## Inputs/{on=1} /^## Outputs/{on=0} on && /^\| `/ && !/optional/' <<<"$page" | wc -l)
    if [[ $example == *value=* ]]; then  # a number in the place of a second image, which shows more
        echo "$name from=before,other"
    elif ((inputs > 1)); then
        echo "${example:-$name} from=before,other"
    else
        echo "${example:-$name} from=before"
    fi
}

makes_image() { awk '/^## Outputs/{on=1} /^## Parameters/{on=0} on && /\| image/{found=1} END{exit !found}' <<<"$1"; }

size="width=240 height=160 fit=cover"
ready="load $photos/autumn.jpg | resize $size id=before; load $photos/caps.png | resize $size id=other;
    load $photos/rose.png | resize $size id=rose;"
canvas="pad from=before left=0 top=0 right=248 bottom=0 color=255 id=canvas;"
mkdir -p stages
for name in $("$sluice" stages | awk '{print $1}'); do
    [[ -e stages/$name.jpg ]] && continue
    page=$("$sluice" stages "$name" --markdown)
    [[ $name == load ]] || ! makes_image "$page" && continue
    made=${shown[$name]:-$(statement "$page" "$name")}
    map=""
    [[ $made == *waves* ]] && map="load stages/waves.pfm | resize $size id=waves;"
    "$sluice" run -q --overwrite always --set save.quality=85 "$ready $map $canvas
        $made | convert pixel=u8 channels=3 | resize width=240 height=160 fit=inside when=shrink id=after;
        blend from=canvas,after x=248 y=0 | save stages/$name.jpg"
done
