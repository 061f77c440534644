// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/counters.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

static const uint64_t events[COUNTER_MAX] = {
	[COUNTER_CPU_TIME] = PERF_COUNT_SW_TASK_CLOCK,
	[COUNTER_CONTEXT_SWITCHES] = PERF_COUNT_SW_CONTEXT_SWITCHES,
	[COUNTER_CPU_MIGRATIONS] = PERF_COUNT_SW_CPU_MIGRATIONS,
};

/* glibc has no function for it. */
static int open_event(uint64_t event, pid_t pid)
{
	struct perf_event_attr attributes = {
		.type = PERF_TYPE_SOFTWARE,
		.size = sizeof(attributes),
		.config = event,
		.disabled = 1,
		.enable_on_exec = 1,
		.inherit = 1,
	};

	return (int)syscall(SYS_perf_event_open, &attributes, pid, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

enum counter_source counters_open(struct counters *counters, pid_t pid)
{
	bool all = true;

	for (int i = 0; i < COUNTER_MAX; i++) {
		counters->fd[i] = open_event(events[i], pid);
		all = all && counters->fd[i] >= 0;
	}
	if (all)
		return COUNTER_SOURCE_PERF;
	counters_close(counters);
	return COUNTER_SOURCE_RUSAGE;
}

void counters_close(struct counters *counters)
{
	for (int i = 0; i < COUNTER_MAX; i++) {
		if (counters->fd[i] >= 0)
			close(counters->fd[i]);
		counters->fd[i] = -1;
	}
}

static double seconds_of(const struct timeval *time)
{
	return (double)time->tv_sec + (double)time->tv_usec / 1e6;
}

static void use_rusage(const struct rusage *usage, struct counts *counts)
{
	counts->cpu_seconds = seconds_of(&usage->ru_utime) + seconds_of(&usage->ru_stime);
	counts->context_switches = (double)usage->ru_nvcsw + (double)usage->ru_nivcsw;
	counts->cpu_migrations = -1;
}

static int read_counter(int fd, double *count)
{
	uint64_t value;
	ssize_t n = read(fd, &value, sizeof(value));

	if (n != sizeof(value))
		return n < 0 ? -errno : -EIO;
	*count = (double)value;
	return 0;
}

int counters_read(const struct counters *counters, const struct rusage *usage,
                  struct counts *counts)
{
	double count[COUNTER_MAX] = { 0 };

	if (counters->fd[0] < 0) {
		use_rusage(usage, counts);
		return 0;
	}
	for (int i = 0; i < COUNTER_MAX; i++) {
		int r = read_counter(counters->fd[i], &count[i]);

		if (r < 0)
			return r;
	}
	counts->cpu_seconds = count[COUNTER_CPU_TIME] / 1e9;
	counts->context_switches = count[COUNTER_CONTEXT_SWITCHES];
	counts->cpu_migrations = count[COUNTER_CPU_MIGRATIONS];
	return 0;
}
