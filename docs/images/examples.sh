#!/usr/bin/env bash
# Makes docs/images/examples/NAME.jpg for each pipeline of apps/examples/pipelines that has none: what goes in, and what
# comes out, for docs/examples.md. Called by ./dev docs with the program. An image that was removed is made again.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
sluice=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$root"  # the paths in pipelines begin there
photos=apps/examples/photos images=docs/images/examples
mkdir -p $images

run() { "$sluice" run -q --overwrite always "$@"; }
pipeline() { run "apps/examples/pipelines/$name.yaml" "$@"; }
# The images side by side, as high as each other.
sheet() {
    local shown=() file
    for file in "$@"; do
        run "load $file | convert u8 channels=3 | resize height=150 | save $work/shown-${#shown[@]}.png"
        shown+=("$work/shown-${#shown[@]}.png")
    done
    run --set save.quality=75 "join gap=8 color=white" "${shown[@]}" "$images/$name.jpg"
}

for file in apps/examples/pipelines/*.yaml; do
    name=$(basename "$file" .yaml) sheets=()
    [[ ! -e $images/$name.jpg ]] || continue
    out=$work/out.png
    case $name in
        astro-stack)  # hot pixels are others in each exposure
            hot="multiply from=sky value=0 | add value=2 | dither bluenoise levels=2"
            n=0
            for moved in "flip x" "flip y" "flip both" "rotate 180 | crop x=7" "flip x | crop x=5"; do
                n=$((n + 1))
                run "load $photos/rocket.jpg id=sky; $hot | $moved | crop width=400 height=240 id=hot;
                    crop from=sky width=400 height=240 x=0 y=0 id=part; max from=part,hot | convert u16 | save $work/sky-$n.png"
            done
            pipeline "$work"/sky-{1,2,3,4,5}.png "$out" --var strength=4
            sheet "$work/sky-1.png" "$out"
            ;;
        before-after)
            pipeline $photos/paris.jpg "$images/$name.jpg" --var height=150 --set save.quality=75
            ;;
        difference)
            run "load $photos/cat.png | save $work/found.jpg quality=30"
            pipeline $photos/cat.png "$work/found.jpg" "$out" --var least=20 >/dev/null
            sheet $photos/cat.png "$work/found.jpg" "$out"
            ;;
        film-negative)
            run "load $photos/caps.png | normalize group=joint | invert | matrix 0.7,0,0,0,0.45,0,0,0,0.35 | levels low=0.25 high=1 | save $work/negative.png"
            pipeline "$work/negative.png" "$out"
            sheet "$work/negative.png" "$out"
            ;;
        focus)
            run "load $photos/cat.png | gaussian 2 | save $work/blurred.png"
            for image in $photos/cat.png "$work/blurred.png"; do
                sheets+=("$image" "$work/edges-${#sheets[@]}.png")
                run "load $image | grey | laplacian | convert u8 scale=none | levels white=0.25 | save ${sheets[-1]}"
            done
            sheet "${sheets[@]}"
            ;;
        imagenet)
            pipeline $photos/cat.png "$work/planes.npy"
            run "load $work/planes.npy | normalize out=0,1 | crop width=224 height=224 x=0 y=0 id=r; crop from=normalize x=0 y=224 width=224 height=224 id=g; crop from=normalize x=0 y=448 width=224 height=224 id=b; join from=r,g,b gap=4 color=1 | save "$out""
            sheet $photos/cat.png "$out"
            ;;
        *)
            case $name in
                clean-scan | shading) image=writing.png ;;
                microscopy) image=antenna.png ;;
                grade) image=caps.png ;;
                trip) image=autumn.jpg ;;
                *) image=path.jpg ;;
            esac
            pipeline "$photos/$image" "$out"
            sheet "$photos/$image" "$out"
            ;;
    esac
done
