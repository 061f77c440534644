/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <time.h>

/** clock_seconds() - the monotonic clock, which nobody sets */
static inline double clock_seconds(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}
