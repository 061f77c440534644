/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stddef.h>
#include <time.h>

/**
 * utc_format() - a time as ISO 8601, "2026-11-30T23:52:33Z"
 * @when: seconds since the epoch, not before it
 *
 * Unlike gmtime_r(3), which has the C library read the machine's time zone, it looks at no file:
 * under --root those lie outside of the folder.
 */
void utc_format(time_t when, char *text, size_t size);
