#!/usr/bin/env bash
# setup.sh FOLDER: installs the engines that Python has into an environment in this folder: 700 MB. What was said: FOLDER.log
set -euo pipefail
folder=$1
packages=('ray[data]<2.64' 'dask[distributed]' kubernetes-validate)
! "$folder/bin/python" -c 'import ray.data, distributed, kubernetes_validate' 2>/dev/null || exit 0
echo "Installing for ./dev test --cluster, in $folder: ${packages[*]}" >&2
mkdir -p "$(dirname "$folder")"
{ python3 -m venv "$folder" && "$folder/bin/python" -m pip install -q "${packages[@]}"; } >"$folder.log" 2>&1 ||
    echo "They could not be installed; tests that need them are skipped (all that was said: $folder.log)" >&2
