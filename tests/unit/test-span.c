// SPDX-License-Identifier: GPL-2.0-or-later
#include "unit.h"

#include "domains/span.h"

static uint32_t add(struct span_table *table, const char *list)
{
	struct cpuset set;
	uint32_t number = SPAN_UNKNOWN;

	cpuset_parse_list(&set, list);
	assert_int_equal(span_table_add(table, &set, &number), 0);
	return number;
}

static void equal_spans_are_one(void **state)
{
	struct span_table table = { .count = 0 };

	(void)state;
	assert_int_equal(add(&table, "0-3"), 0);
	assert_int_equal(add(&table, "4-7"), 1);
	assert_int_equal(add(&table, "0-3"), 0);
	/* The same words, 64 CPUs further on. */
	assert_int_equal(add(&table, "64-67"), 2);
	assert_int_equal(add(&table, ""), 3);
	assert_int_equal(table.count, 4);
	span_table_release(&table);
}

static void a_span_comes_back_as_it_was(void **state)
{
	static const char *const lists[] = { "0", "8191", "63-64", "0,8191", "100-900", "" };
	struct span_table table = { .count = 0 };

	(void)state;
	for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {
		struct cpuset in, out;
		uint32_t number;

		cpuset_parse_list(&in, lists[i]);
		assert_int_equal(span_table_add(&table, &in, &number), 0);
		span_get(&table, number, &out);
		assert_true(cpuset_equal(&in, &out));
		assert_int_equal(span_first_cpu(&table, number), cpuset_next(&in, 0));
		for (unsigned int cpu = 0; cpu < CPU_LIMIT; cpu++)
			assert_int_equal(span_has(&table, number, cpu), cpuset_has(&in, cpu));
	}
	span_table_release(&table);
}

static void many_spans_stay_apart(void **state)
{
	struct span_table table = { .count = 0 };

	(void)state;
	for (int round = 0; round < 2; round++)
		for (unsigned int cpu = 0; cpu < 4096; cpu++) {
			struct cpuset set;
			uint32_t number;

			cpuset_clear(&set);
			cpuset_add(&set, cpu);
			cpuset_add(&set, cpu + 4096);
			assert_int_equal(span_table_add(&table, &set, &number), 0);
			assert_int_equal(number, cpu);
		}
	assert_int_equal(table.count, 4096);
	span_table_release(&table);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(equal_spans_are_one),
		cmocka_unit_test(a_span_comes_back_as_it_was),
		cmocka_unit_test(many_spans_stay_apart),
	};

	return RUN(tests);
}
