// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The scheduling domains built now. The best source that answers is believed; the masks that
 * sysfs reports are what the kernel builds from, not what it has built, and only fill the levels.
 */
#include "gather/gather.h"

#include <errno.h>
#include <stdlib.h>

#include "domains/levels.h"
#include "gather/classify.h"
#include "gather/domain-names.h"
#include "gather/schedstat.h"
#include "gather/sysfs-masks.h"
#include "util/cleanup.h"
#include "util/log.h"

static void judged_cpus(const struct cpu_facts *cpus, struct cpuset *judged)
{
	*judged = cpus->online;
	cpuset_remove_all(judged, &cpus->isolated);
}

static int try_names(const struct root *root, const char *folder, const struct cpuset *judged,
                     struct domain_tree *tree)
{
	int r;

	domain_tree_release(tree);
	r = domain_names_read(root, folder, judged, tree);
	/* Locked down, or nothing told: the next source. A line only for what is broken. */
	if (r < 0 && r != -ENOENT && r != -ENODATA && r != -EACCES && r != -EPERM)
		log_errno(r, "%s: not usable", folder);
	return r;
}

static enum topology_source read_built(const struct root *root, const struct cpu_facts *cpus,
                                       struct domain_tree *tree)
{
	struct cpuset judged;

	if (schedstat_read(root, tree) == 0)
		return TOPOLOGY_SOURCE_SCHEDSTAT;
	judged_cpus(cpus, &judged);
	if (try_names(root, DEBUGFS_DOMAINS, &judged, tree) == 0)
		return TOPOLOGY_SOURCE_DEBUGFS;
	if (try_names(root, PROCFS_DOMAINS, &judged, tree) == 0)
		return TOPOLOGY_SOURCE_PROCFS;
	return TOPOLOGY_SOURCE_NONE;
}

static enum topology_source predict(const struct root *root, const struct cpu_facts *cpus,
                                    struct domain_tree *tree)
{
	domain_tree_release(tree);
	return sysfs_predict(root, cpus, tree) == 0 ? TOPOLOGY_SOURCE_SYSFS : TOPOLOGY_SOURCE_NONE;
}

static enum topology without_source(const struct cpu_facts *cpus)
{
	struct cpuset judged;

	judged_cpus(cpus, &judged);
	return cpuset_count(&judged) == 1 ? TOPOLOGY_FLAT : TOPOLOGY_UNKNOWN;
}

static void describe(const struct root *root, struct cpu_facts *cpus, bool flattened,
                     struct domain_tree *tree, struct topology_facts *facts)
{
	struct cpuset judged;

	facts->source = read_built(root, cpus, tree);
	/* Where sysfs does not say which CPUs are online, schedstat does: it lists no others. */
	if (cpuset_is_empty(&cpus->online))
		cpus->online = tree->seen;
	if (facts->source == TOPOLOGY_SOURCE_NONE) {
		facts->topology = without_source(cpus);
		facts->source = predict(root, cpus, tree);
	} else {
		facts->topology = classify_domains(root, tree, cpus, flattened);
	}
	judged_cpus(cpus, &judged);
	facts->levels = levels_format(tree, &judged);
}

void gather_topology(const struct root *root, struct cpu_facts *cpus, const struct means *means,
                     struct topology_facts *facts)
{
	struct domain_tree *tree = calloc(1, sizeof(*tree));

	*facts = (struct topology_facts){ .topology = TOPOLOGY_UNKNOWN };
	if (!tree) {
		log_errno(-ENOMEM, "scheduling domains not read");
		return;
	}
	describe(root, cpus, means->flattened, tree, facts);
	domain_tree_release(tree);
	free(tree);
}
