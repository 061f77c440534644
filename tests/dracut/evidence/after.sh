#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Runs just after our hook, still before udev.
/lab/busybox ls /run/xen-flat > /run/evidence/record-after 2>&1
/lab/busybox cut -d' ' -f1 /proc/uptime > /run/evidence/uptime-after
/lab/busybox ps > /run/evidence/processes-after 2>&1
