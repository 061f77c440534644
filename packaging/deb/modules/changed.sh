# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
release=@RELEASE@

# At the end of the run, and once, where it is the kernel whose image the generator then renews
renew_initramfs() {
    if [ "$(linux-version list | linux-version sort | tail -n 1)" = "$release" ]; then
        dpkg-trigger --no-await update-initramfs
    elif [ -x /usr/sbin/update-initramfs ]; then
        update-initramfs -u -k "$release"
    else
        /etc/kernel/postinst.d/dracut "$release"
    fi
}

# A kernel that comes later does all this itself. A /boot that cannot be written gets no new image.
module_changed() {
    [ -e "/lib/modules/$release/modules.builtin" ] || return 0
    depmod "$release"
    [ ! -e "/boot/initrd.img-$release" ] || [ ! -w /boot ] || renew_initramfs || true
}
