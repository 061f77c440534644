// SPDX-License-Identifier: GPL-2.0-or-later
/* CPU lists, as a string and as a file of sysfs: what is understood is printed as the same set. */
#include <stdlib.h>
#include <string.h>

#include "../fuzz.h"
#include "gather/cpulist.h"

#define PATH CPU_FOLDER "/online"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_string(data, size), *printed;
	struct cpuset set, again;
	int r = cpuset_parse_list(&set, text);

	require(r == 0 || cpuset_is_empty(&set));
	printed = cpuset_format_list(&set);
	require(printed && cpuset_parse_list(&again, printed) == 0);
	require(cpuset_equal(&set, &again));

	fuzz_put(PATH, data, size);
	require(cpulist_read(fuzz_root(), PATH, &again) <= 0);
	require(r < 0 || strlen(text) != size || cpuset_equal(&set, &again));
	free(printed);
	free(text);
	return 0;
}
