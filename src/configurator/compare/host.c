// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/host.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "util/cleanup.h"
#include "util/lines.h"
#include "util/text.h"

/* The order of the columns (fs/proc/stat.c, show_stat()); guest time is within user's. */
enum column {
	COLUMN_USER,
	COLUMN_NICE,
	COLUMN_SYSTEM,
	COLUMN_IDLE,
	COLUMN_IOWAIT,
	COLUMN_IRQ,
	COLUMN_SOFTIRQ,
	COLUMN_STEAL,
	COLUMN_MAX
};

int host_time_parse(const char *line, long ticks, struct host_time *time)
{
	unsigned long long n[COLUMN_MAX];
	double seconds = 1.0 / (double)ticks;

	if (!text_has_prefix(line, "cpu ")) /* cpu0 is a line of its own */
		return -EINVAL;
	/* NOLINTNEXTLINE(cert-err34-c): a number too large is the kernel's own */
	if (sscanf(line, "cpu %llu %llu %llu %llu %llu %llu %llu %llu", &n[COLUMN_USER],
	           &n[COLUMN_NICE], &n[COLUMN_SYSTEM], &n[COLUMN_IDLE], &n[COLUMN_IOWAIT],
	           &n[COLUMN_IRQ], &n[COLUMN_SOFTIRQ], &n[COLUMN_STEAL]) != COLUMN_MAX)
		return -EINVAL;
	time->steal = (double)n[COLUMN_STEAL] * seconds;
	time->busy = (double)(n[COLUMN_USER] + n[COLUMN_NICE] + n[COLUMN_SYSTEM] + n[COLUMN_IRQ] +
	                      n[COLUMN_SOFTIRQ]) *
	             seconds;
	time->total =
		time->busy + time->steal + (double)(n[COLUMN_IDLE] + n[COLUMN_IOWAIT]) * seconds;
	return 0;
}

int host_time_read(const struct root *root, struct host_time *time)
{
	_cleanup_close_ int fd = root_open_regular(root, "/proc/stat");
	struct line_reader reader;
	char *line;
	int r;

	if (fd < 0)
		return fd;
	line_reader_init(&reader, fd);
	r = line_reader_next(&reader, &line);
	if (r <= 0)
		return r < 0 ? r : -ENODATA;
	return host_time_parse(line, sysconf(_SC_CLK_TCK), time);
}

/* Idle time of a CPU that goes offline is taken from the sum; no time runs backwards. */
static double grown(double start, double end)
{
	return end > start ? end - start : 0;
}

struct host_time host_time_since(const struct host_time *start, const struct host_time *end)
{
	return (struct host_time){ .busy = grown(start->busy, end->busy),
		                   .steal = grown(start->steal, end->steal),
		                   .total = grown(start->total, end->total) };
}
