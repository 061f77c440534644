// SPDX-License-Identifier: GPL-2.0-or-later
#include "record/record.h"

#include <time.h>

#include "gather/gather.h"
#include "util/cleanup.h"
#include "util/utc.h"
#include "version.h"

static void add_cpu_list(struct pairs *pairs, const char *key, const struct cpuset *set)
{
	_cleanup_free_ char *list = cpuset_format_list(set);

	if (!list)
		pairs->short_of_memory = true;
	else
		pairs_set(pairs, key, list);
}

void pairs_add_detection(struct pairs *pairs, const struct facts *facts)
{
	const struct hypervisor_facts *hypervisor = &facts->hypervisor;
	const struct cpu_facts *cpus = &facts->cpus;

	pairs_set(pairs, "hypervisor", hypervisor_word(hypervisor->hypervisor));
	pairs_set(pairs, "role", role_word(hypervisor->role));
	pairs_set(pairs, "guest_type", guest_type_word(hypervisor->guest_type));
	pairs_set(pairs, "xen_version", hypervisor->xen_version);
	pairs_set(pairs, "cloud", cloud_word(hypervisor->cloud));
	pairs_set(pairs, "container", answer_word(facts->container ? ANSWER_YES : ANSWER_NO));
	pairs_set(pairs, "vcpus_pinned", answer_word(facts->vcpus_pinned));
	add_cpu_list(pairs, "cpus_online", &cpus->online);
	add_cpu_list(pairs, "cpus_possible", &cpus->possible);
	add_cpu_list(pairs, "cpus_isolated", &cpus->isolated);
	pairs_setf(pairs, "numa_nodes", "%u", cpus->numa_nodes);
	pairs_set(pairs, "kernel", facts->kernel);
}

static void add_levels(struct pairs *pairs, const char *key, const struct topology_facts *facts)
{
	pairs_set(pairs, key, facts->levels ? facts->levels : "");
}

void pairs_follow_present(struct pairs *pairs, const struct facts *facts)
{
	const struct topology_facts *topology = &facts->topology;

	add_cpu_list(pairs, "cpus_online", &facts->cpus.online);
	pairs_setf(pairs, "numa_nodes", "%u", facts->cpus.numa_nodes);
	pairs_set(pairs, "topology_source", topology_source_word(topology->source));
	pairs_set(pairs, "topology_after", topology_word(topology->topology));
	add_levels(pairs, "levels_after", topology);
}

void pairs_add_topology(struct pairs *pairs, const struct topology_facts *facts)
{
	pairs_set(pairs, "topology", topology_word(facts->topology));
	pairs_set(pairs, "topology_source", topology_source_word(facts->source));
	add_levels(pairs, "levels", facts);
}

void pairs_add_parameters(struct pairs *pairs, const struct parameter_facts *facts)
{
	pairs_set(pairs, "parameters_set", facts->ours);
	pairs_set(pairs, "parameters_effect", effect_word(facts->effect));
}

void pairs_add_decision(struct pairs *pairs, const struct facts *facts,
                        const struct decision *decision)
{
	pairs_set(pairs, "setting", setting_word(facts->settings.topology));
	pairs_set(pairs, "setting_source", setting_source_word(facts->settings.source));
	pairs_set(pairs, "decision", verdict_word(decision->verdict));
	pairs_set(pairs, "wanted", wanted_word(decision->wanted));
	pairs_set(pairs, "reason", reason_word(decision->reason));
	pairs_set(pairs, "method", method_word(decision->method));
	pairs_set(pairs, "method_reason", method_reason_word(decision->method_reason));
	pairs_set(pairs, "parameters", decision->parameters);
	pairs_set(pairs, "wakeup", wakeup_word(facts->settings.wakeup));
}

static void add_time(struct pairs *pairs)
{
	char text[32];

	utc_format(time(NULL), text, sizeof(text));
	pairs_set(pairs, "time", text);
}

static void add_outcome(struct pairs *pairs, const struct outcome *outcome)
{
	pairs_set(pairs, "taint_before", outcome->taint_before);
	pairs_set(pairs, "taint_after", outcome->taint_after);
	pairs_set(pairs, "result", result_word(outcome->result));
	pairs_set(pairs, "topology_source", topology_source_word(outcome->after.source));
	pairs_set(pairs, "topology_before", topology_word(outcome->before.topology));
	pairs_set(pairs, "topology_after", topology_word(outcome->after.topology));
	add_levels(pairs, "levels_before", &outcome->before);
	add_levels(pairs, "levels_after", &outcome->after);
	pairs_set(pairs, "error", outcome->error);
}

void record_describe(const struct root *root, const struct facts *facts,
                     const struct decision *decision, const struct outcome *outcome,
                     struct pairs *pairs)
{
	char boot_id[64];

	gather_boot_id(root, boot_id, sizeof(boot_id));
	pairs_set(pairs, "schema", RECORD_SCHEMA);
	pairs_set(pairs, "version", XEN_FLAT_VERSION);
	add_time(pairs);
	pairs_set(pairs, "boot_id", boot_id);
	pairs_set(pairs, "stage", stage_word(outcome->stage));
	pairs_add_detection(pairs, facts);
	pairs_add_decision(pairs, facts, decision);
	add_outcome(pairs, outcome);
	pairs_set(pairs, "complete", "yes");
}
