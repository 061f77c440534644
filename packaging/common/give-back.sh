# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# What the program keeps outside of its own files is taken back while it is still there. dpkg says "remove", rpm "0".

# In a chroot on a Xen machine /sys shows that machine's kernel: only a booted system's own domains are given back.
give_domains_back() {
    if [ -d /run/systemd/system ] && [ -e /sys/hypervisor/guest_type ]; then
        xen-flat revert > /dev/null || echo "xen-flat: the domains stay as they are until the next boot" >&2
    fi
}

take_parameters_back() {
    xen-flat bootparams remove || echo "xen-flat: a kernel parameter may be left in the boot loader's files" >&2
}

case "$1" in
    remove | 0)
        take_parameters_back
        give_domains_back
        ;;
esac
