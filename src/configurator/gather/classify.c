// SPDX-License-Identifier: GPL-2.0-or-later
#include "gather/classify.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "gather/sysfs-masks.h"
#include "util/cleanup.h"
#include "util/log.h"
#include "util/text.h"

struct judge {
	const struct root *root;
	const struct domain_tree *tree;
	const struct cpu_facts *cpus;
	bool flattened;
	struct cpuset judged; /* online, not isolated */
};

/* What the domains of one CPU could be part of. */
struct fit {
	bool flat, flat_smt, flat_node;
};

static const struct domain *top_domain(const struct judge *judge, const struct cpu_domains *cpu)
{
	return cpu_domain(judge->tree, cpu, cpu->depth - 1u);
}

/* The domains of a CPU contain the CPU, and no CPU that cannot exist. */
static bool spans_hold_cpu(const struct judge *judge, const struct cpu_domains *cpu)
{
	for (unsigned int level = 0; level < cpu->depth; level++) {
		uint32_t span = cpu_domain(judge->tree, cpu, level)->span;

		if (span != SPAN_UNKNOWN && !span_has(&judge->tree->spans, span, cpu->cpu))
			return false;
	}
	return true;
}

static bool spans_are_possible(const struct judge *judge)
{
	struct cpuset span;

	if (cpuset_is_empty(&judge->cpus->possible))
		return true;
	for (uint32_t i = 0; i < judge->tree->spans.count; i++) {
		span_get(&judge->tree->spans, i, &span);
		if (!cpuset_is_subset(&span, &judge->cpus->possible))
			return false;
	}
	return true;
}

static unsigned int judged_in_span(const struct judge *judge, uint32_t number)
{
	struct cpuset span;

	span_get(&judge->tree->spans, number, &span);
	cpuset_keep_only(&span, &judge->judged);
	return cpuset_count(&span);
}

/*
 * Every CPU below a topmost span has the same topmost span. A CPU without domains is a root
 * domain of its own, so it may stand in nobody's span either: then the counts differ.
 */
static int root_domains_agree(const struct judge *judge)
{
	_cleanup_free_ unsigned int *members = NULL;
	const struct domain_tree *tree = judge->tree;

	members = calloc(tree->spans.count + 1, sizeof(*members));
	if (!members)
		return -ENOMEM;
	for (uint32_t i = 0; i < tree->cpu_count; i++) {
		const struct cpu_domains *cpu = &tree->cpus[i];

		if (cpu->depth > 0 && cpuset_has(&judge->judged, cpu->cpu))
			members[top_domain(judge, cpu)->span]++;
	}
	for (uint32_t i = 0; i < tree->spans.count; i++)
		if (members[i] > 0 && members[i] != judged_in_span(judge, i))
			return 0;
	return 1;
}

static bool has_spans(const struct domain_tree *tree)
{
	return tree->spans.count > 0;
}

/* Return: NULL, or what is wrong with the tree. */
static const char *find_contradiction(const struct judge *judge)
{
	if (!cpuset_is_subset(&judge->judged, &judge->tree->seen))
		return "a CPU that is online is missing";
	if (judge->tree->domain_count == 0)
		return "no scheduling domain at all";
	for (uint32_t i = 0; i < judge->tree->cpu_count; i++)
		if (!spans_hold_cpu(judge, &judge->tree->cpus[i]))
			return "a domain does not contain its own CPU";
	if (!has_spans(judge->tree))
		return NULL;
	if (!spans_are_possible(judge))
		return "a domain contains a CPU that cannot exist";
	return root_domains_agree(judge) > 0 ? NULL : "the topmost domains contradict each other";
}

static bool equals_thread_siblings(const struct judge *judge, uint32_t number)
{
	struct cpuset span, siblings;
	unsigned int first = span_first_cpu(&judge->tree->spans, number);

	span_get(&judge->tree->spans, number, &span);
	return sysfs_thread_siblings(judge->root, first, &siblings) == 0 &&
	       cpuset_equal(&span, &siblings);
}

static bool is_smt(const struct judge *judge, const struct domain *domain)
{
	if (domain->name)
		return strcmp(domain_name(judge->tree, domain), "SMT") == 0;
	return !judge->flattened && domain->span != SPAN_UNKNOWN &&
	       equals_thread_siblings(judge, domain->span);
}

/* NODE is the level of distance zero, NUMA the ones above (sched_init_numa()). */
static bool is_numa(const struct judge *judge, const struct domain *domain)
{
	const char *name = domain_name(judge->tree, domain);

	return text_has_prefix(name, "NUMA") || strcmp(name, "NODE") == 0;
}

static bool only_numa_above(const struct judge *judge, const struct cpu_domains *cpu)
{
	for (unsigned int level = 1; level < cpu->depth; level++) {
		const struct domain *domain = cpu_domain(judge->tree, cpu, level);

		if (domain->name && !is_numa(judge, domain))
			return false;
	}
	return true;
}

/* Within its root domain: a node may reach into several cpuset partitions. */
static bool lowest_is_node(const struct judge *judge, const struct cpu_domains *cpu)
{
	const struct domain *lowest = cpu_domain(judge->tree, cpu, 0);
	struct cpuset node, span, top;

	if (lowest->span == SPAN_UNKNOWN)
		return !is_numa(judge, lowest);
	sysfs_node_of(judge->root, cpu->cpu, judge->cpus, &node);
	span_get(&judge->tree->spans, top_domain(judge, cpu)->span, &top);
	cpuset_keep_only(&node, &judge->judged);
	cpuset_keep_only(&node, &top);
	span_get(&judge->tree->spans, lowest->span, &span);
	cpuset_keep_only(&span, &judge->judged);
	return cpuset_count(&node) == 1 || cpuset_equal(&span, &node);
}

static struct fit fit_of(const struct judge *judge, const struct cpu_domains *cpu)
{
	struct fit fit = { .flat = false };
	bool smt;

	if (cpu->depth == 0)
		return (struct fit){ .flat = true, .flat_smt = true, .flat_node = true };
	if (cpu->depth > 1 && judge->cpus->numa_nodes < 2)
		return fit;

	smt = is_smt(judge, cpu_domain(judge->tree, cpu, 0));
	fit.flat_smt = cpu->depth == 1;
	fit.flat = fit.flat_smt && !smt;
	fit.flat_node = fit.flat || (judge->cpus->numa_nodes > 1 && !smt &&
	                             only_numa_above(judge, cpu) && lowest_is_node(judge, cpu));
	return fit;
}

/* CPUs of a group have the same domains, so mostly the last answer holds for the next CPU, too. */
static bool same_domains(const struct judge *judge, const struct cpu_domains *a,
                         const struct cpu_domains *b)
{
	return a->depth == b->depth && a->depth > 0 && has_spans(judge->tree) &&
	       memcmp(cpu_domain(judge->tree, a, 0), cpu_domain(judge->tree, b, 0),
	              a->depth * sizeof(struct domain)) == 0;
}

static struct fit fit_of_all(const struct judge *judge)
{
	struct fit all = { .flat = true, .flat_smt = true, .flat_node = true };
	const struct cpu_domains *last = NULL;

	for (uint32_t i = 0; i < judge->tree->cpu_count; i++) {
		const struct cpu_domains *cpu = &judge->tree->cpus[i];
		struct fit fit;

		if (!cpuset_has(&judge->judged, cpu->cpu) ||
		    (last && same_domains(judge, last, cpu)))
			continue;
		fit = fit_of(judge, cpu);
		all.flat &= fit.flat;
		all.flat_smt &= fit.flat_smt;
		all.flat_node &= fit.flat_node;
		if (!all.flat && !all.flat_smt && !all.flat_node)
			break;
		last = cpu;
	}
	return all;
}

enum topology classify_domains(const struct root *root, const struct domain_tree *tree,
                               const struct cpu_facts *cpus, bool flattened)
{
	struct judge judge = { root, tree, cpus, flattened, cpus->online };
	const char *contradiction;
	struct fit fit;

	cpuset_remove_all(&judge.judged, &cpus->isolated);
	if (cpuset_count(&judge.judged) < 2)
		return TOPOLOGY_FLAT;
	contradiction = find_contradiction(&judge);
	if (contradiction) {
		log_line("scheduling domains not usable: %s", contradiction);
		return TOPOLOGY_UNKNOWN;
	}

	fit = fit_of_all(&judge);
	if (fit.flat)
		return TOPOLOGY_FLAT;
	if (fit.flat_smt)
		return TOPOLOGY_FLAT_SMT;
	return fit.flat_node ? TOPOLOGY_FLAT_NODE : TOPOLOGY_HIERARCHICAL;
}
