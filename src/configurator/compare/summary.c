// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/summary.h"

#include <string.h>

/* From here on it is told. */
#define STEAL_LIMIT   0.05
#define OTHERS_LIMIT  0.05
#define SPREAD_LIMIT  0.10
#define SHORT_SECONDS 0.1

double metric_of(const struct run *run, enum metric metric)
{
	switch (metric) {
	case METRIC_WALL:
		return run->wall_seconds;
	case METRIC_CPU:
		return run->counts.cpu_seconds;
	case METRIC_SWITCHES:
		return run->counts.context_switches;
	default:
		return run->counts.cpu_migrations;
	}
}

void collect(const struct measurement *measurement, unsigned int way, enum metric metric,
             double *values)
{
	for (size_t i = 0; i < measurement->count; i++)
		if (measurement->runs[i].way == way)
			values[measurement->runs[i].round] =
				metric_of(&measurement->runs[i], metric);
}

static void summarize_way(const struct math_api *math, const struct measurement *measurement,
                          unsigned int way, struct way_summary *summary)
{
	double base[ROUNDS_MAX], values[ROUNDS_MAX];
	size_t count = measurement->experiment.rounds;

	for (int i = 0; i < METRIC_MAX; i++) {
		collect(measurement, 0, (enum metric)i, base);
		collect(measurement, way, (enum metric)i, values);
		summary->mean[i] = mean_of(values, count);
		summary->ratio[i] = ratio_of_pairs(math, base, values, count);
		if (i == METRIC_WALL)
			summary->variation = variation_of(math, values, count);
	}
	summary->verdict = ratio_verdict(&summary->ratio[METRIC_WALL]);
}

static double share(double part, double whole)
{
	return whole > 0 && part > 0 ? part / whole : 0;
}

static void summarize_guest(const struct measurement *measurement, struct summary *summary)
{
	double busy = 0, steal = 0, total = 0, own = 0;

	for (size_t i = 0; i < measurement->count; i++) {
		const struct run *run = &measurement->runs[i];

		busy += run->guest.busy;
		steal += run->guest.steal;
		total += run->guest.total;
		own += run->counts.cpu_seconds;
	}
	summary->steal_share = share(steal, busy + steal);
	summary->others_share = share(busy - own, total);
}

static bool builds_the_same(const struct measurement *measurement, unsigned int way)
{
	const struct compared *base = &measurement->experiment.compared[0];
	const struct compared *other = &measurement->experiment.compared[way];
	const char *base_levels = measurement->levels[0], *levels = measurement->levels[way];

	return base->wakeup == other->wakeup && base_levels && levels &&
	       strcmp(base_levels, levels) == 0;
}

static void find_noise(const struct measurement *measurement, struct summary *summary)
{
	bool *noise = summary->noise;

	noise[NOISE_STEAL] = summary->steal_share >= STEAL_LIMIT;
	noise[NOISE_OTHERS] = summary->others_share >= OTHERS_LIMIT;
	noise[NOISE_UNBALANCED] = !experiment_is_balanced(&measurement->experiment);
	for (unsigned int way = 0; way < measurement->experiment.count; way++) {
		const struct way_summary *one = &summary->ways[way];

		noise[NOISE_SPREAD] |= one->variation >= SPREAD_LIMIT;
		noise[NOISE_SHORT] |= one->mean[METRIC_WALL] < SHORT_SECONDS;
		noise[NOISE_SAME] |= way > 0 && builds_the_same(measurement, way);
	}
}

void summarize(const struct math_api *math, const struct measurement *measurement,
               struct summary *summary)
{
	*summary = (struct summary){ .steal_share = 0 };
	for (unsigned int way = 0; way < measurement->experiment.count; way++)
		summarize_way(math, measurement, way, &summary->ways[way]);
	summarize_guest(measurement, summary);
	find_noise(measurement, summary);
}
