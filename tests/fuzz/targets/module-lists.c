// SPDX-License-Identifier: GPL-2.0-or-later
/* modprobe.d and modules.dep, and the other files that say whether a module may be loaded. */
#include <stdlib.h>
#include <string.h>

#include "../fuzz.h"
#include "gather/module-file.h"
#include "gather/module-policy.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const files[] = {
		"/etc/modprobe.d/a.conf",        "/usr/lib/modprobe.d/b.conf",
		"/lib/modules/6/modules.dep",    "/lib/modules/6/extra/xen_flat.ko",
		"/sys/kernel/security/lockdown", "/proc/sys/kernel/modules_disabled",
	};
	char *text = fuzz_string(data, size);
	struct module_file file;

	fuzz_put_parts(files, sizeof(files) / sizeof(*files), data, size);
	if (module_policy_blacklisted(fuzz_root()))
		require(memmem(data, size, "xen_flat", 8) || memmem(data, size, "xen-flat", 8));
	module_policy_locked_down(fuzz_root());
	module_policy_disabled(fuzz_root());
	module_file_find(fuzz_root(), "6", &file);
	require(!file.path[0] || strstr(file.path, "xen_flat.ko"));
	free(text);
	return 0;
}
