/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

/**
 * time_limit_start() - ends this process with one line and exit code 0 when it takes too long
 * @seconds: from now on
 *
 * For the initramfs, where nobody else may do it: that of initramfs-tools without busybox has no
 * timeout(1). What was done until then stays done, and a record is written whole or not at all.
 */
void time_limit_start(unsigned int seconds);
