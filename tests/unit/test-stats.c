// SPDX-License-Identifier: GPL-2.0-or-later
#include "unit.h"

#include "compare/stats.h"
#include "util/cleanup.h"

static const double base[] = { 2.00, 2.10, 1.95, 2.05, 2.02 };
static const double other[] = { 1.90, 2.00, 1.93, 1.91, 1.99 };
static const double noisy[] = { 1.90, 2.30, 1.80, 2.20, 1.99 };

static int open_math(void **state)
{
	static struct math_api math;

	*state = &math;
	return math_api_open(&math);
}

static int close_math(void **state)
{
	math_api_close(*state);
	return 0;
}

/* The numbers come from integrating the density of the distribution with Simpson's rule. */
static void quantiles_of_95_percent(void **state)
{
	static const struct {
		unsigned int degrees;
		double t;
	} known[] = {
		{ 1, 12.7062047 }, { 2, 4.3026527 },  { 3, 3.1824463 },   { 4, 2.7764451 },
		{ 5, 2.5705818 },  { 9, 2.2621572 },  { 10, 2.2281389 },  { 19, 2.0930241 },
		{ 29, 2.0452296 }, { 99, 1.9842170 }, { 100, 1.9839715 }, { 999, 1.9623415 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(known); i++)
		assert_near(student_quantile(*state, known[i].degrees, 0.95), known[i].t, 1e-6);
}

static void quantiles_of_50_percent(void **state)
{
	assert_near(student_quantile(*state, 1, 0.5), 1.0, 1e-6);
	assert_near(student_quantile(*state, 9, 0.5), 0.702722, 1e-6);
	assert_near(student_quantile(*state, 100, 0.5), 0.676951, 1e-6);
}

/* From Python's statistics.mean() and stdev() of the logarithms, and t as above */
static void a_paired_ratio(void **state)
{
	struct ratio ratio = ratio_of_pairs(*state, base, other, ARRAY_SIZE(base));

	assert_true(ratio.known);
	assert_near(ratio.mean, 0.9615406, 1e-6);
	assert_near(ratio.low, 0.9312690, 1e-6);
	assert_near(ratio.high, 0.9927963, 1e-6);
	assert_int_equal(ratio_verdict(&ratio), COMPARISON_BETTER);
}

static void the_other_way_round_is_worse(void **state)
{
	struct ratio ratio = ratio_of_pairs(*state, other, base, ARRAY_SIZE(base));

	assert_near(ratio.mean, 1 / 0.9615406, 1e-6);
	assert_near(ratio.low, 1 / 0.9927963, 1e-6);
	assert_int_equal(ratio_verdict(&ratio), COMPARISON_WORSE);
}

static void an_interval_that_holds_1_shows_no_difference(void **state)
{
	struct ratio ratio = ratio_of_pairs(*state, base, noisy, ARRAY_SIZE(base));

	assert_true(ratio.low < 1 && ratio.high > 1);
	assert_int_equal(ratio_verdict(&ratio), COMPARISON_NO_DIFFERENCE);
}

static void the_same_is_no_difference(void **state)
{
	struct ratio ratio = ratio_of_pairs(*state, base, base, ARRAY_SIZE(base));

	assert_near(ratio.low, 1, 1e-12);
	assert_near(ratio.high, 1, 1e-12);
	assert_int_equal(ratio_verdict(&ratio), COMPARISON_NO_DIFFERENCE);
}

static void nothing_and_one_have_no_ratio(void **state)
{
	static const double none[] = { 3, 0, 4 }, some[] = { 3, 5, 4 }, missing[] = { 3, -1, 4 };
	struct ratio ratio = ratio_of_pairs(*state, some, none, ARRAY_SIZE(none));

	assert_false(ratio.known);
	assert_int_equal(ratio_verdict(&ratio), COMPARISON_UNKNOWN);
	assert_false(ratio_of_pairs(*state, none, some, ARRAY_SIZE(none)).known);
	assert_false(ratio_of_pairs(*state, some, missing, ARRAY_SIZE(none)).known);
	assert_false(ratio_of_pairs(*state, some, some, 1).known);
}

static void noise_of_one_way(void **state)
{
	assert_near(variation_of(*state, base, ARRAY_SIZE(base)), 0.0276415, 1e-6);
	assert_near(variation_of(*state, base, 1), 0, 1e-12);
	assert_near(mean_of(base, ARRAY_SIZE(base)), 2.024, 1e-12);
	assert_near(mean_of(base, 0), 0, 1e-12);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(quantiles_of_95_percent),
		cmocka_unit_test(quantiles_of_50_percent),
		cmocka_unit_test(a_paired_ratio),
		cmocka_unit_test(the_other_way_round_is_worse),
		cmocka_unit_test(an_interval_that_holds_1_shows_no_difference),
		cmocka_unit_test(the_same_is_no_difference),
		cmocka_unit_test(nothing_and_one_have_no_ratio),
		cmocka_unit_test(noise_of_one_way),
	};

	return cmocka_run_group_tests(tests, open_math, close_math);
}
