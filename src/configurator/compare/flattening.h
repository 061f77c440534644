/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "compare/experiment.h"
#include "util/root.h"

#define FLATTENING_WORD_SIZE 32

/** struct flattening - the switches of what flattens here, and how they stood */
struct flattening {
	const char *mode_path;
	const char *wakeup_path; /* NULL: wake-ups have no switch */
	char mode[FLATTENING_WORD_SIZE];
	char wakeup[FLATTENING_WORD_SIZE];
};

/**
 * flattening_find() - the module's switches, else those of the kernel's own xen.topology=
 *
 * Return: 0, or a negative errno with a line in the log: -ENODEV where there is neither, -EBUSY
 * where both are in force, so that one would hide what the other does.
 */
int flattening_find(const struct root *root, struct flattening *flattening);

/**
 * flattening_can() - whether all ways of an experiment can be built here
 * Return: 0, or -EOPNOTSUPP with a line in the log.
 */
int flattening_can(const struct flattening *flattening, const struct experiment *experiment);

/**
 * flattening_switch() - build the domains one way
 * Return: 0, or a negative errno with a line in the log.
 */
int flattening_switch(const struct root *root, const struct flattening *flattening,
                      const struct compared *compared);

/**
 * flattening_check() - whether the switches still stand as flattening_switch() set them
 * Return: 0, or -ESTALE with a line in the log: somebody else has switched.
 */
int flattening_check(const struct root *root, const struct flattening *flattening,
                     const struct compared *compared);

/**
 * flattening_restore() - put the switches back to how flattening_find() found them
 * Return: 0, or a negative errno with a line in the log.
 */
int flattening_restore(const struct root *root, const struct flattening *flattening);
