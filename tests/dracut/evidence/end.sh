#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# udev has been started: the boot has gone on after our hook, and ends here.
/lab/busybox ps > /run/evidence/processes-end 2>&1
/lab/busybox cat /proc/1/comm > /run/evidence/init 2>&1
# what the image has of these stays; the collector needs tar and base64
/lab/busybox --install -s /usr/bin 2> /dev/null
/lab/evidence after /run/evidence
/lab/evidence print /run/evidence > /dev/console
sleep 1
poweroff -f
