// SPDX-License-Identifier: GPL-2.0-or-later
#include "commands/commands.h"

#include "decide/decide.h"
#include "gather/gather.h"
#include "record/record.h"
#include "util/cleanup.h"

int command_decide(const struct context *context)
{
	_cleanup_(facts_release) struct facts facts;
	_cleanup_(pairs_release) struct pairs pairs = { .count = 0 };
	struct decision decision;

	gather_all(&context->root, &facts);
	if (context->explain) {
		decide_explain(&facts, stdout);
		return EXIT_CODE_OK;
	}
	decide(&facts, &decision);
	pairs_add_detection(&pairs, &facts);
	pairs_add_topology(&pairs, &facts.topology);
	pairs_add_decision(&pairs, &facts, &decision);
	print_pairs(context, &pairs);
	return EXIT_CODE_OK;
}
