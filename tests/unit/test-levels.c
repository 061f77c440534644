// SPDX-License-Identifier: GPL-2.0-or-later
#include "unit.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "domains/levels.h"

static void add_domain(struct domain_tree *tree, const char *name, const char *list)
{
	struct cpuset span;

	cpuset_parse_list(&span, list);
	assert_int_equal(domain_tree_add_domain(tree, name, &span), 0);
}

static void a_line_for_a_tree(void **state)
{
	struct domain_tree tree = { .cpu_count = 0 };
	struct cpuset judged;
	char *text;

	(void)state;
	for (unsigned int cpu = 0; cpu < 4; cpu++) {
		assert_int_equal(domain_tree_add_cpu(&tree, cpu), 0);
		add_domain(&tree, "MC", cpu < 2 ? "0-1" : "2-3");
		add_domain(&tree, "PKG", "0-3");
	}
	cpuset_parse_list(&judged, "0-3");
	text = levels_format(&tree, &judged);
	assert_string_equal(text, "MC:0-1|2-3 PKG:0-3");
	free(text);
	domain_tree_release(&tree);
}

static void a_tree_takes_no_cpu_twice(void **state)
{
	struct domain_tree tree = { .cpu_count = 0 };

	(void)state;
	assert_int_equal(domain_tree_add_cpu(&tree, 1), 0);
	assert_int_equal(domain_tree_add_cpu(&tree, 1), -EEXIST);
	domain_tree_release(&tree);
}

static void a_tree_takes_no_strange_names(void **state)
{
	struct domain_tree tree = { .cpu_count = 0 };

	(void)state;
	assert_int_equal(domain_tree_add_cpu(&tree, 0), 0);
	assert_int_equal(domain_tree_add_domain(&tree, "", NULL), -EINVAL);
	assert_int_equal(domain_tree_add_domain(&tree, "a b", NULL), -EINVAL);
	assert_int_equal(domain_tree_add_domain(&tree, "ABCDEFGHIJKLMNOP", NULL), -EINVAL);
	assert_int_equal(domain_tree_add_domain(&tree, "ABCDEFGHIJKLMNO", NULL), 0);
	domain_tree_release(&tree);
}

static void a_tree_has_an_end(void **state)
{
	struct domain_tree tree = { .cpu_count = 0 };
	char name[8] = "L?";
	int r = 0;

	(void)state;
	for (unsigned int cpu = 0; r == 0 && cpu < 64; cpu++) {
		domain_tree_add_cpu(&tree, cpu);
		name[1] = (char)('0' + cpu);
		if (cpu > 9)
			name[1] = (char)('A' + cpu - 10);
		r = domain_tree_add_domain(&tree, name, NULL);
	}
	assert_int_equal(r, -E2BIG);
	domain_tree_release(&tree);
}

static void a_line_is_parsed(void **state)
{
	struct level_list list;

	(void)state;
	assert_int_equal(levels_parse("?:0-1|2-3 PKG:0-3", &list), 0);
	assert_int_equal(list.count, 2);
	assert_string_equal(list.levels[0].name, "?");
	assert_int_equal(list.levels[0].group_count, 2);
	assert_int_equal(cpuset_next(&list.levels[0].groups[1], 0), 2);
	assert_string_equal(list.levels[1].name, "PKG");
	level_list_release(&list);

	assert_int_equal(levels_parse("", &list), 0);
	assert_int_equal(list.count, 0);
	assert_int_equal(levels_parse("MC:?", &list), 0);
	assert_int_equal(list.levels[0].group_count, 0);
	level_list_release(&list);
}

static void bad_lines_are_refused(void **state)
{
	static const char *const bad[] = {
		"MC", ":0-3", "MC:", "MC:x", "MC:0-1|x", "MC:0 0-3", "ABCDEFGHIJKLMNOP:0-3"
	};

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct level_list list;

		assert_int_equal(levels_parse(bad[i], &list), -EINVAL);
		assert_int_equal(list.count, 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_line_for_a_tree),
		cmocka_unit_test(a_tree_takes_no_cpu_twice),
		cmocka_unit_test(a_tree_takes_no_strange_names),
		cmocka_unit_test(a_tree_has_an_end),
		cmocka_unit_test(a_line_is_parsed),
		cmocka_unit_test(bad_lines_are_refused),
	};

	return RUN(tests);
}
