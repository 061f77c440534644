// SPDX-License-Identifier: GPL-2.0-or-later
/* CPU masks of /proc/schedstat, beside a reading of the same mask that is made another way. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../fuzz.h"
#include "gather/schedstat.h"

/* From the right: each digit is four CPUs, each comma must have eight digits behind it. */
static void read_backwards(const char *mask, struct cpuset *set)
{
	unsigned int digit = 0;

	cpuset_clear(set);
	for (size_t i = strlen(mask); i-- > 0;) {
		char text[] = { mask[i], '\0' };
		unsigned long bits = strtoul(text, NULL, 16);

		if (mask[i] == ',')
			continue;
		for (unsigned int bit = 0; bit < 4; bit++)
			if (bits >> bit & 1)
				cpuset_add(set, digit * 4 + bit);
		digit++;
	}
}

/* Groups as the kernel prints them; shorter ones are understood, too, but not by the above. */
static bool is_in_full(const char *mask)
{
	size_t length = strcspn(mask, ",");

	for (mask += length; *mask; mask += 9)
		if (strcspn(mask + 1, ",") != 8)
			return false;
	return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct domain_tree tree = { .cpu_count = 0 };
	char *mask = fuzz_string(data, size), *line;
	struct cpuset set, expected;
	int length;

	mask[strcspn(mask, " \n")] = '\0';
	length = asprintf(&line, "version 16\ncpu0 0\ndomain0 %s 0\n", mask);
	require(length > 0);
	fuzz_put("/proc/schedstat", line, (size_t)length);
	if (schedstat_read(fuzz_root(), &tree) == 0 && is_in_full(mask)) {
		require(tree.domain_count == 1);
		span_get(&tree.spans, tree.domains[0].span, &set);
		read_backwards(mask, &expected);
		require(cpuset_equal(&set, &expected));
	}
	domain_tree_release(&tree);
	free(line);
	free(mask);
	return 0;
}
