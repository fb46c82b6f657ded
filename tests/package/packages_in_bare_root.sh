#!/usr/bin/env bash
# packages_in_bare_root.sh NEEDS [CMAKE_ARGUMENT...], run by bare_root.sh: what the packages in /packages (.deb, and .whl where
# there is one) promise to somebody who has nothing else. They are installed, and an example of this tree is built with them. The
# arguments go to the build of sluice by FetchContent, in /fetched, which takes the packages NEEDS.
set -euo pipefail
read -ra needs <<<"$1"
shift
source=$(realpath "$(dirname "$0")/../..")
export DEBIAN_FRONTEND=noninteractive
say() { printf 'bare root: %s\n' "$*" >&2; }
install() { apt-get install -qq -y --no-install-recommends "$@" >/tmp/apt.log 2>&1 || { cat /tmp/apt.log >&2 && exit 1; }; }
fail() { say "$*"; exit 1; }

# embed prints what it found in a frame and what became of it.
normalizes() {
    local wanted='R was 60 to 180, is 0 to 255
G was 60 to 180, is 0 to 255
B was 60 to 180, is 0 to 255' found
    found=$("$1")
    [[ $found == "$wanted" ]] || fail "$1: the frame was not normalized: $found"
}

apt-get update -qq
# The driver is what the package of the program recommends first.
driver=$(dpkg-deb -f /packages/sluice_*.deb Recommends | sed 's/[ ,|].*//')
install /packages/sluice_*.deb "$driver"
sluice run "load $source/apps/examples/photos/cat.png | normalize group=joint | save /tmp/cat.png"
[[ -s /tmp/cat.png ]] || fail "sluice run left no picture"
compgen -G '/usr/share/man/man1/sluice.1*' >/dev/null || fail "the manual is missing"
sluice doctor >/tmp/doctor.txt || { cat /tmp/doctor.txt >&2 && fail "sluice doctor finds a fault"; }
say "the program runs: $(sluice --version | head -n 1), $driver"

if compgen -G '/packages/*.whl' >/dev/null; then
    install python3-venv python3-numpy python3-pytest
    python3 -m venv --system-site-packages /tmp/python
    /tmp/python/bin/pip install -q --no-index --no-deps /packages/*.whl
    cp -r "$source/tests/python" /tmp/tests
    (cd /tmp/tests && /tmp/python/bin/python -m pytest -q -p no:cacheprovider .)
    say "the wheel passes its tests"
fi

install g++ cmake make pkg-config /packages/libsluice-dev_*.deb
embed=$source/apps/examples/embed
cmake -S "$embed" -B /tmp/embed >/tmp/cmake.log
cmake --build /tmp/embed >>/tmp/cmake.log
normalizes /tmp/embed/embed
say "an application is built by CMake's find_package, and runs"
# shellcheck disable=SC2046
c++ -std=c++20 "$embed/main.cpp" $(pkg-config --cflags --libs sluice) -o /tmp/embed-pkg-config
normalizes /tmp/embed-pkg-config
say "an application is built with pkg-config, and runs"

# What a source build needs more, and no sluice but the one in this tree.
apt-get remove -qq -y libsluice-dev >/dev/null
install "${needs[@]}"
cmake -S "$source/tests/package/fetched" -B /fetched "-DSLUICE=$source" -DCMAKE_BUILD_TYPE=Release "$@" >/tmp/cmake.log
targets=$(cmake --build /fetched --target help)
found=$(grep -oE '\b(sluice_program|sluice_apps|test_[a-z]+|example_[a-z]+|sluice_python)\b' <<<"$targets" | head -n 1) || true
[[ -z $found ]] || fail "an application that wants the library builds $found too"
cmake --build /fetched --target embed --parallel "$(nproc)" >>/tmp/cmake.log
normalizes /fetched/embed
DESTDIR=/tmp/installed cmake --install /fetched >>/tmp/cmake.log
[[ ! -e /tmp/installed ]] || fail "an application that has sluice in its tree installs $(cd /tmp/installed && find . -type f | head -n 3)"
say "an application with sluice in its tree by FetchContent is built, and runs"
