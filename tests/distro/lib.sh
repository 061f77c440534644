# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash disable=SC2034,SC1091
# What the tests of the distribution parts share: throw-away copies of suite roots, and the program and module to put
# into them. Source it first, then call distro_enter "$@".

TESTS=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$TESTS/lab/common.sh"
. "$TESTS/lib/tap.sh"

SUITES=(bookworm trixie forky)

# Runs the calling script again in namespaces of its own, so that no mount and no process outlives it.
distro_enter() {
    if [ -z "${XEN_FLAT_INSIDE:-}" ]; then
        XEN_FLAT_INSIDE=1 exec unshare --mount --pid --fork --kill-child --mount-proc "$0" "$@"
    fi
    unset XEN_FLAT_INSIDE
    WORK=$(mktemp -d)
    mount -t tmpfs -o mode=755 tmpfs "$WORK"
    trap distro_leave EXIT
}

distro_leave() {
    umount -R -l "$WORK"
    rmdir "$WORK"
}

# suite_root SUITE NAME [PACKAGES]: prints the folder of a root with these packages, made once
suite_root() {
    local root
    root=$("$LAB/chroot" "$@" | tail -1)
    [ -d "$root" ] || die "no root for $*"
    printf '%s\n' "$root"
}

# The root of a guest system: kernel, dracut, systemd, tuned and sos
system_root() {
    suite_root "$1" system
}

kernel_of_suite() {
    case $1 in
        bookworm) echo 6.1 ;;
        trixie) echo 6.12 ;;
        forky) echo 7.2 ;;
    esac
}

# throwaway_root NAME BASE: sets ROOT to a writable view of BASE; what is written to it is gone after the test
throwaway_root() {
    local layer=$WORK/$1

    mkdir -p "$layer/upper" "$layer/work" "$layer/root"
    ROOT=$layer/root
    mount -t overlay overlay -o "lowerdir=$2,upperdir=$layer/upper,workdir=$layer/work" "$ROOT"
    mount -t proc proc "$ROOT/proc"
    mount -t sysfs -o ro sysfs "$ROOT/sys"
    mount --rbind /dev "$ROOT/dev"
    mount -t tmpfs tmpfs "$ROOT/run"
    mount -t tmpfs tmpfs "$ROOT/tmp"
}

drop_root() {
    umount -R -l "$ROOT"
    rm -rf "${ROOT%/root}"
}

# in_root COMMAND...: in the current throw-away root
in_root() {
    chroot "$ROOT" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C HOME=/root TERM=dumb "$@" < /dev/null
}

# install_into FILE DESTINATION [MODE]: below the current throw-away root
install_into() {
    install -D -m "${3:-644}" "$1" "$ROOT$2"
}

# build_program: sets PROGRAM. It needs nothing but libc to start, so one build serves every suite.
build_program() {
    local build
    build=$CACHE/distro/build-$(printf '%s' "$TOP" | cksum | cut -d' ' -f1)

    mkdir -p "$CACHE/distro"
    need meson ninja-build gcc binutils pkg-config
    (
        flock 9
        [ -f "$build/build.ninja" ] || meson setup "$build" "$TOP"
        ninja -C "$build" src/configurator/xen-flat
    ) 9> "$build.lock" > "$WORK/build.log" 2>&1 || die "$(cat "$WORK/build.log")"
    PROGRAM=$WORK/xen-flat
    # as packages carry it, without debugging symbols
    strip -o "$PROGRAM" "$build/src/configurator/xen-flat"
}
