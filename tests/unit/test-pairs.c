// SPDX-License-Identifier: GPL-2.0-or-later
#include "unit.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "model/pairs.h"

static char *print(const struct pairs *pairs, void (*how)(const struct pairs *, FILE *))
{
	char *text = NULL;
	size_t length;
	FILE *out = open_memstream(&text, &length);

	how(pairs, out);
	fclose(out);
	return text;
}

static void values_survive_the_round_trip(void **state)
{
	static const char *const values[] = {
		"",   "plain-1.2_3/4:5,6+7@8%9", "with blank", "it's",      "'''",
		"\\", "$(id) `id` \"x\"",        "a=b",        "?:0-1|2-3", "\xc3\xa4\xe2\x82\xac"
	};

	(void)state;
	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
		struct pairs in = { .count = 0 }, out;
		char *text;

		pairs_set(&in, "key", values[i]);
		text = print(&in, pairs_print);
		assert_int_equal(pairs_parse(text, &out), 0);
		assert_string_equal(pairs_get(&out, "key"), values[i]);
		free(text);
		pairs_release(&in);
		pairs_release(&out);
	}
}

static void a_value_stays_on_its_line(void **state)
{
	struct pairs pairs = { .count = 0 };

	(void)state;
	pairs_set(&pairs, "key", "a\nresult=done\x1b[31m\xff");
	assert_string_equal(pairs_get(&pairs, "key"), "a?result=done?[31m?");
	pairs_release(&pairs);
}

static void setting_again_keeps_the_place(void **state)
{
	struct pairs pairs = { .count = 0 };
	char *text;

	(void)state;
	pairs_set(&pairs, "a", "1");
	pairs_set(&pairs, "b", "2");
	pairs_setf(&pairs, "a", "%d", 3);
	text = print(&pairs, pairs_print);
	assert_string_equal(text, "a=3\nb=2\n");
	free(text);
	pairs_release(&pairs);
}

static void json_escapes(void **state)
{
	struct pairs pairs = { .count = 0 };
	char *text;

	(void)state;
	pairs_set(&pairs, "a", "\"\\\xc3\xa4");
	text = print(&pairs, pairs_print_json);
	assert_string_equal(text, "{\n  \"a\": \"\\\"\\\\\xc3\xa4\"\n}\n");
	free(text);
	pairs_release(&pairs);
}

static void bad_lines_are_refused(void **state)
{
	static const char *const bad[] = { "a",    "=b",     "A=b",     "a b=c", "a=b c",
		                           "a='b", "a='b'c", "a=$(id)", "\n",    "a=b\n\nc=d\n" };

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct pairs pairs;

		assert_int_equal(pairs_parse(bad[i], &pairs), -EINVAL);
		assert_int_equal(pairs.count, 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values_survive_the_round_trip),
		cmocka_unit_test(a_value_stays_on_its_line),
		cmocka_unit_test(setting_again_keeps_the_place),
		cmocka_unit_test(json_escapes),
		cmocka_unit_test(bad_lines_are_refused),
	};

	return RUN(tests);
}
