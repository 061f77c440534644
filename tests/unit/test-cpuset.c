// SPDX-License-Identifier: GPL-2.0-or-later
#include "unit.h"

#include <errno.h>
#include <stdlib.h>

#include "util/cpuset.h"

static void lists_survive_the_round_trip(void **state)
{
	static const char *const lists[] = { "", "0", "0-3", "0-3,8", "1,3,5", "63-64", "0-8191" };

	(void)state;
	for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {
		struct cpuset set;
		char *text;

		assert_int_equal(cpuset_parse_list(&set, lists[i]), 0);
		text = cpuset_format_list(&set);
		assert_string_equal(text, lists[i]);
		free(text);
	}
}

static void neighbours_become_a_range(void **state)
{
	struct cpuset set;
	char *text;

	(void)state;
	assert_int_equal(cpuset_parse_list(&set, "2,0,1,3-3,7"), 0);
	text = cpuset_format_list(&set);
	assert_string_equal(text, "0-3,7");
	free(text);
}

static void bad_lists_are_refused_and_leave_nothing(void **state)
{
	static const struct {
		const char *list;
		int error;
	} bad[] = {
		{ "x", -EINVAL },
		{ "1-", -EINVAL },
		{ "3-1", -EINVAL },
		{ "1,,2", -EINVAL },
		{ "1,", -EINVAL },
		{ " 1", -EINVAL },
		{ "-1", -EINVAL },
		{ "1 ", -EINVAL },
		{ "8192", -ERANGE },
		{ "0-8192", -ERANGE },
		{ "99999999999999", -ERANGE },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct cpuset set;

		assert_int_equal(cpuset_parse_list(&set, bad[i].list), bad[i].error);
		assert_true(cpuset_is_empty(&set));
	}
}

static void next_walks_over_words(void **state)
{
	struct cpuset set;
	unsigned int cpu, seen = 0;

	(void)state;
	cpuset_parse_list(&set, "0,63,64,127,128,8191");
	for_each_cpu(cpu, &set)
		seen++;
	assert_int_equal(seen, 6);
	assert_int_equal(cpuset_count(&set), 6);
	assert_int_equal(cpuset_next(&set, 129), 8191);
	assert_int_equal(cpuset_next(&set, CPU_LIMIT), CPU_LIMIT);
	assert_false(cpuset_has(&set, CPU_LIMIT));
}

static void set_operations(void **state)
{
	struct cpuset all, some, rest;

	(void)state;
	cpuset_parse_list(&all, "0-100");
	cpuset_parse_list(&some, "50-70");
	rest = all;
	cpuset_remove_all(&rest, &some);
	assert_int_equal(cpuset_count(&rest), 80);
	assert_true(cpuset_is_subset(&some, &all));
	assert_false(cpuset_is_subset(&all, &some));
	cpuset_keep_only(&all, &some);
	assert_true(cpuset_equal(&all, &some));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lists_survive_the_round_trip),
		cmocka_unit_test(neighbours_become_a_range),
		cmocka_unit_test(bad_lists_are_refused_and_leave_nothing),
		cmocka_unit_test(next_walks_over_words),
		cmocka_unit_test(set_operations),
	};

	return RUN(tests);
}
