// SPDX-License-Identifier: GPL-2.0-or-later
/* The feature word and what else /sys/hypervisor and DMI tell, and the kernel's version. */
#include <string.h>

#include "../fuzz.h"
#include "gather/gather.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const files[] = {
		"/sys/hypervisor/properties/features",
		"/sys/hypervisor/guest_type",
		"/sys/hypervisor/version/major",
		"/sys/hypervisor/version/minor",
		"/sys/hypervisor/version/extra",
		"/sys/hypervisor/uuid",
		"/proc/xen/capabilities",
		"/sys/class/dmi/id/bios_version",
		"/sys/class/dmi/id/product_name",
		"/proc/sys/kernel/osrelease",
		"/proc/version",
		"/sys/hypervisor/type",
	};
	struct witness_list witnesses = { .count = 0 };
	struct hypervisor_facts facts;
	char kernel[KERNEL_RELEASE_SIZE];

	fuzz_put_parts(files, sizeof(files) / sizeof(*files), data, size);
	if (!root_exists(fuzz_root(), "/sys/hypervisor/type"))
		fuzz_put_text("/sys/hypervisor/type", "xen\n");
	gather_hypervisor(fuzz_root(), &facts, &witnesses);
	require(facts.hypervisor < HYPERVISOR_MAX && facts.role < ROLE_MAX &&
	        facts.guest_type < GUEST_TYPE_MAX && facts.cloud < CLOUD_MAX);
	require((facts.hypervisor == HYPERVISOR_XEN) == (facts.role != ROLE_NONE));
	require(strlen(facts.xen_version) < sizeof(facts.xen_version));
	require(witnesses.count <= WITNESS_MAX);
	gather_kernel(fuzz_root(), kernel, sizeof(kernel));
	require(strlen(kernel) < sizeof(kernel));
	return 0;
}
