// SPDX-License-Identifier: GPL-2.0-or-later
#include "commands/commands.h"

#include "act/act.h"
#include "gather/gather.h"
#include "record/record.h"
#include "util/cleanup.h"
#include "util/log.h"

/* Without a record of this boot there is nobody to tell. */
static int note_reverted(const struct context *context, const struct topology_facts *after)
{
	_cleanup_(pairs_release) struct pairs record;
	char taint[32];

	if (record_read(&context->root, &record) < 0 ||
	    !record_is_of_this_boot(&context->root, &record))
		return 0;
	gather_taint(&context->root, taint, sizeof(taint));
	pairs_set(&record, "taint_after", taint);
	pairs_set(&record, "result", result_word(RESULT_REVERTED));
	pairs_set(&record, "topology_after", topology_word(after->topology));
	pairs_set(&record, "levels_after", after->levels ? after->levels : "");
	return update_record(context, &record);
}

static int go_native(const struct context *context, const struct means *means)
{
	char error[256] = "";
	int r;

	if (!root_is_live(&context->root))
		return 0;
	r = act_go_native(&context->root, means, error, sizeof(error));
	if (r < 0)
		log_line("%s", error);
	return r;
}

int command_revert(const struct context *context)
{
	_cleanup_(facts_release) struct facts facts;
	struct means means;
	int r;

	gather_all(&context->root, &facts);
	if (facts.hypervisor.hypervisor != HYPERVISOR_XEN && !facts.means.module_live)
		return EXIT_CODE_OK;
	r = go_native(context, &facts.means);
	if (r < 0)
		return EXIT_CODE_FAILED;

	gather_means(&context->root, facts.kernel, &means);
	facts_release(&facts);
	gather_topology(&context->root, &facts.cpus, &means, &facts.topology);
	return note_reverted(context, &facts.topology) < 0 ? EXIT_CODE_FAILED : EXIT_CODE_OK;
}
