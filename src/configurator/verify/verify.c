// SPDX-License-Identifier: GPL-2.0-or-later
#include "verify/verify.h"

#include "decide/decide.h"
#include "record/record.h"

static bool is_wanted(const struct pairs *record, const struct facts *facts)
{
	int wanted = record_word(record, "wanted", wanted_from_word);

	return wanted >= 0 && topology_satisfies(facts->topology.topology, (enum wanted)wanted,
	                                         facts->cpus.numa_nodes);
}

bool verify_as_decided(const struct pairs *record, const struct facts *facts)
{
	int reason = record_word(record, "reason", reason_from_word);

	if (record_word(record, "result", result_from_word) == RESULT_REVERTED ||
	    reason == REASON_ADMIN_NATIVE)
		return !facts->means.flattened;
	if (record_word(record, "decision", verdict_from_word) == VERDICT_FLATTEN ||
	    reason == REASON_ALREADY_FLAT)
		return is_wanted(record, facts);
	/* Left alone for another reason: whatever the kernel builds is as decided. */
	return true;
}
