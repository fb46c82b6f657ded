#!/usr/bin/env bash
# readme_in_bare_root.sh PACKAGE [CTEST_ARGUMENT...], run by bare_root.sh: both commands of README.md, in a fresh clone of this
# tree. PACKAGE is the compiler: g++, as `./dev setup` installs it, or clang, which becomes CXX. The arguments go to ctest.
set -euo pipefail
compiler=$1
shift
source=$(realpath "$(dirname "$0")/../..")
export DEBIAN_FRONTEND=noninteractive CCACHE_DIR=/ccache  # a folder that outlives the bare root
apt-get update -qq
needs=(git ca-certificates)  # who has a clone has git
if [[ $compiler == clang ]]; then
    needs+=(clang)
    export CXX=clang++
fi
apt-get install -qq -y --no-install-recommends "${needs[@]}" >/tmp/apt.log 2>&1 || { cat /tmp/apt.log >&2 && exit 1; }
rm -rf /home/sluice && mkdir -p /home
git -c safe.directory='*' clone -q "$source" /home/sluice
[[ ! -d $source/../shared ]] || ln -sfn "$(realpath "$source/../shared")" /home/shared
cd /home/sluice
./dev demo
./dev test "$@"
