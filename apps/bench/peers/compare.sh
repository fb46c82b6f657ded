#!/usr/bin/env bash
# Stretches folders of photographs with sluice and with whatever else is installed, one after the other, and prints
# wall and processor time of each beside sluice's: between percentiles, as sluice does by default, and between the
# minimum and the maximum.
#
#   apps/bench/peers/compare.sh [PHOTOS [JPEGS [PNGS]]]
#
# PHOTOS: a folder of photographs of a megapixel or more; the images are crops of them, of 3 megapixels. Some stretch a
# little otherwise (ImageMagick cuts off more, ffmpeg smooths over time): the work is the same. Wants
# `./dev build release` first.
set -euo pipefail
cd "$(dirname "$0")/../../.."

photos=${1:-../shared/corpora/photo_jpeg} jpegs=${2:-200} pngs=${3:-50}
sluice=build/release/apps/sluice
threads=$(nproc)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[[ -x $sluice ]] || { echo "compare: no $sluice; ./dev build release" >&2; exit 1; }

has() { command -v "$1" >/dev/null; }
build() {  # NAME [PACKAGE]: the program of that name in this folder, where the package or library is there
    local name=$1 flags=-l${1#lib}
    shift
    (($# == 0)) || flags=$(pkg-config --cflags --libs "$@" 2>/dev/null) || return 0
    # shellcheck disable=SC2086
    g++ -std=c++20 -O3 -march=native -I. "apps/bench/peers/$name.cpp" -o "$work/$name" $flags -pthread 2>/dev/null || true
}
build opencv opencv4
build libvips vips
build libjpeg

# In the folder: gm puts the path of an input behind that of its output folder.
in_pairs() { (cd "$1" && find . -type f -printf '%P\0' | xargs -0 -P "$threads" -n 5 "${@:2}"); }
python=
for found in python3 /usr/bin/python3; do  # the first may be another one than Debian's
    [[ -n $python ]] || ! "$found" -c 'import PIL' 2>/dev/null || python=$found
done
pillow() {
    "$python" - "$@" <<'PY'
import multiprocessing, os, sys
from PIL import Image, ImageOps
source, target, threads, cutoff = sys.argv[1], sys.argv[2], int(sys.argv[3]), float(sys.argv[4])
def stretch(name):
    ImageOps.autocontrast(Image.open(os.path.join(source, name)).convert("RGB"), cutoff=cutoff).save(os.path.join(target, name), quality=90)
os.makedirs(target, exist_ok=True)
with multiprocessing.Pool(threads) as pool:
    pool.map(stretch, os.listdir(source))
PY
}

measure() {  # NAME COMMAND...: writes to $out
    local name=$1 seconds
    shift
    rm -rf "$out" && mkdir -p "$out"
    TIMEFORMAT='%R %U %S'
    if ! seconds=$({ time "$@" >"$work/log" 2>&1; } 2>&1); then
        echo "$name: failed: $(tail -n 1 "$work/log")" >&2
        return
    fi
    local made
    made=$(find "$out" -type f | wc -l)
    ((made == count)) || { echo "$name: wrote $made of $count files: left out" >&2; return; }
    local bytes
    bytes=$(du -sb "$out" | cut -f1)
    awk -v name="$name" -v t="$seconds" -v bytes="$bytes" -v first="$first" '
        BEGIN {
            split(t, s, " ")
            if (first == "") first = s[1]
            printf "%-34s %8.2f %8.2f %8.2f %9.1f\n", name, s[1], s[2] + s[3], s[1] / first, bytes / 1e6
        }'
    [[ -n $first ]] || first=${seconds%% *}
}

for kind in jpg png; do
    count=$jpegs
    [[ $kind == jpg ]] || count=$pngs
    folder=$work/$kind
    echo
    # Makes the images, warms the caches of kernels and of files, and says what the codecs alone take.
    "$sluice-bench" batch --from "$photos" --files "$count" --format "$kind" --keep "$folder" --runs 2
    in=$folder/in out=$work/out first=
    for stretch in percentiles minmax; do
        in=$folder/in out=$work/out first=
        echo
        printf '%-34s %8s %8s %8s %9s\n' "$stretch" "wall s" "cpu s" "x sluice" "MB out"
        ours=("$sluice" batch -q "$in" -o "$out") as=(percentiles) cutoff=0.5  # the default
        [[ $stretch == percentiles ]] || ours+=(--normalize minmax) as=() cutoff=0
        measure "sluice batch" "${ours[@]}"
        [[ ! -x $work/opencv ]] || measure "OpenCV, C++" "$work/opencv" "$in" "$out" "$threads" "${as[@]}"
        [[ ! -x $work/libvips ]] || measure "libvips, C" "$work/libvips" "$in" "$out" "$threads" "${as[@]}"
        [[ -z $python ]] || measure "Pillow autocontrast" pillow "$in" "$out" "$threads" "$cutoff"
        if [[ $stretch == percentiles ]]; then
            ! has gm || measure "GraphicsMagick" in_pairs "$in" gm mogrify -normalize -quality 90 -output-directory "$out"
            ! has mogrify || measure "ImageMagick" in_pairs "$in" mogrify -normalize -quality 90 -path "$out"
        else
            [[ ! -x $work/libjpeg || $kind != jpg ]] ||
                measure "libjpeg and a loop" "$work/libjpeg" "$in" "$out" "$threads"
            ! has ffmpeg || measure "ffmpeg normalize" in_pairs "$in" sh -c \
                'for f; do ffmpeg -v error -threads 1 -i "$f" -vf normalize -q:v 2 "$0/${f##*/}"; done' "$out"
            ! has gegl || measure "GEGL stretch-contrast" in_pairs "$in" sh -c \
                'for f; do gegl "$f" -o "$0/${f##*/}" -- gegl:stretch-contrast keep-colors=false; done' "$out"
        fi
        measure "sluice batch, again" "${ours[@]}"
    done
done
