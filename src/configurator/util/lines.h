/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* The longest line of interest: a domain of /proc/schedstat on 8192 CPUs, below 4 KiB. */
#define LINE_READER_SIZE (16 * 1024)

/** struct line_reader - reads a file line by line, in constant memory */
struct line_reader {
	int fd; /* borrowed */
	bool at_end;
	size_t start, end; /* the bytes not handed out yet */
	char buffer[LINE_READER_SIZE + 1];
};

/** line_reader_init() - read lines from @fd, which stays the caller's */
void line_reader_init(struct line_reader *reader, int fd);

/**
 * line_reader_next() - the next line
 * @line: receives it, without its newline, valid until the next call
 *
 * Return: 1, or 0 at the end of the file, or a negative errno: -EMSGSIZE for a line that is too
 * long, -EBADMSG for one with a NUL byte.
 */
int line_reader_next(struct line_reader *reader, char **line);

/** line_reader_error() - what an error of line_reader_next() means, in words */
const char *line_reader_error(int error);
