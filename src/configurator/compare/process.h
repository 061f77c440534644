/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "compare/counters.h"
#include "compare/watch.h"

/** struct workload - what the user wants to be measured */
struct workload {
	char *const *argv; /* ends with NULL */
	bool show_output;  /* on stderr; else nobody sees it */
};

/** struct taken - what one run took */
struct taken {
	double wall_seconds;
	struct counts counts;
	enum counter_source source;
	int status; /* as waitpid(2) tells it */
};

/**
 * process_run() - run a command once, to its end
 *
 * It runs in a session of its own without a terminal, so that a signal of the terminal comes to
 * this program alone, which ends the command; and it ends when this program is killed.
 *
 * Return: 0 when it ended by itself, however it did; -EINTR where a signal came, after the
 * command and what it had started were ended; or a negative errno where it could not be run.
 */
int process_run(struct watch *watch, const struct workload *workload, struct taken *taken);
