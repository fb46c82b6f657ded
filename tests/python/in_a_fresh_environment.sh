#!/usr/bin/env bash
# in_a_fresh_environment.sh WHEEL: installs a wheel into an environment of its own, away from this tree, and runs the
# tests of the module there.
set -euo pipefail
wheel=$(realpath "$1")
tests=$(dirname "$(realpath "$0")")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
python3 -m venv "$scratch/python"
"$scratch/python/bin/pip" install -q "$wheel" pytest
cp "$tests"/test_*.py "$scratch"
cd "$scratch"
env -u PYTHONPATH "$scratch/python/bin/python" -m pytest -q -p no:cacheprovider .
