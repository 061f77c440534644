// SPDX-License-Identifier: GPL-2.0-or-later
#include "gather/cmdline.h"

#include <errno.h>
#include <string.h>

#include "util/log.h"
#include "util/text.h"

#define CMDLINE     "/proc/cmdline"
#define CMDLINE_MAX (64 * 1024) /* COMMAND_LINE_SIZE is 2048 on x86, 4096 on s390 */

static void cut_init_words(char *cmdline)
{
	const char *cursor = cmdline, *word;
	size_t length;

	while (text_next_word(&cursor, &word, &length))
		if (length == 2 && strncmp(word, "--", 2) == 0) {
			cmdline[word - cmdline] = '\0';
			return;
		}
}

char *cmdline_read(const struct root *root)
{
	char *text = NULL;
	ssize_t r = root_read_text(root, CMDLINE, CMDLINE_MAX, &text);

	if (r < 0) {
		if (r != -ENOENT)
			log_errno((int)r, CMDLINE ": not read");
		return NULL;
	}
	cut_init_words(text);
	return text;
}

bool cmdline_last_value(const char *cmdline, const char *key, char *value, size_t size)
{
	const char *cursor = cmdline, *word;
	bool found = false;
	size_t length;

	while (cmdline && text_next_word(&cursor, &word, &length))
		found |= text_word_value(word, length, key, value, size);
	return found;
}

bool cmdline_has_word(const char *cmdline, const char *wanted)
{
	const char *cursor = cmdline, *word;
	size_t length;

	while (cmdline && text_next_word(&cursor, &word, &length))
		if (length == strlen(wanted) && strncmp(word, wanted, length) == 0)
			return true;
	return false;
}

bool cmdline_any_lists(const char *cmdline, const char *key, const char *item)
{
	const char *cursor = cmdline, *word;
	char value[1024];
	size_t length;

	while (cmdline && text_next_word(&cursor, &word, &length))
		if (text_word_value(word, length, key, value, sizeof(value)) &&
		    text_list_has(value, item))
			return true;
	return false;
}
