# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# tuned does not start with a profile that is gone: what ours was made from takes its place, chosen by whom it was before.
# dpkg says "remove", rpm "0".
active=/etc/tuned/active_profile
mode=/etc/tuned/profile_mode

tuned_runs() {
    kill -0 "$(cat /run/tuned/tuned.pid 2> /dev/null)" 2> /dev/null
}

leave_profile() {
    grep -qsw xen-guest $active || return 0
    chosen=$(cat $mode 2> /dev/null || true)
    sed -i 's/\<xen-guest\>/virtual-guest/' $active
    # shellcheck disable=SC2046 # several profiles may be active
    ! tuned_runs || timeout 60 tuned-adm profile $(cat $active) || true
    [ -z "$chosen" ] || echo "$chosen" > $mode
}

case "$1" in
    remove | 0)
        leave_profile
        # where no tuned ran to do it
        /usr/lib/tuned/profiles/xen-guest/script.sh stop full_rollback || true
        ;;
esac
