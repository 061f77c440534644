// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The means: how the wanted domains can be had on this system. In falling order of what they
 * cost: the kernel's own switch, the module, kernel parameters, nothing.
 */
#include "decide/decide.h"

#include <string.h>

#include "gather/flattener.h"
#include "util/cleanup.h"

/*
 * numa=off is the only parameter of a stock x86 kernel that takes a level away for certain
 * (Documentation/admin-guide/kernel-parameters.txt). nosmt would take vCPUs away instead.
 */
#define PARAMETER_NUMA_OFF "numa=off"

static const char *const builtin_parameters[WANTED_MAX] = {
	[WANTED_NATIVE] = "",
	[WANTED_FLAT] = BUILTIN_PARAMETER "flat",
	[WANTED_NODE] = BUILTIN_PARAMETER "node",
};

bool parameter_is_ours_to_set(const char *word)
{
	for (size_t i = 0; i < ARRAY_SIZE(builtin_parameters); i++)
		if (*word && strcmp(word, builtin_parameters[i]) == 0)
			return true;
	return strcmp(word, PARAMETER_NUMA_OFF) == 0;
}

static void choose(struct decision *decision, enum method method, enum method_reason reason)
{
	decision->method = method;
	decision->method_reason = reason;
}

static bool numa_off_would_do(const struct facts *facts, const struct decision *decision)
{
	return decision->wanted == WANTED_FLAT && facts->means.numa_off_flattens;
}

/*
 * pygrub reads grub.cfg from dom0 with a parser of its own that fails on much of what GRUB
 * accepts, and nothing inside a PV guest tells whether it is used: no boot loader change there
 * unless the admin says what it is. A dom0's boot entries are the hypervisor's, too.
 */
enum method_reason decide_loader(const struct facts *facts)
{
	bool vouched = facts->settings.loader == LOADER_SETTING_GRUB;

	if (facts->hypervisor.role == ROLE_DOM0)
		return METHOD_REASON_NO_PARAMETER;
	if (!vouched && facts->hypervisor.guest_type == GUEST_TYPE_PV)
		return METHOD_REASON_PYGRUB_UNSAFE;
	if (!vouched && facts->means.loader_doubt != LOADER_DOUBT_NONE)
		return METHOD_REASON_LOADER_UNKNOWN;
	if (facts->means.loader == LOADER_TOOL_UNKNOWN)
		return METHOD_REASON_LOADER_UNKNOWN;
	return METHOD_REASON_OK;
}

static void choose_numa_off(const struct facts *facts, struct decision *decision)
{
	enum method_reason verdict = decide_loader(facts);

	if (verdict != METHOD_REASON_OK) {
		choose(decision, METHOD_NONE, verdict);
		return;
	}
	choose(decision, METHOD_PARAMETERS, METHOD_REASON_OK);
	decision->parameters = PARAMETER_NUMA_OFF;
}

/* The kernel's own switch is written now; a parameter can keep it for the boots to come. */
static void keep_builtin(const struct facts *facts, struct decision *decision)
{
	if (facts->means.builtin && decide_loader(facts) == METHOD_REASON_OK)
		decision->parameters = builtin_parameters[decision->wanted];
}

static void choose_to_keep(const struct facts *facts, struct decision *decision)
{
	choose(decision, METHOD_NONE, METHOD_REASON_NOT_NEEDED);
	if (decision->reason == REASON_ALREADY_FLAT && facts->means.flattened)
		keep_builtin(facts, decision);
}

void decide_method(const struct facts *facts, struct decision *decision)
{
	decision->parameters = "";
	if (decision->verdict == VERDICT_KEEP) {
		choose_to_keep(facts, decision);
	} else if (facts->means.builtin) {
		choose(decision, METHOD_BUILTIN, METHOD_REASON_OK);
		keep_builtin(facts, decision);
	} else if (facts->means.module == METHOD_REASON_OK) {
		choose(decision, METHOD_MODULE, METHOD_REASON_OK);
	} else if (numa_off_would_do(facts, decision)) {
		choose_numa_off(facts, decision);
	} else {
		choose(decision, METHOD_NONE, facts->means.module);
	}
}

void decide(const struct facts *facts, struct decision *decision)
{
	decide_policy(facts, decision);
	decide_method(facts, decision);
}
