/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdbool.h>

#include "compare/experiment.h"
#include "model/pairs.h"
#include "model/words.h"
#include "util/root.h"

/** enum exit_code - what the program tells its caller; documented in xen-flat(8) */
enum exit_code {
	EXIT_CODE_OK = 0,
	EXIT_CODE_FAILED = 1, /* also: not as decided */
	EXIT_CODE_USAGE = 2,
	EXIT_CODE_NO_RECORD = 3,
};

/** struct context - what every command is given */
struct context {
	struct root root;
	bool json;
	bool verbose;
	bool explain;
	bool strict;
	bool prometheus;
	bool automatic; /* started by a boot hook, a unit or CPU hotplug */
	enum stage stage;
	enum bootparams_action action;
	struct experiment experiment; /* the rest belongs to compare */
	bool csv;
	const char *plot;     /* NULL for none */
	char *const *command; /* ends with NULL */
};

int command_detect(const struct context *context);
int command_topology(const struct context *context);
int command_decide(const struct context *context);
int command_apply(const struct context *context);
int command_verify(const struct context *context);
int command_status(const struct context *context);
int command_revert(const struct context *context);
int command_bootparams(const struct context *context);
int command_compare(const struct context *context);

/** print_pairs() - on stdout, as lines or with --json as an object */
void print_pairs(const struct context *context, const struct pairs *pairs);

/**
 * update_record() - write a changed record where records are: below /run, and the kept copy if
 * there is one
 * Return: 0, or a negative errno with a line in the log.
 */
int update_record(const struct context *context, const struct pairs *record);
