#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# tuned calls this with start, with stop (and full_rollback, when the profile is left for good and not at shutdown) and
# with verify. What start changes is noted, so that a rollback takes back that and nothing else.

# Changes that end with this boot, and the one that does not.
changed_now=/run/xen-flat/tuned
changed_parameters=/var/lib/xen-flat/tuned-bootparams

numa_balancing=/proc/sys/kernel/numa_balancing

say() {
    echo "xen-guest profile: $*" >&2
}

# fact KEY: from the facts that the program has told last
fact() {
    printf '%s\n' "$facts" | sed -n "s/^$1=//p"
}

learn() {
    facts=$(xen-flat decide 2> /dev/null)
}

note() {
    mkdir -p "${1%/*}" && printf '%s\n' "$2" > "$1"
}

# The administrator's xen_flat=off and topology=native are the program's to obey.
flatten() {
    before=$(xen-flat topology)
    xen-flat apply > /dev/null
    [ "$(xen-flat topology)" = "$before" ] || note $changed_now/domains yes
}

# Only where no module can do it: it takes a reboot, and the boot loader's files.
plan_parameters() {
    [ "$(fact method)" = parameters ] || return 0
    before=$(xen-flat bootparams show)
    xen-flat bootparams apply > /dev/null || return 0
    [ "$(xen-flat bootparams show)" = "$before" ] || note $changed_parameters yes
}

# Without a NUMA level balancing can no longer place tasks near their memory. It would only go on moving pages, which
# costs faults and brings nothing.
pages_move_in_vain() {
    [ "$(fact topology)" = flat ] && [ "$(fact numa_nodes)" -gt 1 ] && [ "$(cat $numa_balancing 2> /dev/null)" = 1 ]
}

stop_moving_pages() {
    ! pages_move_in_vain || { note $changed_now/numa_balancing 1 && echo 0 > $numa_balancing; }
}

move_pages_again() {
    [ -e $changed_now/numa_balancing ] || return 0
    [ "$(cat $numa_balancing)" != 0 ] || cat $changed_now/numa_balancing > $numa_balancing
    rm -f $changed_now/numa_balancing
}

is_xen() {
    [ "$(fact hypervisor)" = xen ]
}

start() {
    learn
    is_xen || {
        say "this is no Xen guest, the profile does what virtual-guest does"
        return 0
    }
    flatten
    learn
    plan_parameters
    stop_moving_pages
}

take_back() {
    move_pages_again
    [ ! -e $changed_now/domains ] || xen-flat revert > /dev/null || say "the domains could not be made native"
    [ ! -e $changed_parameters ] || xen-flat bootparams remove > /dev/null || say "the kernel parameter is still there"
    rm -rf $changed_now $changed_parameters
}

verify() {
    learn
    is_xen || return 0
    xen-flat verify > /dev/null || {
        say "the scheduling domains are not as decided, see xen-flat status"
        return 1
    }
    ! pages_move_in_vain || {
        say "kernel.numa_balancing is on, and the domains are flat"
        return 1
    }
}

command -v xen-flat > /dev/null || {
    say "the program xen-flat is not installed"
    [ "$1" != verify ] || [ "${2:-}" = ignore_missing ]
    exit
}

case "$1 ${2:-}" in
    'start '*) start ;;
    'stop full_rollback') take_back ;;
    'stop '*) ;;
    'verify '*) verify ;;
esac
