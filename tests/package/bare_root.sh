#!/usr/bin/env bash
# bare_root.sh FOLDER PACKAGES NEEDS [CMAKE_ARGUMENT...]: what the packages in folder PACKAGES (.deb, and .whl where there is
# one) promise to somebody who has nothing else. They are installed into a bare system of this machine's release, and
# in_bare_root.sh builds and runs applications there. FOLDER keeps the bare system, what apt has downloaded, and the build of
# FetchContent, which takes the packages NEEDS to build sluice, and gets the arguments. Needs root, debootstrap, and a network
# for apt.
set -euo pipefail
if [[ -z ${SLUICE_BARE_ROOT:-} ]]; then  # mounts and processes end with this one
    SLUICE_BARE_ROOT=1 exec unshare --mount --pid --fork --kill-child "$0" "$@"
fi
tree=$(realpath "$(dirname "$0")/../..")
mkdir -p "$1"
folder=$(realpath "$1") packages=$(realpath "$2")
shift 2  # the rest is in_bare_root.sh's
release=$(. /etc/os-release && echo "$VERSION_CODENAME")
if [[ ! -e $folder/base/etc/complete ]]; then
    rm -rf --one-file-system "$folder/base"
    debootstrap --variant=minbase "$release" "$folder/base"
    echo force-unsafe-io >"$folder/base/etc/dpkg/dpkg.cfg.d/quick"
    touch "$folder/base/etc/complete"
fi
root=$folder/root
rm -rf --one-file-system "$root"
cp -a --reflink=auto "$folder/base" "$root"
cp -L /etc/resolv.conf "$root/etc/resolv.conf"
mount -t proc proc "$root/proc"
mount --bind -o ro /sys "$root/sys"  # where PoCL looks for processors and memory
mount --rbind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/tmp"
mkdir -p "$folder/archives/partial" "$folder/fetched" "$root/packages" "$root/fetched" "$root$tree"
mount --bind "$folder/archives" "$root/var/cache/apt/archives"
mount --bind "$folder/fetched" "$root/fetched"
mount --bind -o ro "$packages" "$root/packages"
mount --bind -o ro "$tree" "$root$tree"
env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
    chroot "$root" "$tree/tests/package/in_bare_root.sh" "$@"
