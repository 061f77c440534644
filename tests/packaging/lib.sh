# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash disable=SC1091,SC2034
# What the tests of the packages share: each suite's build root, packages that are built once, and roots to install them in.

. "$(dirname "${BASH_SOURCE[0]}")/../distro/lib.sh"

PACKAGES=(xen-guest-tuning xen-guest-tuning-dracut xen-guest-tuning-initramfs-tools tuned-profiles-xen-guest xen-flat-dkms)

# packaging_root SUITE: prints the folder of a root that builds packages and modules
packaging_root() {
    local packages=build-essential,debhelper,dh-dkms,libcmocka-dev,libkmod-dev,libudev-dev,meson,pkgconf

    packages+=,linux-headers-amd64,kmod,openssl
    case $1 in
        bookworm) packages+=,systemd ;;
        trixie) packages+=,systemd-dev,rpm,rpmlint,cpio ;;
        forky) packages+=,systemd-dev,lintian ;;
    esac
    suite_root "$1" packaging "$packages"
}

# built_debs SUITE [VERSION]: prints the folder of the suite's packages
built_debs() {
    "$TESTS/packaging/debs" "$@" | tail -1
}

# use_debs FOLDER: the packages in it are the only ones that the current throw-away root can install
use_debs() {
    rm -rf "$ROOT/srv/debs"
    mkdir -p "$ROOT/srv/debs"
    cp "$1"/*.deb "$ROOT/srv/debs/"
    (cd "$ROOT/srv/debs" && dpkg-scanpackages --multiversion . > Packages 2> /dev/null)
    rm -rf "$ROOT"/etc/apt/sources.list "$ROOT"/etc/apt/sources.list.d/*
    echo 'deb [trusted=yes] file:/srv/debs ./' > "$ROOT/etc/apt/sources.list"
    in_root apt-get update -qq
}

# apt_get ARGUMENT...: without any input, so that a question is a failure; what it says is kept
apt_get() {
    in_root DEBIAN_FRONTEND=readline apt-get -y --no-install-recommends "$@" > "$WORK/apt.log" 2>&1 || {
        cat "$WORK/apt.log"
        return 1
    }
}

# Images that are enough to look at, and quicker than with all the drivers there are
small_images() {
    # a module that is named and gone fails dracut
    printf '%s\n' 'dracutmodules+=" base "' 'hostonly=no' 'compress=cat' \
        '[ ! -e /usr/lib/dracut/modules.d/55xen-flat ] || add_dracutmodules+=" xen-flat "' > "$ROOT/etc/dracut.conf.d/tests.conf"
}

installed() {
    local package

    for package; do
        in_root dpkg-query -s "$package" 2> /dev/null | grep -qx 'Status: install ok installed' || return 1
    done
}

# count_runs PROGRAM: from now on each of its runs in the current throw-away root is noted
count_runs() {
    mv "$ROOT$1" "$ROOT$1.real"
    # dracut starts itself once more to log; --version and --help build nothing
    cat > "$ROOT$1" << EOF
#!/bin/sh
echo "\$@" >> /var/tmp/runs
exec $1.real "\$@"
EOF
    chmod 755 "$ROOT$1"
    forget_runs
}

forget_runs() {
    : > "$ROOT/var/tmp/runs"
}

ran_times() {
    [ "$(wc -l < "$ROOT/var/tmp/runs")" -eq "$1" ] || { cat "$ROOT/var/tmp/runs"; return 1; }
}

# Every path that is neither apt's, dpkg's, a log nor the key that dkms makes for itself
list_files() {
    (cd "$ROOT" && find . -xdev \( -path ./srv -o -path ./var/lib/dpkg -o -path ./var/lib/apt -o -path ./var/cache -o -path ./var/log \
        -o -path './var/lib/dkms/mok.*' -o -path ./tmp \) -prune -o -print) | sort > "$1"
    # what lies on file systems of its own
    (cd "$ROOT" && find ./run ! -name '*.lock' -print) | sort >> "$1"
}
