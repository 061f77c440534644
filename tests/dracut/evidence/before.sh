#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Runs just before our hook. The files of the first process tell how much of the boot has passed.
/lab/busybox mkdir -p /run/evidence
/lab/busybox ls /run/xen-flat > /run/evidence/record-before 2>&1
/lab/busybox cut -d' ' -f1 /proc/uptime > /run/evidence/uptime-before
