// SPDX-License-Identifier: GPL-2.0-or-later
/* /proc/cmdline: settings, blacklists, and what is odd about it. */
#include <stdlib.h>
#include <string.h>

#include "../fuzz.h"
#include "bootparams/oddities.h"
#include "gather/cmdline.h"
#include "gather/gather.h"
#include "gather/module-policy.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct pairs pairs = { .count = 0 };
	struct settings settings;
	char value[CMDLINE_VALUE_SIZE];
	char *cmdline;

	fuzz_put("/proc/cmdline", data, size);
	cmdline = cmdline_read(fuzz_root());
	if (cmdline_last_value(cmdline, "xen_flat=", value, sizeof(value)))
		require(strstr(cmdline, "xen_flat=") && strlen(value) < sizeof(value));
	gather_settings(fuzz_root(), &settings);
	require(settings.topology < SETTING_MAX);
	require((settings.source == SETTING_SOURCE_CMDLINE) ==
	        (cmdline_last_value(cmdline, "xen_flat=", value, sizeof(value)) ||
	         cmdline_last_value(cmdline, "xen.topology=", value, sizeof(value))));
	if (module_policy_blacklisted(fuzz_root()))
		require(strstr(cmdline, "xen_flat"));
	pairs_add_oddities(fuzz_root(), &pairs);
	require(pairs.count <= 3 && !pairs.short_of_memory);
	pairs_release(&pairs);
	free(cmdline);
	return 0;
}
