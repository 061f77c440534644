# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
# Assertions about a guest that the lab has booted, on what it brought out. Needs tap.sh. Whether domains are flat is
# judged by lib/domains on the guest's own /proc/schedstat, never by the program's words.

guest_lib=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

# guest FOLDER KEY=VALUE...: describe a guest to the lab
guest() {
    local folder=$1
    shift
    mkdir -p "$folder"
    printf '%s\n' "$@" >"$folder/guest.conf"
}

# told_nothing FOLDER: a machine that brought out no evidence
told_nothing() {
    [ ! -s "$1/evidence/proc/schedstat" ]
}

never_had_its_turn() {
    grep -qsx not-run "$1/status"
}

# boot_guests SESSION [OPTION...]: boot them all. The emulator can lose a guest before any of our code has run; the lab boots such
# a guest once more, and that is told. It can lose the whole machine; the guests that it left get another one.
# What a guest has told is never asked for again.
boot_guests() {
    local session=$1 again=$1.again folder
    shift
    "$guest_lib/../lab/xen" "$@" "$session" || tap_note "not every guest ended by itself"
    mkdir -p "$again/guests"
    for folder in "$session"/guests/*; do
        ! never_had_its_turn "$folder" || mv "$folder" "$again/guests/"
    done
    if ! rmdir "$again/guests" 2>/dev/null; then
        tap_note "the machine was lost, another one runs $(cd "$again/guests" && echo *)"
        "$guest_lib/../lab/xen" "$@" "$again" || tap_note "not every guest ended by itself"
        mv "$again"/guests/* "$session/guests/"
    fi
    tell_attempts "$session"
}

tell_attempts() {
    local folder attempt
    for folder in "$1"/guests/*; do
        attempt=$(cat "$folder/attempt" 2>/dev/null)
        [ "${attempt:-1}" = 1 ] || tap_note "$(basename "$folder") was booted $attempt times, having told nothing before"
    done
}

# boot_plain FOLDER OPTION...: the same without Xen
boot_plain() {
    local folder=$1
    shift
    "$guest_lib/../lab/plain" --output "$folder" "$@" && return
    ! told_nothing "$folder" || "$guest_lib/../lab/plain" --output "$folder" "$@" || tap_note "the machine did not end by itself"
}

# look_at FOLDER: what follows is about this guest
look_at() {
    guest_name=$(basename "$1")
    guest_seen=$1/evidence
    tap_check "$guest_name: told what it saw" test -s "$guest_seen/proc/schedstat"
}

guest_domains() {
    "$guest_lib/domains" "$@"
}

# had_levels COUNT: the kernel had built several before the program ran
had_levels() {
    tap_check "$guest_name: the kernel had built levels" guest_domains hierarchical "$guest_seen/before/proc/schedstat"
    tap_refute "$guest_name: those were not flat, by the same assertion" guest_domains flat "$guest_seen/before/proc/schedstat" "$1"
}

# booted_flat COUNT: one domain over all CPUs, by the module
booted_flat() {
    tap_check "$guest_name: one domain over all $1 CPUs" guest_domains flat "$guest_seen/proc/schedstat" "$1"
    tap_check "$guest_name: by the module" grep -q '^xen_flat ' "$guest_seen/proc/modules"
    recorded decision=flatten method=module result=done topology_after=flat
}

# not_flat COUNT: the negative of booted_flat
not_flat() {
    tap_refute "$guest_name: not one domain over all $1 CPUs" guest_domains flat "$guest_seen/proc/schedstat" "$1"
    tap_check "$guest_name: several levels" guest_domains hierarchical "$guest_seen/proc/schedstat"
}

levels_before_are() {
    tap_check "$guest_name: the record tells the levels before" grep -qx "levels_before='$*'" "$guest_seen/run/xen-flat/decision"
}

# levels_are LEVEL...: in the guest that was looked at last; ? is any name
levels_are() {
    tap_check "$guest_name: levels $*" guest_domains is "$guest_seen/proc/schedstat" "$@"
}

recorded() {
    local pair
    for pair; do
        tap_check "$guest_name: recorded $pair" grep -qx -- "$pair" "$guest_seen/run/xen-flat/decision"
    done
}

module_is_not_loaded() {
    tap_check "$guest_name: modules are listed" test -e "$guest_seen/proc/modules"
    tap_refute "$guest_name: the module is not loaded" grep -q '^xen_flat ' "$guest_seen/proc/modules"
}

apply_exited_0() {
    tap_check "$guest_name: apply exits 0" grep -qx 'exit 0' "$guest_seen/run/apply.log"
}

# What the kernel reports about CPUs must be the same before and after.
left_sysfs_alone() {
    tap_check "$guest_name: sysfs topology is unchanged" \
        diff -r "$guest_seen/before/sys/devices/system/cpu" "$guest_seen/sys/devices/system/cpu"
}

# still_reports CPU LIST: what the kernel tells programs about a package is as it was, whatever the scheduler does
still_reports() {
    tap_check "$guest_name: sysfs still reports the package $2" \
        grep -qx -- "$2" "$guest_seen/sys/devices/system/cpu/cpu$1/topology/package_cpus_list"
}

no_unit_failed() {
    # "starting", for the one that tells is itself the last job of the boot
    tap_check "$guest_name: the system is up" grep -qxE 'running|starting' "$guest_seen/is-system-running"
    tap_check "$guest_name: failed units are listed" test -e "$guest_seen/failed-units"
    tap_refute "$guest_name: none is" test -s "$guest_seen/failed-units"
}

nothing_under_var() {
    tap_check "$guest_name: nothing below /var" test ! -e "$guest_seen/var/lib/xen-flat"
}

# keep_or_remove FOLDER: what a failed test leaves behind is for whoever looks into it
keep_or_remove() {
    if [ "${tap_failures:?}" -gt 0 ]; then
        tap_note "consoles and evidence are kept in $1"
    else
        rm -rf "$1"
    fi
}
