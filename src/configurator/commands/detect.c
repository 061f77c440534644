// SPDX-License-Identifier: GPL-2.0-or-later
#include "commands/commands.h"

#include "gather/gather.h"
#include "gather/udev.h"
#include "record/record.h"
#include "util/cleanup.h"

static bool is_live_xen(const struct context *context, const struct facts *facts)
{
	return root_is_live(&context->root) && facts->hypervisor.hypervisor == HYPERVISOR_XEN;
}

static void add_witnesses(struct pairs *pairs, const struct witness_list *witnesses)
{
	for (size_t i = 0; i < witnesses->count; i++) {
		const struct witness *witness = &witnesses->spoke[i];
		char key[64];

		/* A bus has many devices; the other witnesses are heard once. */
		snprintf(key, sizeof(key), "witness_%zu_%s", i + 1, witness->name);
		pairs_set(pairs, key, witness->said);
	}
}

int command_detect(const struct context *context)
{
	_cleanup_(pairs_release) struct pairs pairs = { .count = 0 };
	struct witness_list witnesses = { .count = 0 };
	struct facts facts = { .vcpus_pinned = ANSWER_UNKNOWN };

	gather_hypervisor(&context->root, &facts.hypervisor, &witnesses);
	facts.container = gather_container(&context->root);
	gather_cpus(&context->root, &facts.cpus);
	gather_kernel(&context->root, facts.kernel, sizeof(facts.kernel));
	if (facts.hypervisor.role == ROLE_DOM0 && !facts.container)
		facts.vcpus_pinned = gather_vcpus_pinned(&context->root, &facts.cpus.online);
	if (context->verbose && is_live_xen(context, &facts))
		udev_list_xen_devices(&witnesses);

	pairs_add_detection(&pairs, &facts);
	if (context->verbose)
		add_witnesses(&pairs, &witnesses);
	print_pairs(context, &pairs);
	return EXIT_CODE_OK;
}
