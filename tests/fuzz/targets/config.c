// SPDX-License-Identifier: GPL-2.0-or-later
/* The settings' file and a drop-in. */
#include "../fuzz.h"
#include "gather/gather.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const files[] = { "/etc/xen-flat.conf", "/etc/xen-flat.conf.d/a.conf" };
	struct settings settings;

	fuzz_put_parts(files, 2, data, size);
	gather_settings(fuzz_root(), &settings);
	require(settings.topology < SETTING_MAX && settings.wakeup < WAKEUP_MAX &&
	        settings.loader < LOADER_SETTING_MAX);
	require(settings.source != SETTING_SOURCE_CMDLINE);
	require(settings.source == SETTING_SOURCE_CONFIG || settings.topology == SETTING_AUTO);
	return 0;
}
