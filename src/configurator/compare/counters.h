/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdbool.h>
#include <sys/resource.h>
#include <sys/types.h>

#include "model/words.h"

enum counter {
	COUNTER_CPU_TIME, /* nanoseconds */
	COUNTER_CONTEXT_SWITCHES,
	COUNTER_CPU_MIGRATIONS,
	COUNTER_MAX
};

/** struct counters - the kernel's own counters of one command and all that it starts */
struct counters {
	int fd[COUNTER_MAX]; /* -1: not allowed here */
};

/** struct counts - what one run took */
struct counts {
	double cpu_seconds;
	double context_switches;
	double cpu_migrations; /* negative: not known */
};

/**
 * counters_open() - count what @pid does from its next execve(2) on, its children included
 *
 * Software events of perf_event_open(2): no counter of the processor is needed, which guests
 * often have none of. All of them or none, so that every run is measured alike.
 *
 * Return: where the counts will come from.
 */
enum counter_source counters_open(struct counters *counters, pid_t pid);

void counters_close(struct counters *counters);

/**
 * counters_read() - what the command has taken, after its end
 * @usage: its getrusage(2), used where perf is not allowed; there a run's own children count
 *         only once they have been waited for
 *
 * Return: 0, or a negative errno.
 */
int counters_read(const struct counters *counters, const struct rusage *usage,
                  struct counts *counts);
