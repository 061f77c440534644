// SPDX-License-Identifier: GPL-2.0-or-later
#include "unit.h"

#include <string.h>

#include "gather/cmdline.h"
#include "util/text.h"
#include "util/utf8.h"

static void words_of_a_command_line(void **state)
{
	const char *cursor = "  a b=\"c d\"  e\n", *word;
	size_t length;

	(void)state;
	assert_true(text_next_word(&cursor, &word, &length));
	assert_memory_equal(word, "a", length);
	assert_true(text_next_word(&cursor, &word, &length));
	assert_int_equal(length, strlen("b=\"c d\""));
	assert_true(text_next_word(&cursor, &word, &length));
	assert_memory_equal(word, "e", length);
	assert_false(text_next_word(&cursor, &word, &length));
}

static void the_last_value_wins(void **state)
{
	char value[8];

	(void)state;
	assert_true(cmdline_last_value("k=1 kk=2 k=\"3\"", "k=", value, sizeof(value)));
	assert_string_equal(value, "3");
	assert_false(cmdline_last_value("kk=2 xk=3", "k=", value, sizeof(value)));
	assert_false(cmdline_last_value(NULL, "k=", value, sizeof(value)));
	assert_true(cmdline_last_value("k=0123456789", "k=", value, sizeof(value)));
	assert_string_equal(value, "0123456");
}

static void lists_of_a_command_line(void **state)
{
	(void)state;
	assert_true(cmdline_any_lists("k=a,b,c", "k=", "b"));
	assert_true(cmdline_any_lists("k=a k=c", "k=", "a"));
	assert_false(cmdline_any_lists("k=ab,bc", "k=", "b"));
	assert_false(cmdline_any_lists("k=", "k=", "b"));
}

static void utf8_by_the_rules(void **state)
{
	(void)state;
	assert_int_equal(utf8_sequence("a"), 1);
	assert_int_equal(utf8_sequence("\xc3\xa4"), 2);
	assert_int_equal(utf8_sequence("\xe2\x82\xac"), 3);
	assert_int_equal(utf8_sequence("\xf0\x9f\x90\xa7"), 4);
	assert_int_equal(utf8_sequence("\x80"), 0);
	assert_int_equal(utf8_sequence("\xc0\x80"), 0);         /* overlong */
	assert_int_equal(utf8_sequence("\xe0\x80\x80"), 0);     /* overlong */
	assert_int_equal(utf8_sequence("\xed\xa0\x80"), 0);     /* surrogate */
	assert_int_equal(utf8_sequence("\xf4\x90\x80\x80"), 0); /* above U+10FFFF */
	assert_int_equal(utf8_sequence("\xe2\x82"), 0);         /* cut off */
	assert_int_equal(utf8_sequence("\xf0\x80\x80\x80"), 0);
}

static void printable_in_place(void **state)
{
	char text[] = "a\t\x7f\xc3\xa4\xc2\x9b\xff";

	(void)state;
	text_make_printable(text);
	assert_string_equal(text, "a??\xc3\xa4???");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_of_a_command_line), cmocka_unit_test(the_last_value_wins),
		cmocka_unit_test(lists_of_a_command_line), cmocka_unit_test(utf8_by_the_rules),
		cmocka_unit_test(printable_in_place),
	};

	return RUN(tests);
}
