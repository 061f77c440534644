// SPDX-License-Identifier: GPL-2.0-or-later
/* cpuid-hv.txt: the signatures that stand for CPUID's under --root. */
#include <stdlib.h>
#include <string.h>

#include "../fuzz.h"
#include "gather/cpuid.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct cpuid_finding finding;
	char *text = fuzz_string(data, size);

	fuzz_put("/cpuid-hv.txt", data, size);
	cpuid_scan(fuzz_root(), &finding);
	require(strlen(finding.first) < sizeof(finding.first));
	require(!finding.xen || strstr(text, CPUID_SIGNATURE_XEN));
	require(!finding.xen || finding.first[0]);
	free(text);
	return 0;
}
