// SPDX-License-Identifier: GPL-2.0-only
/*
 * The topology levels that the scheduler sees instead of its own while it
 * rebuilds its domains: one level, VCPU, over all vCPUs or over each node.
 */
#include <linux/cpumask.h>
#include <linux/minmax.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/topology.h>

#include "features.h"
#include "xen_flat.h"

/*
 * VCPU, one NUMA level for each distance beyond LOCAL_DISTANCE that fits into
 * the byte that holds one in ACPI's SLIT, and the empty last entry.
 */
#define MAX_NUMA_LEVELS (U8_MAX - LOCAL_DISTANCE)
#define MAX_LEVELS (1 + MAX_NUMA_LEVELS + 1)

static struct sched_domain_topology_level levels[MAX_LEVELS];
static char *level_name;

#if XEN_FLAT_MASK_TAKES_LEVEL
#define MASK_ARGS struct sched_domain_topology_level *tl, int cpu
#else
#define MASK_ARGS int cpu
#endif

static const struct cpumask *all_vcpus(MASK_ARGS)
{
	return cpu_online_mask;
}

static const struct cpumask *vcpus_of_node(MASK_ARGS)
{
	return cpumask_of_node(cpu_to_node(cpu));
}

static int share_llc(void)
{
	return XEN_FLAT_SHARE_LLC;
}

/*
 * Domains keep a pointer to the name of their level. If probes are switched
 * off when the module goes, its domains stay until the next rebuild: the name
 * is allocated, so that in this one case it can be left to them.
 */
int flat_levels_init(void)
{
	level_name = kstrdup("VCPU", GFP_KERNEL);
	return level_name ? 0 : -ENOMEM;
}

void flat_levels_abandon(void)
{
	level_name = NULL;
}

void flat_levels_free(void)
{
	kfree(level_name);
}

bool flat_levels_are(const struct sched_domain_topology_level *other)
{
	return other == levels;
}

/*
 * The level has no flags by default: no capacity is shared between siblings
 * and no cache is shared by any two vCPUs, as far as the guest can know.
 */
static void fill_vcpu_level(const struct flat_settings *settings)
{
	struct sched_domain_topology_level *vcpu = &levels[0];

	vcpu->mask = settings->mode == FLAT_MODE_NODE ? vcpus_of_node : all_vcpus;
	vcpu->sd_flags = settings->wakeup == FLAT_WAKEUP_SPREAD ? share_llc : NULL;
#if XEN_FLAT_LEVEL_HAS_NAME
	vcpu->name = level_name;
#endif
}

/*
 * The kernel's NUMA levels are the last ones of its array and share one mask
 * function. Their numa_level counts from 1; 0 is a level for the node itself,
 * which VCPU takes the place of. The per-CPU data of a level belongs to the
 * array that it is in.
 */
static void copy_numa_levels(const struct sched_domain_topology_level *native)
{
	const struct sched_domain_topology_level *last, *from;
	struct sched_domain_topology_level *to = &levels[1];

	for (last = native; last->mask && last[1].mask; last++)
		;
	for (from = native; from->mask && to < &levels[MAX_LEVELS - 1]; from++) {
		if (from->mask != last->mask || from->numa_level <= 0)
			continue;
		*to = *from;
		memset(&to->data, 0, sizeof(to->data));
		to++;
	}
}

/* Called under sched_domains_mutex. NULL: leave the kernel's own in place. */
struct sched_domain_topology_level *
flat_levels_fill(const struct flat_settings *settings,
		 const struct sched_domain_topology_level *native)
{
	if (settings->mode == FLAT_MODE_NATIVE)
		return NULL;

	memset(levels, 0, sizeof(levels));
	fill_vcpu_level(settings);
	if (settings->mode == FLAT_MODE_NODE)
		copy_numa_levels(native);
	return levels;
}
