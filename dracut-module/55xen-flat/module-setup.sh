#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Gives a Xen guest flat scheduling domains from the initramfs on. The image may be built on a machine that is
# nothing like the one it boots on, so what it carries never depends on the build host: xen-flat decides at boot.
#
# The variables of dracut are read with a default where some version may leave them unset.
# shellcheck disable=SC2154

# called by dracut
check() {
    return 0
}

# called by dracut
depends() {
    return 0
}

# Where the build looks for files: empty, or the --sysroot.
xen_flat_host() {
    printf '%s\n' "${dracutsysrootdir-}"
}

# True where the administrator left the module out with omit_drivers or --omit-drivers (dracut made a regex of it).
xen_flat_omitted() {
    [[ ${omit_drivers-} && xen_flat =~ ${omit_drivers} ]]
}

# xen_flat files below a module folder, as paths relative to it. Weak-updates and the like are links.
xen_flat_files() {
    (cd "$1" 2> /dev/null && find . -name 'xen_flat.ko*' ! -type d -printf '%P\n')
}

# Some dracut-install leave out modules that are not below kernel/, updates/dkms above all, without a word.
xen_flat_install_by_hand() {
    local modules=${srcmods:-$(xen_flat_host)/lib/modules/$kernel}
    local file

    [[ -z $(xen_flat_files "${initdir}/lib/modules/$kernel") ]] || return 0
    while read -r file; do
        inst_simple "$(readlink -f "$modules/$file")" "/lib/modules/$kernel/$file" \
            || dwarn "xen-flat: cannot copy $modules/$file"
    done < <(xen_flat_files "$modules")
}

# called by dracut
installkernel() {
    # xen-privcmd lets a dom0 ask Xen whether its vCPUs are pinned. Debian builds it as a module, others build it in.
    hostonly='' instmods -s xen_flat xen-privcmd

    xen_flat_omitted || xen_flat_install_by_hand
    [[ $(xen_flat_files "${initdir}/lib/modules/$kernel") ]] \
        || dinfo "xen-flat: no xen_flat module for $kernel, the guest keeps the domains the kernel builds"
    return 0
}

# True where nobody but root can change a file of settings, by its folders neither. In the image everything is root's, and xen-flat
# would believe there what it ignores here. Who builds an image out of a folder of his own is its root.
xen_flat_is_trusted() {
    local trusted

    trusted=$(find -L "$1" "${1%/*}" "$2" -maxdepth 0 \( -uid 0 -o -uid "$EUID" \) ! -perm /022 2> /dev/null | wc -l)
    ((trusted == 3))
}

# The settings belong into generic images, too: an image without them would boot with settings nobody chose.
xen_flat_install_settings() {
    local host file

    host=$(xen_flat_host)
    for file in "$host"/etc/xen-flat.conf "$host"/etc/xen-flat.conf.d/*.conf; do
        [[ -f $file ]] || continue
        xen_flat_is_trusted "$file" "$host/etc" || {
            dwarn "xen-flat: $file: not owned by root, or writable by others; not taken along"
            continue
        }
        inst_simple "${file#"$host"}" || dwarn "xen-flat: cannot copy $file"
    done
}

# Generic images leave out /etc/modprobe.d. The lines there that are about this module hold in them all the same.
xen_flat_install_modprobe_lines() {
    local host lines

    host=$(xen_flat_host)
    lines=$(sed -nE '/^[[:space:]]*(blacklist|install|options)[[:space:]]+xen[-_]flat([[:space:]]|$)/p' \
        "$host"/etc/modprobe.d/*.conf 2> /dev/null)
    [[ $lines ]] || return 0
    mkdir -p "${initdir}/etc/modprobe.d"
    printf '%s\n' "$lines" > "${initdir}/etc/modprobe.d/xen-flat-host.conf"
}

# xen-flat opens libkmod by name when it needs it, and libkmod from version 34 on does so with the libraries of compressed
# modules, so no dependency of any binary tells about them. libudev is for the running system: before udev is started there
# is nothing to ask it.
xen_flat_install_libraries() {
    inst_libdir_file 'libkmod.so.2*' || :
    inst_libdir_file 'libzstd.so.1*' 'liblzma.so.5*' || :
}

# called by dracut
install() {
    if ! find_binary xen-flat > /dev/null || [[ ! -f $moddir/xen-flat.sh ]]; then
        dwarn "xen-flat: not installed in full, the initramfs goes without it"
        return 0
    fi

    inst_multiple -o xen-flat timeout
    xen_flat_install_settings
    [[ ${hostonly-} ]] || xen_flat_install_modprobe_lines
    xen_flat_install_libraries
    inst_hook pre-udev 10 "$moddir/xen-flat.sh"
    return 0
}
