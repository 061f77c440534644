/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "compare/measure.h"
#include "compare/stats.h"

enum metric {
	METRIC_WALL,
	METRIC_CPU,
	METRIC_SWITCHES,
	METRIC_MIGRATIONS,
	METRIC_MAX
};

/* What makes the numbers of a measurement doubtful. */
enum noise {
	NOISE_STEAL,
	NOISE_OTHERS,
	NOISE_SPREAD,
	NOISE_SHORT,
	NOISE_SAME,
	NOISE_UNBALANCED,
	NOISE_MAX
};

/** struct way_summary - one way, and how it compares with the first */
struct way_summary {
	double mean[METRIC_MAX]; /* arithmetic; negative: not known */
	double variation;        /* of wall time, see variation_of() */
	struct ratio ratio[METRIC_MAX];
	enum comparison verdict; /* by wall time */
};

/** struct summary - what a measurement says */
struct summary {
	struct way_summary ways[COMPARED_MAX];
	double steal_share;  /* of the time in which vCPUs wanted to run */
	double others_share; /* of all CPU time of the guest, used by others than the command */
	bool noise[NOISE_MAX];
};

/** metric_of() - a value of one run; negative: not known */
double metric_of(const struct run *run, enum metric metric);

/**
 * collect() - the values of one way, in the order of the rounds
 * @values: receives one a round
 */
void collect(const struct measurement *measurement, unsigned int way, enum metric metric,
             double *values);

/** summarize() - compare all ways with the first */
void summarize(const struct math_api *math, const struct measurement *measurement,
               struct summary *summary);
