/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stddef.h>

#include "compare/flattening.h"
#include "compare/host.h"
#include "compare/experiment.h"
#include "compare/process.h"
#include "util/root.h"

/** struct run - one counted run */
struct run {
	unsigned int round, place, way; /* from 0; @way counts in the experiment */
	double wall_seconds;
	struct counts counts;
	struct host_time guest; /* what all CPUs of the guest did meanwhile */
};

/** struct measurement - all that came of an experiment */
struct measurement {
	struct experiment experiment;
	enum counter_source source;
	struct run *runs; /* owned; in the order they were run */
	size_t count;
	enum topology topology[COMPARED_MAX]; /* what the kernel built for each way */
	char *levels[COMPARED_MAX];           /* owned */
};

/**
 * measure() - one round to warm up, which is not counted, then those that count
 *
 * The domains are left as the last run had them: the caller puts them back.
 *
 * Return: 0, or a negative errno with a line in the log: -EINTR for a signal, -ECHILD for a
 * command that failed, or what went wrong.
 */
int measure(const struct root *root, const struct experiment *experiment,
            const struct flattening *flattening, const struct workload *workload,
            struct watch *watch, struct measurement *measurement);

void measurement_release(struct measurement *measurement);
