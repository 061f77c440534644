// SPDX-License-Identifier: GPL-2.0-or-later
/* The first line of /proc/stat, as compare reads it. */
#include <math.h>

#include "../fuzz.h"
#include "compare/host.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct host_time time;

	fuzz_put("/proc/stat", data, size);
	if (host_time_read(fuzz_root(), &time) < 0)
		return 0;
	require(isfinite(time.busy) && isfinite(time.steal) && isfinite(time.total));
	require(time.busy >= 0 && time.steal >= 0 && time.total >= time.busy);
	return 0;
}
