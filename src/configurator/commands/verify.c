// SPDX-License-Identifier: GPL-2.0-or-later
#include "commands/commands.h"

#include <errno.h>

#include "gather/gather.h"
#include "record/record.h"
#include "util/cleanup.h"
#include "util/log.h"
#include "verify/verify.h"

static bool was_acted_on(const struct pairs *record)
{
	int result = record_word(record, "result", result_from_word);

	return result == RESULT_DONE || result == RESULT_FAILED;
}

static void note_present(struct pairs *record, const struct facts *facts, bool as_decided)
{
	pairs_follow_present(record, facts);
	if (was_acted_on(record))
		pairs_set(record, "result", result_word(as_decided ? RESULT_DONE : RESULT_FAILED));
}

int command_verify(const struct context *context)
{
	_cleanup_(facts_release) struct facts facts = { .container = false };
	_cleanup_(pairs_release) struct pairs record;
	bool as_decided;
	int r = record_read(&context->root, &record);

	if (r == 0 && !record_is_of_this_boot(&context->root, &record))
		r = -ENOENT;
	if (r < 0) {
		record_complain(r);
		return EXIT_CODE_NO_RECORD;
	}
	gather_all(&context->root, &facts);
	as_decided = verify_as_decided(&record, &facts);
	note_present(&record, &facts, as_decided);
	if (update_record(context, &record) < 0)
		return EXIT_CODE_FAILED;
	if (!as_decided)
		log_line("not as decided: the domains are %s",
		         topology_word(facts.topology.topology));
	return as_decided ? EXIT_CODE_OK : EXIT_CODE_FAILED;
}
