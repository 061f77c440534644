// SPDX-License-Identifier: GPL-2.0-or-later
#include "commands/commands.h"

#include <errno.h>

#include "gather/gather.h"
#include "output/prometheus.h"
#include "output/tree.h"
#include "record/record.h"
#include "util/cleanup.h"
#include "util/log.h"
#include "verify/verify.h"

static void draw_before_and_now(const struct pairs *record, const struct facts *facts)
{
	struct drawing drawing = drawing_for(stdout);
	const char *before = pairs_get(record, "levels_before");
	const char *now = facts->topology.levels;
	int r;

	putchar('\n');
	r = tree_print_pair("before", before ? before : "", "now", now ? now : "", &drawing,
	                    stdout);
	if (r < 0)
		log_errno(r, "the trees cannot be drawn");
}

static int judge(const struct context *context, const struct pairs *record,
                 const struct facts *facts)
{
	if (!record_is_of_this_boot(&context->root, record)) {
		log_line("the record is of an earlier boot; nothing was decided in this one");
		return EXIT_CODE_NO_RECORD;
	}
	return verify_as_decided(record, facts) ? EXIT_CODE_OK : EXIT_CODE_FAILED;
}

static void tell_fleet(const struct pairs *record, const struct facts *facts, int code)
{
	const struct fleet_view view = { .record = code == EXIT_CODE_NO_RECORD ? NULL : record,
		                         .facts = facts,
		                         .as_decided = code == EXIT_CODE_OK };

	prometheus_print(&view, stdout);
}

static void tell(const struct context *context, struct pairs *pairs, const struct facts *facts)
{
	bool has_record = pairs->count > 0;

	pairs_add_topology(pairs, &facts->topology);
	pairs_add_parameters(pairs, &facts->parameters);
	print_pairs(context, pairs);
	if (!context->json && has_record)
		draw_before_and_now(pairs, facts);
}

int command_status(const struct context *context)
{
	_cleanup_(facts_release) struct facts facts = { .container = false };
	_cleanup_(pairs_release) struct pairs pairs;
	int r = record_read(&context->root, &pairs);
	int code = EXIT_CODE_NO_RECORD;

	gather_all(&context->root, &facts);
	if (r < 0)
		record_complain(r);
	else
		code = judge(context, &pairs, &facts);

	if (context->prometheus)
		tell_fleet(&pairs, &facts, code);
	else
		tell(context, &pairs, &facts);
	return code;
}
