#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# A dracut module of the tests alone: tells what ran before udev, then ends the boot with the evidence on the console.
# shellcheck disable=SC2154

# called by dracut
check() {
    return 255
}

# called by dracut
install() {
    inst_simple "$moddir/busybox" /lab/busybox
    inst_simple "$moddir/collect" /lab/evidence
    inst_hook cmdline 90 "$moddir/root.sh"
    inst_hook pre-udev 05 "$moddir/before.sh"
    inst_hook pre-udev 95 "$moddir/after.sh"
    inst_hook pre-trigger 95 "$moddir/end.sh"
}
