/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "model/words.h"

/*
 * What is run in which order: pure functions, no file and no clock.
 */

#define COMPARED_MAX   8
#define ROUNDS_MIN     2 /* an interval needs two differences */
#define ROUNDS_MAX     1000
#define ROUNDS_DEFAULT 10

/** struct compared - one of the ways to build the domains that are compared */
struct compared {
	enum wanted mode;
	enum wakeup wakeup;
};

/** struct experiment - the whole experiment; the first way is what the others are measured against
 */
struct experiment {
	struct compared compared[COMPARED_MAX];
	unsigned int count;
	unsigned int rounds;
};

#define EXPERIMENT_DEFAULT                                                                         \
	{                                                                                          \
		.compared = { { .mode = WANTED_NATIVE }, { .mode = WANTED_FLAT } }, .count = 2,    \
		.rounds = ROUNDS_DEFAULT,                                                          \
	}

/* "native", "flat", "node:spread" */
#define COMPARED_NAME_SIZE 16

/** compared_name() - a way as parse_modes() reads it; of wake-ups only what is not the default */
void compared_name(const struct compared *compared, char name[COMPARED_NAME_SIZE]);

/**
 * experiment_parse_modes() - read "native,flat,node:spread"
 *
 * flat and node may be followed by :local or :spread, local being the default as it is the
 * module's. The same way may be given twice: what then differs is chance.
 *
 * Return: 0, or -EINVAL for anything but two to COMPARED_MAX of them.
 */
int experiment_parse_modes(struct experiment *experiment, const char *list);

/**
 * experiment_parse_rounds() - read how many rounds are wanted
 * Return: 0, or -EINVAL for anything but ROUNDS_MIN to ROUNDS_MAX.
 */
int experiment_parse_rounds(struct experiment *experiment, const char *number);

/**
 * experiment_at() - which of the ways stands at a place of a round
 * @round: from 0
 * @place: from 0, below experiment->count
 *
 * Two ways are run as AB BA AB BA. For more it is Williams' design (E. J. Williams, Experimental
 * designs balanced for the estimation of residual effects of treatments, 1949): over a whole
 * cycle each stands equally often at each place and equally often behind each other one, so that
 * neither a drift of the machine nor what a run leaves behind in caches favours one of them.
 */
unsigned int experiment_at(const struct experiment *experiment, unsigned int round,
                           unsigned int place);

/** experiment_cycle() - after how many rounds the order is balanced */
unsigned int experiment_cycle(const struct experiment *experiment);

/** experiment_is_balanced() - whether the rounds are whole cycles */
bool experiment_is_balanced(const struct experiment *experiment);
