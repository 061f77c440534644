# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# The images are built once, at the end of the run, by whichever generator is there. A generator that cannot write to /boot fails,
# and the installation with it, so it is not asked then.
renew_initramfs() {
    [ ! -w /boot ] || dpkg-trigger --no-await update-initramfs || true
}
