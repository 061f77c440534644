// SPDX-License-Identifier: GPL-2.0-or-later
#include "unit.h"

#include "decide/decide.h"

/* A guest that the last row flattens; each test changes what its row looks at. */
static struct facts guest(void)
{
	struct facts facts = {
		.hypervisor = { HYPERVISOR_XEN, ROLE_DOMU, GUEST_TYPE_PVH, CLOUD_NONE, "4.17.7" },
		.vcpus_pinned = ANSWER_UNKNOWN,
		.cpus = { .numa_nodes = 1 },
		.topology = { TOPOLOGY_HIERARCHICAL, TOPOLOGY_SOURCE_SCHEDSTAT, NULL },
	};

	cpuset_parse_list(&facts.cpus.online, "0-3");
	return facts;
}

static void assert_decision(const struct facts *facts, unsigned int row, enum verdict verdict,
                            enum reason reason, enum wanted wanted)
{
	struct decision decision;

	decide(facts, &decision);
	assert_int_equal(decision.row, row);
	assert_int_equal(decision.verdict, verdict);
	assert_int_equal(decision.reason, reason);
	assert_int_equal(decision.wanted, wanted);
}

/*
 * Facts are taken away from the strongest row to the weakest, so that each step shows both its
 * own row and that the rows above no longer match.
 */
static void rows_match_in_their_order(void **state)
{
	struct facts facts = guest();

	(void)state;
	facts.hypervisor.hypervisor = HYPERVISOR_OTHER;
	facts.container = true;
	facts.settings.topology = SETTING_NATIVE;
	facts.hypervisor.role = ROLE_DOM0;
	facts.hypervisor.cloud = CLOUD_EC2;
	facts.topology.topology = TOPOLOGY_UNKNOWN;
	cpuset_parse_list(&facts.cpus.online, "0");
	assert_decision(&facts, 1, VERDICT_KEEP, REASON_NOT_XEN, WANTED_NATIVE);
	facts.hypervisor.hypervisor = HYPERVISOR_XEN;
	assert_decision(&facts, 2, VERDICT_KEEP, REASON_CONTAINER, WANTED_NATIVE);
	facts.container = false;
	assert_decision(&facts, 3, VERDICT_KEEP, REASON_ADMIN_NATIVE, WANTED_NATIVE);
	facts.settings.topology = SETTING_FLAT;
	assert_decision(&facts, 4, VERDICT_FLATTEN, REASON_ADMIN_FLAT, WANTED_FLAT);
	facts.settings.topology = SETTING_AUTO;
	assert_decision(&facts, 5, VERDICT_KEEP, REASON_DOM0, WANTED_NATIVE);
	facts.vcpus_pinned = ANSWER_YES;
	assert_decision(&facts, 5, VERDICT_KEEP, REASON_DOM0_PINNED, WANTED_NATIVE);
	facts.vcpus_pinned = ANSWER_NO;
	assert_decision(&facts, 6, VERDICT_KEEP, REASON_PINNED_PLATFORM, WANTED_NATIVE);
	facts.hypervisor.cloud = CLOUD_NONE;
	assert_decision(&facts, 7, VERDICT_KEEP, REASON_SINGLE_CPU, WANTED_NATIVE);
	cpuset_parse_list(&facts.cpus.online, "0-3");
	assert_decision(&facts, 8, VERDICT_KEEP, REASON_TOPOLOGY_UNKNOWN, WANTED_NATIVE);
	facts.topology.topology = TOPOLOGY_FLAT;
	assert_decision(&facts, 9, VERDICT_KEEP, REASON_ALREADY_FLAT, WANTED_FLAT);
	facts.topology.topology = TOPOLOGY_HIERARCHICAL;
	facts.cpus.numa_nodes = 2;
	assert_decision(&facts, 10, VERDICT_FLATTEN, REASON_VNUMA, WANTED_NODE);
	facts.cpus.numa_nodes = 1;
	assert_decision(&facts, 11, VERDICT_FLATTEN, REASON_HIERARCHICAL, WANTED_FLAT);
	facts.topology.topology = TOPOLOGY_FLAT_SMT;
	assert_decision(&facts, 11, VERDICT_FLATTEN, REASON_FAKE_SMT, WANTED_FLAT);
}

static void flat_node_counts_on_several_nodes_only(void **state)
{
	struct facts facts = guest();

	(void)state;
	facts.topology.topology = TOPOLOGY_FLAT_NODE;
	facts.cpus.numa_nodes = 2;
	assert_decision(&facts, 9, VERDICT_KEEP, REASON_ALREADY_FLAT, WANTED_NODE);
	facts.settings.topology = SETTING_FLAT;
	assert_decision(&facts, 4, VERDICT_FLATTEN, REASON_ADMIN_FLAT, WANTED_FLAT);
	facts.settings.topology = SETTING_NODE;
	assert_decision(&facts, 4, VERDICT_KEEP, REASON_ALREADY_FLAT, WANTED_NODE);
}

static void node_on_one_node_is_flat(void **state)
{
	(void)state;
	assert_true(topology_satisfies(TOPOLOGY_FLAT, WANTED_NODE, 1));
	assert_false(topology_satisfies(TOPOLOGY_FLAT, WANTED_NODE, 2));
	assert_true(topology_satisfies(TOPOLOGY_FLAT_NODE, WANTED_NODE, 2));
	assert_false(topology_satisfies(TOPOLOGY_FLAT_SMT, WANTED_FLAT, 1));
	assert_true(topology_satisfies(TOPOLOGY_HIERARCHICAL, WANTED_NATIVE, 1));
}

static void assert_method(const struct facts *facts, enum method method, enum method_reason reason)
{
	struct decision decision;

	decide(facts, &decision);
	assert_int_equal(decision.method, method);
	assert_int_equal(decision.method_reason, reason);
}

static void the_cheapest_method_that_works(void **state)
{
	struct facts facts = guest();

	(void)state;
	facts.means.builtin = true;
	assert_method(&facts, METHOD_BUILTIN, METHOD_REASON_OK);
	facts.means.builtin = false;
	assert_method(&facts, METHOD_MODULE, METHOD_REASON_OK);
	for (int reason = METHOD_REASON_MODULE_MISSING; reason <= METHOD_REASON_MODULE_FAILED;
	     reason++) {
		facts.means.module = (enum method_reason)reason;
		assert_method(&facts, METHOD_NONE, (enum method_reason)reason);
	}
	facts.means.numa_off_flattens = true;
	assert_method(&facts, METHOD_NONE, METHOD_REASON_LOADER_UNKNOWN);
	facts.means.loader = LOADER_TOOL_UPDATE_GRUB;
	assert_method(&facts, METHOD_PARAMETERS, METHOD_REASON_OK);
	facts.hypervisor.guest_type = GUEST_TYPE_PV;
	assert_method(&facts, METHOD_NONE, METHOD_REASON_PYGRUB_UNSAFE);
	facts.topology.topology = TOPOLOGY_FLAT;
	assert_method(&facts, METHOD_NONE, METHOD_REASON_NOT_NEEDED);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows_match_in_their_order),
		cmocka_unit_test(flat_node_counts_on_several_nodes_only),
		cmocka_unit_test(node_on_one_node_is_flat),
		cmocka_unit_test(the_cheapest_method_that_works),
	};

	return RUN(tests);
}
