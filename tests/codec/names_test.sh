#!/usr/bin/env bash
# Nothing outside of a codec's folder asks for a codec by its name: names_test.sh SOURCE
set -euo pipefail
cd "$1"
names=$(grep -ohE '(name = |codec\()"[A-Za-z]+"' io/*/codec.cpp | grep -oE '"[A-Za-z]+' | tr -d '"' | sort -u)
[[ $(wc -w <<<"$names") -ge 15 ]] || { echo "found only these names: $names" >&2; exit 1; }
any=$(paste -sd'|' <<<"$names")
for file in $(find io pipeline apps stages -name '*.?pp'); do
    sed -nE "s#.*[=!]= *\"($any)\".*#\\1 $file: &#p" "$file"
done | while read -r name where; do
    [[ $where == "io/${name,,}/"* ]] || echo "$where"
done | { ! grep . >&2; }
