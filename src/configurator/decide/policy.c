// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The policy: which domains a system should have, and why. One row a case, first match wins.
 */
#include "decide/decide.h"

#include "util/cleanup.h"

struct policy_row {
	const char *condition;
	bool (*matches)(const struct facts *facts);
	void (*conclude)(const struct facts *facts, struct decision *decision);
	void (*show_fact)(const struct facts *facts, FILE *out);
};

static void keep(struct decision *decision, enum wanted wanted, enum reason reason)
{
	decision->verdict = VERDICT_KEEP;
	decision->wanted = wanted;
	decision->reason = reason;
}

static void flatten(struct decision *decision, enum wanted wanted, enum reason reason)
{
	decision->verdict = VERDICT_FLATTEN;
	decision->wanted = wanted;
	decision->reason = reason;
}

static unsigned int online_count(const struct facts *facts)
{
	return cpuset_count(&facts->cpus.online);
}

bool topology_satisfies(enum topology topology, enum wanted wanted, unsigned int numa_nodes)
{
	if (wanted == WANTED_FLAT)
		return topology == TOPOLOGY_FLAT;
	if (wanted == WANTED_NODE && numa_nodes > 1)
		return topology == TOPOLOGY_FLAT_NODE;
	if (wanted == WANTED_NODE)
		return topology == TOPOLOGY_FLAT;
	return true;
}

/* Row 1 */
static bool not_xen(const struct facts *facts)
{
	return facts->hypervisor.hypervisor != HYPERVISOR_XEN;
}

static void keep_not_xen(const struct facts *facts, struct decision *decision)
{
	(void)facts;
	keep(decision, WANTED_NATIVE, REASON_NOT_XEN);
}

static void show_hypervisor(const struct facts *facts, FILE *out)
{
	fprintf(out, "hypervisor=%s", hypervisor_word(facts->hypervisor.hypervisor));
}

/* Row 2 */
static bool in_container(const struct facts *facts)
{
	return facts->container;
}

static void keep_container(const struct facts *facts, struct decision *decision)
{
	(void)facts;
	keep(decision, WANTED_NATIVE, REASON_CONTAINER);
}

static void show_container(const struct facts *facts, FILE *out)
{
	fprintf(out, "container=%s", answer_word(facts->container ? ANSWER_YES : ANSWER_NO));
}

/* Rows 3 and 4 */
static bool admin_wants_native(const struct facts *facts)
{
	return facts->settings.topology == SETTING_NATIVE;
}

static void keep_native(const struct facts *facts, struct decision *decision)
{
	(void)facts;
	keep(decision, WANTED_NATIVE, REASON_ADMIN_NATIVE);
}

static bool admin_wants_flat_or_node(const struct facts *facts)
{
	return facts->settings.topology == SETTING_FLAT || facts->settings.topology == SETTING_NODE;
}

static void obey_admin(const struct facts *facts, struct decision *decision)
{
	bool node = facts->settings.topology == SETTING_NODE;
	enum wanted wanted = node ? WANTED_NODE : WANTED_FLAT;

	if (topology_satisfies(facts->topology.topology, wanted, facts->cpus.numa_nodes))
		keep(decision, wanted, REASON_ALREADY_FLAT);
	else
		flatten(decision, wanted, node ? REASON_ADMIN_NODE : REASON_ADMIN_FLAT);
}

static void show_setting(const struct facts *facts, FILE *out)
{
	fprintf(out, "setting=%s setting_source=%s", setting_word(facts->settings.topology),
	        setting_source_word(facts->settings.source));
}

/* Row 5: the RFC's own exception is a 1:1 pinning; only a dom0 can ask Xen for it. */
static bool dom0_maybe_pinned(const struct facts *facts)
{
	return facts->hypervisor.role == ROLE_DOM0 && facts->vcpus_pinned != ANSWER_NO;
}

static void keep_dom0(const struct facts *facts, struct decision *decision)
{
	keep(decision, WANTED_NATIVE,
	     facts->vcpus_pinned == ANSWER_YES ? REASON_DOM0_PINNED : REASON_DOM0);
}

static void show_dom0(const struct facts *facts, FILE *out)
{
	fprintf(out, "role=%s vcpus_pinned=%s", role_word(facts->hypervisor.role),
	        answer_word(facts->vcpus_pinned));
}

/* Row 6 */
static bool on_pinned_platform(const struct facts *facts)
{
	return facts->hypervisor.cloud == CLOUD_EC2;
}

static void keep_pinned_platform(const struct facts *facts, struct decision *decision)
{
	(void)facts;
	keep(decision, WANTED_NATIVE, REASON_PINNED_PLATFORM);
}

static void show_cloud(const struct facts *facts, FILE *out)
{
	fprintf(out, "cloud=%s", cloud_word(facts->hypervisor.cloud));
}

/* Row 7 */
static bool single_cpu(const struct facts *facts)
{
	return online_count(facts) < 2;
}

static void keep_single_cpu(const struct facts *facts, struct decision *decision)
{
	(void)facts;
	keep(decision, WANTED_NATIVE, REASON_SINGLE_CPU);
}

static void show_online(const struct facts *facts, FILE *out)
{
	fprintf(out, "%u CPUs online", online_count(facts));
}

/* Row 8 */
static bool topology_unknown(const struct facts *facts)
{
	return facts->topology.topology == TOPOLOGY_UNKNOWN;
}

static void keep_unknown(const struct facts *facts, struct decision *decision)
{
	(void)facts;
	keep(decision, WANTED_NATIVE, REASON_TOPOLOGY_UNKNOWN);
}

static void show_topology(const struct facts *facts, FILE *out)
{
	fprintf(out, "topology=%s topology_source=%s", topology_word(facts->topology.topology),
	        topology_source_word(facts->topology.source));
}

/* Row 9 */
static bool already_flat(const struct facts *facts)
{
	return facts->topology.topology == TOPOLOGY_FLAT ||
	       (facts->topology.topology == TOPOLOGY_FLAT_NODE && facts->cpus.numa_nodes > 1);
}

static void keep_flat(const struct facts *facts, struct decision *decision)
{
	bool node = facts->topology.topology == TOPOLOGY_FLAT_NODE;

	keep(decision, node ? WANTED_NODE : WANTED_FLAT, REASON_ALREADY_FLAT);
}

static void show_topology_and_nodes(const struct facts *facts, FILE *out)
{
	show_topology(facts, out);
	fprintf(out, " numa_nodes=%u", facts->cpus.numa_nodes);
}

/* Row 10: the toolstack binds the memory of virtual nodes to real ones, so nodes are true. */
static bool several_nodes(const struct facts *facts)
{
	return facts->cpus.numa_nodes > 1;
}

static void flatten_nodes(const struct facts *facts, struct decision *decision)
{
	(void)facts;
	flatten(decision, WANTED_NODE, REASON_VNUMA);
}

static void show_nodes(const struct facts *facts, FILE *out)
{
	fprintf(out, "numa_nodes=%u", facts->cpus.numa_nodes);
}

/* Row 11 */
static bool always(const struct facts *facts)
{
	(void)facts;
	return true;
}

static void flatten_all(const struct facts *facts, struct decision *decision)
{
	bool smt = facts->topology.topology == TOPOLOGY_FLAT_SMT;

	flatten(decision, WANTED_FLAT, smt ? REASON_FAKE_SMT : REASON_HIERARCHICAL);
}

static const struct policy_row policy[] = {
	{ "not Xen", not_xen, keep_not_xen, show_hypervisor },
	{ "in a container", in_container, keep_container, show_container },
	{ "setting native", admin_wants_native, keep_native, show_setting },
	{ "setting flat or node", admin_wants_flat_or_node, obey_admin, show_setting },
	{ "dom0, not known to be unpinned", dom0_maybe_pinned, keep_dom0, show_dom0 },
	{ "platform that pins vCPUs", on_pinned_platform, keep_pinned_platform, show_cloud },
	{ "fewer than 2 CPUs online", single_cpu, keep_single_cpu, show_online },
	{ "topology unknown", topology_unknown, keep_unknown, show_topology },
	{ "already flat", already_flat, keep_flat, show_topology_and_nodes },
	{ "more than one node", several_nodes, flatten_nodes, show_nodes },
	{ "anything else", always, flatten_all, show_topology },
};

void decide_policy(const struct facts *facts, struct decision *decision)
{
	const struct policy_row *row = policy;

	while (!row->matches(facts))
		row++;
	row->conclude(facts, decision);
	decision->row = (unsigned int)(row - policy) + 1;
}

static const char *row_outcome(unsigned int number, unsigned int matched)
{
	if (number < matched)
		return "no";
	return number == matched ? "yes" : "not reached";
}

void decide_explain(const struct facts *facts, FILE *out)
{
	struct decision decision;

	decide_policy(facts, &decision);
	for (unsigned int i = 0; i < ARRAY_SIZE(policy); i++) {
		const struct policy_row *row = &policy[i];
		unsigned int number = i + 1;

		fprintf(out, "row %2u  %-31s %-11s  ", number, row->condition,
		        row_outcome(number, decision.row));
		row->show_fact(facts, out);
		if (number == decision.row)
			fprintf(out, " -> %s, %s", verdict_word(decision.verdict),
			        reason_word(decision.reason));
		fputc('\n', out);
	}
}
