// SPDX-License-Identifier: GPL-2.0-or-later
#include "util/lines.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

void line_reader_init(struct line_reader *reader, int fd)
{
	reader->fd = fd;
	reader->at_end = false;
	reader->start = reader->end = 0;
}

/* Move what is left to the front and read behind it. */
static int refill(struct line_reader *reader)
{
	size_t left = reader->end - reader->start;
	ssize_t n;

	if (left == LINE_READER_SIZE)
		return -EMSGSIZE;
	memmove(reader->buffer, reader->buffer + reader->start, left);
	reader->start = 0;
	reader->end = left;
	do {
		n = read(reader->fd, reader->buffer + left, LINE_READER_SIZE - left);
	} while (n < 0 && errno == EINTR);
	if (n < 0)
		return -errno;
	reader->at_end = n == 0;
	reader->end += (size_t)n;
	return 0;
}

static int hand_out(struct line_reader *reader, char *newline, char **line)
{
	*line = reader->buffer + reader->start;
	*newline = '\0';
	if (memchr(*line, '\0', (size_t)(newline - *line)))
		return -EBADMSG;
	reader->start = (size_t)(newline - reader->buffer) + 1;
	return 1;
}

int line_reader_next(struct line_reader *reader, char **line)
{
	for (;;) {
		size_t left = reader->end - reader->start;
		char *newline = memchr(reader->buffer + reader->start, '\n', left);
		int r;

		if (newline)
			return hand_out(reader, newline, line);
		if (reader->at_end && left == 0)
			return 0;
		if (reader->at_end) {
			r = hand_out(reader, reader->buffer + reader->end, line);
			reader->start = reader->end;
			return r;
		}
		r = refill(reader);
		if (r < 0)
			return r;
	}
}

const char *line_reader_error(int error)
{
	switch (error) {
	case -EMSGSIZE:
		return "a line is too long";
	case -EBADMSG:
		return "it holds binary data";
	default:
		return strerror(-error);
	}
}
