#!/usr/bin/env bash
# README.md works as it stands: readme_test.sh SOURCE PROGRAM SCRATCH
#
# Runs every line of its shell blocks that begins with "sluice" in an empty folder that has apps/ of the
# source tree, in order. Its pipeline and its C++ program must be those in apps/examples, which are run and
# built by this and other tests. Links of all pages must lead somewhere.
set -euo pipefail
source=$1 program=$2 scratch=$3
fail() { echo "README.md: $*" >&2; exit 1; }

# The text of all blocks of a language.
blocks() {
    awk -v fence="\`\`\`$1" '/^```/ { inside = !inside && $0 == fence; next } inside' "$source/README.md"
}

diff <(blocks yaml) "$source/apps/examples/prints.yaml" || fail "its pipeline is not apps/examples/prints.yaml"
diff <(blocks cpp) "$source/apps/examples/embed/main.cpp" || fail "its program is not apps/examples/embed/main.cpp"

cd "$source"
for page in README.md CHANGELOG.md CONTRIBUTING.md $(find docs -name '*.md'); do
    while read -r target; do
        [[ -e $(dirname "$page")/$target ]] || fail "$page links to $target, which is not there"
    done < <(grep -oE '\]\([^)#:]+[)#]' "$page" | sed -E 's/^\]\(//; s/[)#]$//')
done

rm -rf "$scratch"
mkdir -p "$scratch/bin"
cd "$scratch"
ln -s "$program" bin/sluice
ln -s "$source/apps" apps
export PATH=$PWD/bin:$PATH
count=0
while read -r line; do
    echo "\$ $line"
    bash -euo pipefail -c "$line" </dev/null || fail "this does not work: $line"
    count=$((count + 1))
done < <(blocks sh | grep '^sluice ')
((count >= 8)) || fail "only $count commands were found"
echo "$count commands work"
