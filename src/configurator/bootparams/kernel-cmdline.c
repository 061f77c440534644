// SPDX-License-Identifier: GPL-2.0-or-later
#include "bootparams/kernel-cmdline.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "gather/cmdline.h"
#include "util/cleanup.h"
#include "util/log.h"
#include "util/text.h"

#define FOLDER   "/etc/kernel"
#define NAME     "cmdline"
#define FILE_MAX (64 * 1024)

/* Take @word out of @text, with the white space before it. */
static void cut_word(char *text, const char *wanted)
{
	const char *cursor = text, *word;
	size_t length;

	while (text_next_word(&cursor, &word, &length)) {
		char *start = text + (word - text);

		if (length != strlen(wanted) || strncmp(word, wanted, length) != 0)
			continue;
		if (start > text && (start[-1] == ' ' || start[-1] == '\t'))
			start--;
		memmove(start, cursor, strlen(cursor) + 1);
		return;
	}
}

/* The end of the first line that is neither empty nor a comment; NULL where there is none. */
static char *end_of_words(char *text)
{
	for (char *line = text; *line; line += *line == '\n') {
		char *end = strchrnul(line, '\n');
		const char *start = line + strspn(line, " \t");

		if (start < end && *start != '#')
			return end;
		line = end;
	}
	return NULL;
}

static char *with_word(char *text, const char *word)
{
	char *end = end_of_words(text), *joined;

	if (asprintf(&joined, "%.*s%s%s%s", (int)(end - text), text, *word ? " " : "", word, end) <
	    0)
		return NULL;
	return joined;
}

static int write_changed(const struct root *root, char *text, const char *from, const char *to,
                         mode_t mode)
{
	_cleanup_free_ char *changed = NULL;

	if (*from)
		cut_word(text, from);
	if (!end_of_words(text))
		return 0;
	changed = with_word(text, cmdline_has_word(text, to) ? "" : to);
	if (!changed)
		return -ENOMEM;
	return root_replace_file_mode(root, FOLDER, NAME, changed, strlen(changed), mode & 07777);
}

int kernel_cmdline_change(const struct root *root, const char *from, const char *to)
{
	_cleanup_close_ int fd = root_open(root, KERNEL_CMDLINE, O_PATH | O_NOFOLLOW);
	_cleanup_free_ char *text = NULL;
	struct stat st;
	ssize_t r = fd;

	if (fd == -ENOENT)
		return 0;
	if (fd >= 0 && fstat(fd, &st) == 0 && !S_ISREG(st.st_mode)) {
		log_line(KERNEL_CMDLINE ": no regular file, left as it is");
		return 0;
	}
	if (fd >= 0)
		r = root_read_text(root, KERNEL_CMDLINE, FILE_MAX, &text);
	if (r >= 0)
		r = write_changed(root, text, from, to, st.st_mode);
	return r < 0 ? (int)r : 0;
}
