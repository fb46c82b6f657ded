#!/usr/bin/env bash
# README.md and the manuals in docs/ work as they stand: readme_test.sh SOURCE PROGRAM SCRATCH
#
# docs/pipelines.md, own-kernel.md and tasks.md want files of their own and have tests in tests/apps. Of the others, this
# runs every line of their shell blocks that begins with "sluice", page by page, each page in an empty folder
# that has apps/ of the source tree: all lines in order, and then all once more, as people paste them again.
# The C++ of README.md is a part of apps/examples/embed/main.cpp. The first of docs/library.md is all of it, and each
# other piece there a part of some program of apps/examples; other tests build and run these. Links of all pages
# lead somewhere.
set -euo pipefail
source=$1 program=$2 scratch=$3
fail() { echo "$*" >&2; exit 1; }

# The text of all blocks of a language in a page.
blocks() {
    awk -v fence="\`\`\`$2" '/^```/ { inside = !inside && $0 == fence; next } inside' "$source/$1"
}

# The text of one of them, by its number from 1 on.
block() {
    awk -v fence="\`\`\`$2" -v wanted="$3" \
        '/^```/ { inside = !inside && $0 == fence; at += inside; next } inside && at == wanted' "$source/$1"
}
unindented() { sed 's/^ *//'; }

# All that is in no block.
prose() { awk '/^```/ { inside = !inside; next } !inside' "$1"; }

embed=$(<"$source/apps/examples/embed/main.cpp")
[[ $(block docs/library.md cpp 1) == "$embed" ]] || fail "docs/library.md: its program is not apps/examples/embed/main.cpp"
for ((n = 2;; ++n)); do
    piece=$(block docs/library.md cpp "$n" | unindented)
    [[ -n $piece ]] || break
    found=0
    for program_file in "$source"/apps/examples/*.cpp; do
        [[ $(unindented <"$program_file") != *"$piece"* ]] || found=1
    done
    ((found)) || fail "docs/library.md: no program of apps/examples has the C++ that begins with: ${piece%%$'\n'*}"
done
part=$(blocks README.md cpp)
[[ -n $part && $embed == *"$part"* ]] || fail "README.md: its C++ is no part of apps/examples/embed/main.cpp"
(($(wc -l <"$source/README.md") <= 120)) || fail "README.md: more than 120 lines"

cd "$source"
for file in apps/examples/pipelines/*.yaml; do
    name=$(basename "$file" .yaml)
    grep -q "^sluice run $file " docs/examples.md || fail "docs/examples.md: no command runs $file"
    [[ -e docs/images/examples/$name.jpg ]] || fail "docs/images/examples/$name.jpg is missing: ./dev docs makes it"
done
for page in README.md CHANGELOG.md CONTRIBUTING.md $(find docs -name '*.md'); do
    while read -r target; do
        [[ -e $(dirname "$page")/$target ]] || fail "$page links to $target, which is not there"
    done < <(prose "$page" | grep -oE '\]\([^)#:]+[)#]' | sed -E 's/^\]\(//; s/[)#]$//')
done

rm -rf "$scratch"
mkdir -p "$scratch/bin"
ln -s "$program" "$scratch/bin/sluice"
export PATH=$scratch/bin:$PATH
export SLUICE_TUNING_DIR=$scratch/tunings  # "sluice tune" writes there, and nobody reads it after this test
count=0
for page in README.md docs/*.md; do
    [[ $page == docs/pipelines.md || $page == docs/own-kernel.md || $page == docs/tasks.md ]] && continue
    mapfile -t lines < <(blocks "$page" sh | grep '^sluice ' || true)
    folder=$scratch/$(basename "$page" .md)
    mkdir "$folder"
    cd "$folder"
    ln -s "$source/apps" apps
    for line in "${lines[@]}" "${lines[@]}"; do
        echo "$page: \$ $line"
        bash -euo pipefail -c "$line" </dev/null || fail "$page: this does not work: $line"
        count=$((count + 1))
    done
    cd "$source"
done
((count >= 16)) || fail "only $count commands were found"
echo "$count commands work"
