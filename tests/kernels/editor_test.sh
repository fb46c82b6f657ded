#!/usr/bin/env bash
# editor_test.sh SOURCE: each kernel text parses by itself with the options that .clangd gives an editor, which are
# read from there, so that both cannot differ.
set -euo pipefail
cd "$1"

# The newest; PoCL brings one along.
clang=$(compgen -c clang | grep -xE 'clang(-[0-9]+)?' | sort -V | tail -n 1 || true)
if [[ -z $clang ]]; then
    echo "[skipped] kernels in an editor: there is no clang"
    exit 0
fi

# Of each block of .clangd that adds options, a line: which paths it is for, which it is not for, the options.
blocks=$(awk '
    function put() { if (add != "") print path "\037" but "\037" add; path = but = add = "" }
    /^---/ { put() }
    $1 == "PathMatch:" { path = $2 }
    $1 == "PathExclude:" { but = $2 }
    $1 == "Add:" { add = $0; sub(/^[^[]*\[/, "", add); sub(/\].*$/, "", add); gsub(/, */, " ", add) }
    END { put() }' .clangd)

# Prints the first error of a text, if there is one. clangd starts the compiler in the folder of the file.
first_error() {
    local file=$1 path but add options=() said
    while IFS=$'\037' read -r path but add; do
        [[ $file =~ ^($path)$ && ! ( $but && $file =~ ^($but)$ ) ]] || continue
        read -ra add <<<"$add"
        options+=("${add[@]}")
    done <<<"$blocks"
    said=$(cd "${file%/*}" && "$clang" -fsyntax-only -Werror=unused-command-line-argument "${options[@]}" "${file##*/}" 2>&1) && return
    echo "$file: $(grep -m 1 error: <<<"$said" || echo "$said")"
}

if grep -rnE '^ *# *(include|import).*prelude' kernels apps/bench/kernels; then
    echo "a prelude is for editors: no kernel includes it"
    exit 1
fi
faults=$(find kernels apps/bench/kernels -name '*.cl' -o -name '*.clh' -o -name '*.h' | sort |
    while read -r file; do first_error "$file"; done)
[[ -z $faults ]] || { echo "$faults"; exit 1; }
