#!/usr/bin/env bash
# commit_test.sh CMAKE SCRIPT FOLDER: what SCRIPT, apps/commit.cmake, says of trees with and without git.
set -euo pipefail
cmake=$1 script=$2 folder=$3
if ! command -v git >/dev/null; then
    echo "[skipped] the commit of --version: there is no git"
    exit 0
fi
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null GIT_CEILING_DIRECTORIES=${folder%/*}
rm -rf "$folder" && mkdir -p "$folder/tree/below"
git_() { git -C "$folder/tree" -c user.name=a -c user.email=a@b -c commit.gpgsign=false "$@"; }
# Prints the commit that a tree has.
commit() {
    "$cmake" -DSOURCE="$1" -DGIT="${2-git}" -DOUTPUT="$folder/commit.cpp" -P "$script"
    sed -n 's/.*commit = "\(.*\)";/\1/p' "$folder/commit.cpp"
}
is() { [[ $1 == $2 ]] || { echo "'$1' is not '$2': $3"; exit 1; }; }

echo one >"$folder/tree/file"
is "$(commit "$folder/tree")" unknown "a tree without git"
git_ init -q && git_ add file && git_ commit -qm first
hash=$(git_ rev-parse --short HEAD)
is "$(commit "$folder/tree")" "$hash" "a clean tree"
is "$(commit "$folder/tree" "")" unknown "a machine without git"
is "$(commit "$folder/tree/below")" unknown "a tarball inside of another repository"
echo two >"$folder/tree/file"
is "$(commit "$folder/tree")" "$hash-dirty" "a tree that was changed"
git_ tag v9 && git_ checkout -q file
is "$(commit "$folder/tree")" "$hash" "a tree with a tag"
touch -d 2001-01-01 "$folder/commit.cpp"
is "$(commit "$folder/tree")" "$hash" "the same tree once more"
is "$(date -r "$folder/commit.cpp" +%Y)" 2001 "what does not change is not written"
