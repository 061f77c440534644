// SPDX-License-Identifier: GPL-2.0-or-later
#include "commands/commands.h"

#include "gather/gather.h"
#include "output/tree.h"
#include "record/record.h"
#include "util/cleanup.h"
#include "util/log.h"

static int draw(const struct topology_facts *facts)
{
	struct drawing drawing = drawing_for(stdout);
	int r;

	printf("%s (source: %s)\n", topology_word(facts->topology),
	       topology_source_word(facts->source));
	r = tree_print(facts->levels ? facts->levels : "", &drawing, stdout);
	if (r < 0)
		log_errno(r, "the tree cannot be drawn");
	return r < 0 ? EXIT_CODE_FAILED : EXIT_CODE_OK;
}

int command_topology(const struct context *context)
{
	_cleanup_(facts_release) struct facts facts = { .container = false };
	_cleanup_(pairs_release) struct pairs pairs = { .count = 0 };

	gather_cpus(&context->root, &facts.cpus);
	gather_kernel(&context->root, facts.kernel, sizeof(facts.kernel));
	gather_means(&context->root, facts.kernel, &facts.means);
	gather_topology(&context->root, &facts.cpus, &facts.means, &facts.topology);
	if (!context->json)
		return draw(&facts.topology);

	pairs_add_topology(&pairs, &facts.topology);
	print_pairs(context, &pairs);
	return EXIT_CODE_OK;
}
