#!/usr/bin/env bash
# CONTRIBUTING.md does what it says to a whole tree: in_a_copy.sh SOURCE SCRATCH
#
# Copies the tree SOURCE as it stands, with what is not committed, and does there what "Add a stage in ten minutes" says:
# writes the files that its blocks name, and runs the commands of its last block, which end in all tests. Git then shows
# these files and the pages that ./dev docs wrote, and nothing else.
set -euo pipefail
source=$1 scratch=$2
fail() { echo "$*" >&2; exit 1; }
unset SLUICE_TEST_ALL SLUICE_TEST_STAGES SLUICE_KERNEL_DIR SLUICE_OPENCL_OPTIONS POCL_CACHE_DIR
copy=$scratch/tree page=$source/CONTRIBUTING.md

rm -rf "$copy" "$scratch/index" && mkdir -p "$copy"
[[ ! -e $source/../shared ]] || ln -sfn "$(realpath "$source/../shared")" "$scratch/shared"
as_it_stands=$(cd "$source" && export GIT_INDEX_FILE=$scratch/index && git add -A && git write-tree)
git -C "$source" archive "$as_it_stands" | tar -x -C "$copy"
cd "$copy"
git init -q
git add -A
git -c user.name=a -c user.email=a@b -c commit.gpgsign=false commit -qm "As it stands"

added=$(awk '
    /^```[a-z]+ [a-z_\/]+[.][a-z]+$/ { file = $2; print file; next }
    /^```$/ { file = "" }
    file { print >file }' "$page")
commands=$(awk '/^### Then$/ { then = 1 } /^```$/ { inside = 0 } inside; then && /^```sh$/ { inside = 1; then = 0 }' "$page")
[[ $added && $commands ]] || fail "CONTRIBUTING.md has no blocks that name files, or none that says what to run then"
while read -r line; do
    echo "\$ $line"
    bash -euo pipefail -c "$line" </dev/null || fail "this does not work: $line"
done <<<"$commands"

changed=$(git status --porcelain --untracked-files=all | grep -vE '^(\?\?| M) docs/(images/)?stages/' || true)
expected=$(sed 's/^/?? /' <<<"$added")
difference=$(diff <(sort <<<"$expected") <(sort <<<"$changed")) || fail "git shows other files than those that were added:
$difference"
echo "$(wc -l <<<"$added") files were added, and all tests passed"
