# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
# A dom0 with the program. Needs tap.sh; look_at and its assertions are in guest.sh.

dom0_lab=$(cd "$(dirname "${BASH_SOURCE[0]}")/../lab" && pwd)

# dom0_session FOLDER KERNEL [SCRIPT]: one that has the program, its module and xen-privcmd
dom0_session() {
    local session=$1 version=$2 root=$1/dom0/root kernel release
    mkdir -p "$root"
    kernel=$("$dom0_lab/kernel" "$version" | tail -1)
    release=$(cat "$kernel/release")
    "$dom0_lab/payload" --kernel "$version" --module "$("$dom0_lab/module" "$version" | tail -1)" \
        --program "$("$dom0_lab/program" | tail -1)" "$root"
    find "$kernel/modules/" -name 'xen-privcmd.ko*' -exec cp {} "$root/lib/modules/$release/extra/" \;
    depmod -b "$root" "$release"
    if [ $# -gt 2 ]; then
        printf '%s\n' "$3" >"$session/dom0/script"
    fi
}

# boot_dom0 SESSION [OPTION...]: four vCPUs on two packages of two cores
boot_dom0() {
    local session=$1
    shift
    "$dom0_lab/xen" --cpu qemu64 --dom0-vcpus 4 "$@" "$session" && return
    tap_note "see the console: $(tail -5 "$session/dom0/console.log")"
}
