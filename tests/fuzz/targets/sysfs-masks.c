// SPDX-License-Identifier: GPL-2.0-or-later
/* The masks of sysfs, from which levels are predicted where nothing tells what was built. */
#include <stdio.h>
#include <stdlib.h>

#include "../fuzz.h"
#include "domains/levels.h"
#include "gather/gather.h"
#include "gather/sysfs-masks.h"

#define CPU "/sys/devices/system/cpu"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const files[] = {
		CPU "/cpu0/topology/thread_siblings_list",
		CPU "/cpu0/topology/cluster_cpus_list",
		CPU "/cpu0/cache/index3/shared_cpu_list",
		CPU "/cpu1/topology/thread_siblings_list",
		CPU "/cpu1/cache/index2/shared_cpu_list",
		"/sys/devices/system/node/node0/cpulist",
		"/sys/devices/system/node/node1/cpulist",
		CPU "/online",
		CPU "/isolated",
		CPU "/cpu1/topology/cluster_cpus_list",
		CPU "/cpu1/cache/index3/shared_cpu_list",
	};
	const struct means means = { .flattened = false };
	struct topology_facts facts;
	struct cpu_facts cpus;
	struct level_list list;

	fuzz_put_parts(files, sizeof(files) / sizeof(*files), data, size);
	if (!root_exists(fuzz_root(), CPU "/online"))
		fuzz_put_text(CPU "/online", "0-1\n");
	gather_cpus(fuzz_root(), &cpus);
	require(cpus.numa_nodes >= 1);
	gather_topology(fuzz_root(), &cpus, &means, &facts);
	require(facts.source == TOPOLOGY_SOURCE_SYSFS || facts.source == TOPOLOGY_SOURCE_NONE);
	require(facts.topology == TOPOLOGY_UNKNOWN || facts.topology == TOPOLOGY_FLAT);
	sysfs_numa_off_flattens(fuzz_root(), &cpus);
	require(facts.levels && levels_parse(facts.levels, &list) == 0);
	level_list_release(&list);
	free(facts.levels);
	return 0;
}
