// SPDX-License-Identifier: GPL-2.0-or-later
#include "unit.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "util/lines.h"

static int file_of(const char *text, size_t length)
{
	int fd = memfd_create("lines", 0);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, length), length);
	lseek(fd, 0, SEEK_SET);
	return fd;
}

static void lines_come_one_by_one(void **state)
{
	static struct line_reader reader;
	int fd = file_of("one\n\nthree", 10);
	char *line;

	(void)state;
	line_reader_init(&reader, fd);
	assert_int_equal(line_reader_next(&reader, &line), 1);
	assert_string_equal(line, "one");
	assert_int_equal(line_reader_next(&reader, &line), 1);
	assert_string_equal(line, "");
	assert_int_equal(line_reader_next(&reader, &line), 1);
	assert_string_equal(line, "three");
	assert_int_equal(line_reader_next(&reader, &line), 0);
	assert_int_equal(line_reader_next(&reader, &line), 0);
	close(fd);
}

static void a_line_has_a_longest_length(void **state)
{
	static struct line_reader reader;
	static char text[LINE_READER_SIZE + 2];
	char *line;
	int fd;

	(void)state;
	memset(text, 'a', sizeof(text));
	text[LINE_READER_SIZE - 1] = '\n';
	fd = file_of(text, sizeof(text));
	line_reader_init(&reader, fd);
	assert_int_equal(line_reader_next(&reader, &line), 1);
	assert_int_equal(strlen(line), LINE_READER_SIZE - 1);
	close(fd);

	memset(text, 'a', sizeof(text));
	fd = file_of(text, sizeof(text));
	line_reader_init(&reader, fd);
	assert_int_equal(line_reader_next(&reader, &line), -EMSGSIZE);
	close(fd);
}

static void a_nul_byte_is_no_text(void **state)
{
	static struct line_reader reader;
	int fd = file_of("a\0b\n", 4);
	char *line;

	(void)state;
	line_reader_init(&reader, fd);
	assert_int_equal(line_reader_next(&reader, &line), -EBADMSG);
	close(fd);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_come_one_by_one),
		cmocka_unit_test(a_line_has_a_longest_length),
		cmocka_unit_test(a_nul_byte_is_no_text),
	};

	return RUN(tests);
}
