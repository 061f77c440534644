/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "util/root.h"

/**
 * struct host_time - what the CPUs of this guest have done since boot, in seconds of CPU time
 *
 * Steal is the time in which a vCPU wanted to run and the hypervisor let another one run.
 */
struct host_time {
	double busy;  /* user, nice, system, irq, softirq */
	double steal; /* 0 for ever where the hypervisor does not tell */
	double total; /* with idle and iowait */
};

/**
 * host_time_parse() - read the first line of /proc/stat
 * @ticks: of the file in a second, sysconf(_SC_CLK_TCK)
 * Return: 0, or -EINVAL.
 */
int host_time_parse(const char *line, long ticks, struct host_time *time);

/** host_time_read() - read /proc/stat. Return: 0, or a negative errno. */
int host_time_read(const struct root *root, struct host_time *time);

/** host_time_since() - what has been done from @start to @end */
struct host_time host_time_since(const struct host_time *start, const struct host_time *end);
