#!/usr/bin/env bash
# bare_root.sh FOLDER RELEASE [FROM:TO[:ro]]... -- COMMAND [ARGUMENT...]: runs COMMAND as root in a bare system of the Debian
# release RELEASE (bookworm, trixie, sid ...), which has nothing but what debootstrap installs. This tree lies there at its own
# path, for reading; each FROM, a folder, lies at TO. FOLDER keeps the bare system and what apt has downloaded, so that a second
# run is quick; FOLDER/root is what COMMAND left. Needs root, debootstrap, and a network for apt.
set -euo pipefail
if [[ -z ${SLUICE_BARE_ROOT:-} ]]; then  # mounts and processes end with this one
    SLUICE_BARE_ROOT=1 exec unshare --mount --pid --fork --kill-child "$0" "$@"
fi
tree=$(realpath "$(dirname "$0")/../..")
mkdir -p "$1"
folder=$(realpath "$1") release=$2
shift 2
base=$folder/base-$release
if [[ ! -e $base/etc/complete ]]; then
    rm -rf --one-file-system "$base"
    debootstrap --variant=minbase "$release" "$base"
    echo force-unsafe-io >"$base/etc/dpkg/dpkg.cfg.d/quick"
    touch "$base/etc/complete"
fi
root=$folder/root
rm -rf --one-file-system "$root"
cp -a --reflink=auto "$base" "$root"
cp -L /etc/resolv.conf "$root/etc/resolv.conf"
mount -t proc proc "$root/proc"
mount --bind -o ro /sys "$root/sys"  # where PoCL looks for processors and memory
mount --rbind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/tmp"
place() {  # place FROM TO [OPTIONS]
    mkdir -p "$1" "$root$2"
    mount --bind ${3:+-o "$3"} "$1" "$root$2"
}
place "$folder/archives-$release" /var/cache/apt/archives
mkdir -p "$folder/archives-$release/partial"
place "$tree" "$tree" ro
while [[ $1 != -- ]]; do
    IFS=: read -r from to options <<<"$1"
    place "$from" "$to" "$options"
    shift
done
env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 chroot "$root" "${@:2}"
