// SPDX-License-Identifier: GPL-2.0-or-later
#include "bootparams/admin.h"

#include <stdio.h>
#include <string.h>

#include "bootparams/loader.h"
#include "bootparams/own.h"
#include "util/cleanup.h"
#include "util/text.h"

#define FILE_MAX (1024 * 1024)

/* Words of the kernel command line, also inside a shell's quotes. */
#define WORD_ENDS " \t\r\n\"'"

static bool is_comment(const char *line)
{
	return line[strspn(line, " \t")] == '#';
}

static bool word_is(const char *word, size_t length, const char *name, size_t name_length)
{
	return length >= name_length && strncmp(word, name, name_length) == 0;
}

static bool line_has(const struct root *root, const char *line, const char *name,
                     size_t name_length)
{
	while (*line) {
		size_t length = strcspn(line, WORD_ENDS);

		if (word_is(line, length, name, name_length) && !own_knows(root, line, length))
			return true;
		line += length;
		line += strspn(line, WORD_ENDS);
	}
	return false;
}

static bool file_has(const struct root *root, const char *path, const char *name,
                     size_t name_length)
{
	_cleanup_free_ char *text = NULL;
	char *line, *rest;

	if (root_read_text(root, path, FILE_MAX, &text) < 0)
		return false;
	for (rest = text; (line = strsep(&rest, "\n"));)
		if (!is_comment(line) && line_has(root, line, name, name_length))
			return true;
	return false;
}

static bool folder_has(const struct root *root, const char *folder, const char *suffix,
                       const char *name, size_t name_length, char *where, size_t size)
{
	_cleanup_closedir_ DIR *dir = NULL;
	struct dirent *entry;

	if (root_opendir(root, folder, &dir) < 0)
		return false;
	while ((entry = readdir(dir))) {
		if (!text_has_suffix(entry->d_name, suffix) ||
		    strcmp(entry->d_name, DROP_IN_NAME) == 0)
			continue;
		snprintf(where, size, "%s/%s", folder, entry->d_name);
		if (file_has(root, where, name, name_length))
			return true;
	}
	return false;
}

bool admin_has(const struct root *root, const char *parameter, char *where, size_t size)
{
	static const char *const files[] = { GRUB_DEFAULTS, "/etc/kernel/cmdline",
		                             "/proc/cmdline" };
	size_t name_length = strcspn(parameter, "=") + 1;

	for (size_t i = 0; i < ARRAY_SIZE(files); i++) {
		text_copy(where, size, files[i]);
		if (file_has(root, where, parameter, name_length))
			return true;
	}
	return folder_has(root, GRUB_DEFAULTS_FOLDER, ".cfg", parameter, name_length, where,
	                  size) ||
	       folder_has(root, "/boot/loader/entries", ".conf", parameter, name_length, where,
	                  size);
}
