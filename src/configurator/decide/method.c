// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The means: how the wanted domains can be had on this system. In falling order of what they
 * cost: the kernel's own switch, the module, kernel parameters, nothing.
 */
#include "decide/decide.h"

/*
 * numa=off is the only parameter of a stock x86 kernel that takes a level away for certain
 * (Documentation/admin-guide/kernel-parameters.txt). nosmt would take vCPUs away instead.
 */
#define PARAMETER_NUMA_OFF "numa=off"

static void choose(struct decision *decision, enum method method, enum method_reason reason)
{
	decision->method = method;
	decision->method_reason = reason;
}

static bool parameters_would_do(const struct facts *facts, const struct decision *decision)
{
	return decision->wanted == WANTED_FLAT && facts->means.numa_off_flattens;
}

/*
 * pygrub reads grub.cfg from dom0 with a parser of its own that fails on much of what GRUB
 * accepts, and nothing inside a PV guest tells whether it is used: no boot loader change there.
 */
static enum method_reason loader_verdict(const struct facts *facts)
{
	if (facts->hypervisor.guest_type == GUEST_TYPE_PV)
		return METHOD_REASON_PYGRUB_UNSAFE;
	if (facts->means.loader == LOADER_TOOL_UNKNOWN)
		return METHOD_REASON_LOADER_UNKNOWN;
	return METHOD_REASON_OK;
}

static void choose_parameters(const struct facts *facts, struct decision *decision)
{
	enum method_reason verdict = loader_verdict(facts);

	if (verdict != METHOD_REASON_OK) {
		choose(decision, METHOD_NONE, verdict);
		return;
	}
	choose(decision, METHOD_PARAMETERS, METHOD_REASON_OK);
	decision->parameters = PARAMETER_NUMA_OFF;
}

void decide_method(const struct facts *facts, struct decision *decision)
{
	decision->parameters = "";
	if (decision->verdict == VERDICT_KEEP)
		choose(decision, METHOD_NONE, METHOD_REASON_NOT_NEEDED);
	else if (facts->means.builtin)
		choose(decision, METHOD_BUILTIN, METHOD_REASON_OK);
	else if (facts->means.module == METHOD_REASON_OK)
		choose(decision, METHOD_MODULE, METHOD_REASON_OK);
	else if (parameters_would_do(facts, decision))
		choose_parameters(facts, decision);
	else
		choose(decision, METHOD_NONE, facts->means.module);
}

void decide(const struct facts *facts, struct decision *decision)
{
	decide_policy(facts, decision);
	decide_method(facts, decision);
}
