# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash disable=SC1091,SC2034
# A throw-away system with the suite's real tuned and our profile, on the files of a made or captured guest.

. "$(dirname "${BASH_SOURCE[0]}")/../distro/lib.sh"

# From 2.23 on Debian and Fedora keep profiles in a folder of their own, and the old place is not searched.
profile_folder() {
    local folder=/usr/lib/tuned

    [ ! -d "$ROOT/usr/lib/tuned/profiles" ] || folder=$folder/profiles
    printf '%s\n' "$folder"
}

tuned_root() {
    throwaway_root "$1" "$(system_root "$1")"
    rm -rf "$ROOT"/usr/lib/tuned/recommend.d/40-*
    mkdir -p "$ROOT$(profile_folder)" "$ROOT/usr/lib/tuned/recommend.d"
    cp -r "$TOP/tuned-profile/xen-guest" "$ROOT$(profile_folder)/"
    cp "$TOP/tuned-profile/recommend.d/40-xen-guest.conf" "$ROOT/usr/lib/tuned/recommend.d/"
    umount "$ROOT/sys"
    mount -t tmpfs tmpfs "$ROOT/sys"
    # empty, but every machine has them; 2.20 gives up without
    mkdir -p "$ROOT/sys/block" "$ROOT/sys/class/net" "$ROOT/sys/devices/system/cpu"
}

# hypervisor_files GUEST_TYPE FEATURES: what the kernel of a guest shows; none at all without arguments
hypervisor_files() {
    rm -rf "$ROOT/sys/hypervisor"
    [ $# -gt 0 ] || return 0
    mkdir -p "$ROOT/sys/hypervisor/properties"
    echo xen > "$ROOT/sys/hypervisor/type"
    echo "$1" > "$ROOT/sys/hypervisor/guest_type"
    echo "$2" > "$ROOT/sys/hypervisor/properties/features"
}
