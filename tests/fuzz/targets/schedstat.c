// SPDX-License-Identifier: GPL-2.0-or-later
/* /proc/schedstat, and what is made of it: the word for the shape and the line of the levels. */
#include <stdlib.h>

#include "../fuzz.h"
#include "domains/levels.h"
#include "gather/gather.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const files[] = { "/proc/schedstat",
		                             "/sys/devices/system/cpu/isolated" };
	const struct means means = { .flattened = false };
	struct cpu_facts cpus;
	struct topology_facts facts;
	struct level_list list;

	fuzz_put_text("/sys/devices/system/cpu/online", "0-3\n");
	fuzz_put_parts(files, 2, data, size);
	gather_cpus(fuzz_root(), &cpus);
	gather_topology(fuzz_root(), &cpus, &means, &facts);

	require(facts.topology < TOPOLOGY_MAX && facts.source < TOPOLOGY_SOURCE_MAX);
	require(facts.source != TOPOLOGY_SOURCE_NONE || facts.topology == TOPOLOGY_UNKNOWN ||
	        facts.topology == TOPOLOGY_FLAT);
	/* What goes into the record can be drawn from it. */
	require(facts.levels);
	require(levels_parse(facts.levels, &list) == 0);
	level_list_release(&list);
	free(facts.levels);
	return 0;
}
