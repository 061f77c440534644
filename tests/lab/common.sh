# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash disable=SC2034
# What the lab's commands share: the cache, progress lines, packages of this machine, locks.

LAB=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
TOP=$(cd "$LAB/../.." && pwd)
CACHE=${XEN_FLAT_CACHE:-/var/cache/xen-flat-lab}
export LC_ALL=C
# Debian's own tools, whatever else somebody has put before them
export PATH=/usr/sbin:/usr/bin:/sbin:/bin
umask 022

# Progress goes to stderr with the time since the outermost command started, so stdout stays for results.
export LAB_STARTED=${LAB_STARTED:-$(date +%s)}

say() {
    local seconds=$(($(date +%s) - LAB_STARTED))
    printf '[%2d:%02d] %s\n' $((seconds / 60)) $((seconds % 60)) "$*" >&2
}

die() {
    say "failed: $*"
    exit 1
}

missing_packages() {
    local package
    for package; do
        dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed || printf '%s\n' "$package"
    done
}

apt_install() {
    DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends -o DPkg::Lock::Timeout=600 "$@" >/dev/null
}

# need PACKAGE...: installs on this machine what is missing
need() {
    local missing
    mapfile -t missing < <(missing_packages "$@")
    [ ${#missing[@]} -gt 0 ] || return 0
    [ "$(id -u)" -eq 0 ] || die "not root, and these packages are missing: ${missing[*]}"
    say "installing ${missing[*]}"
    apt_install "${missing[@]}" && return
    # an installation that was interrupted stands in the way of every other one
    dpkg --configure -a >&2
    apt-get update -qq -o DPkg::Lock::Timeout=600 >&2
    apt_install "${missing[@]}" || die "cannot install ${missing[*]}"
}

# with_lock FILE COMMAND...: one at a time; the lock is not handed down to the command's children
with_lock() {
    local lock=$1
    shift
    mkdir -p "$(dirname "$lock")"
    flock --close "$lock" "$@"
}

suite_of_kernel() {
    case $1 in
        6.1) echo bookworm ;;
        6.12) echo trixie ;;
        7.2) echo forky ;;
        *) die "no such kernel: $1 (6.1, 6.12 or 7.2)" ;;
    esac
}
