// SPDX-License-Identifier: GPL-2.0-or-later
#include "unit.h"

#include <errno.h>
#include <string.h>

#include "compare/experiment.h"
#include "compare/host.h"

static struct experiment of(unsigned int count, unsigned int rounds)
{
	return (struct experiment){ .count = count, .rounds = rounds };
}

static void two_ways_alternate(void **state)
{
	const struct experiment experiment = of(2, 4);
	static const unsigned int wanted[] = { 0, 1, 1, 0, 0, 1, 1, 0 };

	(void)state;
	for (unsigned int i = 0; i < 8; i++)
		assert_int_equal(experiment_at(&experiment, i / 2, i % 2), wanted[i]);
}

static void each_is_run_once_a_round(void **state)
{
	(void)state;
	for (unsigned int count = 2; count <= COMPARED_MAX; count++) {
		const struct experiment experiment = of(count, 100);

		for (unsigned int round = 0; round < 100; round++) {
			unsigned int seen = 0;

			for (unsigned int place = 0; place < count; place++)
				seen |= 1u << experiment_at(&experiment, round, place);
			assert_int_equal(seen, (1u << count) - 1);
		}
	}
}

/* Over a cycle each at each place, and each behind each other one, equally often */
static void a_cycle_is_balanced(void **state)
{
	(void)state;
	for (unsigned int count = 2; count <= COMPARED_MAX; count++) {
		const struct experiment experiment = of(count, 1);
		unsigned int rows = experiment_cycle(&experiment);
		unsigned int at[COMPARED_MAX][COMPARED_MAX] = { { 0 } };
		unsigned int behind[COMPARED_MAX][COMPARED_MAX] = { { 0 } };

		for (unsigned int round = 0; round < rows; round++)
			for (unsigned int place = 0; place < count; place++) {
				unsigned int way = experiment_at(&experiment, round, place);

				at[way][place]++;
				if (place > 0)
					behind[experiment_at(&experiment, round, place - 1)][way]++;
			}
		for (unsigned int a = 0; a < count; a++)
			for (unsigned int b = 0; b < count; b++) {
				assert_int_equal(at[a][b], rows / count);
				assert_int_equal(behind[a][b], a == b ? 0 : rows / count);
			}
	}
}

static void whole_cycles_are_told_from_others(void **state)
{
	const struct experiment two = of(2, 10), odd = of(2, 11), three = of(3, 6), half = of(3, 3);

	(void)state;
	assert_true(experiment_is_balanced(&two));
	assert_false(experiment_is_balanced(&odd));
	assert_true(experiment_is_balanced(&three));
	assert_false(experiment_is_balanced(&half));
}

static void good_modes(void **state)
{
	struct experiment experiment;
	char name[COMPARED_NAME_SIZE];

	(void)state;
	assert_int_equal(experiment_parse_modes(&experiment, "native,flat:local,node:spread"), 0);
	assert_int_equal(experiment.count, 3);
	assert_int_equal(experiment.compared[0].mode, WANTED_NATIVE);
	assert_int_equal(experiment.compared[1].mode, WANTED_FLAT);
	assert_int_equal(experiment.compared[1].wakeup, WAKEUP_LOCAL);
	assert_int_equal(experiment.compared[2].mode, WANTED_NODE);
	assert_int_equal(experiment.compared[2].wakeup, WAKEUP_SPREAD);
	compared_name(&experiment.compared[1], name);
	assert_string_equal(name, "flat");
	compared_name(&experiment.compared[2], name);
	assert_string_equal(name, "node:spread");
	assert_int_equal(experiment_parse_modes(&experiment, "flat,flat"), 0);
	assert_int_equal(
		experiment_parse_modes(&experiment, "flat,flat,flat,flat,flat,flat,flat,flat"), 0);
}

static void bad_modes(void **state)
{
	static const char *const lists[] = {
		"",
		"native",
		"native,",
		",flat",
		"native,,flat",
		"native flat",
		"native,round",
		"native:local,flat",
		"flat:,node",
		"flat:never,node",
		"native,flat,",
		"native,flat:spread:local",
		"native,flatflatflatflatflat",
		"flat,flat,flat,flat,flat,flat,flat,flat,flat",
	};
	struct experiment experiment;

	(void)state;
	for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++)
		assert_int_equal(experiment_parse_modes(&experiment, lists[i]), -EINVAL);
}

static void rounds(void **state)
{
	static const char *const bad[] = { "",   "1",  "0",    "-2",  "+2",
		                           " 2", "2x", "1001", "2.5", "99999999999999999999999" };
	struct experiment experiment;

	(void)state;
	assert_int_equal(experiment_parse_rounds(&experiment, "2"), 0);
	assert_int_equal(experiment_parse_rounds(&experiment, "1000"), 0);
	assert_int_equal(experiment.rounds, 1000);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_int_equal(experiment_parse_rounds(&experiment, bad[i]), -EINVAL);
}

static void time_of_the_guest(void **state)
{
	struct host_time start, end, since;

	(void)state;
	assert_int_equal(host_time_parse("cpu  100 10 50 1000 40 5 5 20 7 3", 100, &start), 0);
	assert_int_equal(host_time_parse("cpu  300 10 50 900 40 5 5 70 7 3", 100, &end), 0);
	assert_near(start.busy, 1.7, 1e-9);
	assert_near(start.steal, 0.2, 1e-9);
	assert_near(start.total, 12.3, 1e-9);
	since = host_time_since(&start, &end);
	assert_near(since.busy, 2.0, 1e-9);
	assert_near(since.steal, 0.5, 1e-9);
	since = host_time_since(&end, &start);
	assert_near(since.busy, 0, 1e-12);
	assert_int_equal(host_time_parse("cpu0 1 2 3 4 5 6 7 8", 100, &start), -EINVAL);
	assert_int_equal(host_time_parse("cpu  1 2 3 4 5 6 7", 100, &start), -EINVAL);
	assert_int_equal(host_time_parse("", 100, &start), -EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_ways_alternate),
		cmocka_unit_test(each_is_run_once_a_round),
		cmocka_unit_test(a_cycle_is_balanced),
		cmocka_unit_test(whole_cycles_are_told_from_others),
		cmocka_unit_test(good_modes),
		cmocka_unit_test(bad_modes),
		cmocka_unit_test(rounds),
		cmocka_unit_test(time_of_the_guest),
	};

	return RUN(tests);
}
