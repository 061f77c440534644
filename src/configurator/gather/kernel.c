// SPDX-License-Identifier: GPL-2.0-or-later
#include "gather/gather.h"

#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>

#include "util/cleanup.h"
#include "util/text.h"

#define VERSION_LINE_SIZE 1024

/* "Linux version 6.12.0-amd64 (builder) ...": the third word. */
static bool release_from_version(const struct root *root, char *release, size_t size)
{
	char line[VERSION_LINE_SIZE];
	const char *cursor = line, *word;
	size_t length;

	if (root_read_line(root, "/proc/version", line, sizeof(line)) < 0)
		return false;
	for (int i = 0; i < 3; i++)
		if (!text_next_word(&cursor, &word, &length))
			return false;
	text_copy(release, length < size ? length + 1 : size, word);
	return true;
}

void gather_kernel(const struct root *root, char *release, size_t size)
{
	struct utsname name;

	release[0] = '\0';
	if (!root_is_live(root)) {
		if (root_read_line(root, "/proc/sys/kernel/osrelease", release, size) == 0 &&
		    release[0])
			return;
		if (release_from_version(root, release, size))
			return;
	}
	if (uname(&name) == 0)
		text_copy(release, size, name.release);
}

bool gather_in_kdump(const struct root *root)
{
	return root_exists(root, "/proc/vmcore");
}

static void read_word(const struct root *root, const char *path, char *word, size_t size)
{
	if (root_read_line(root, path, word, size) < 0)
		word[0] = '\0';
}

void gather_taint(const struct root *root, char *taint, size_t size)
{
	read_word(root, "/proc/sys/kernel/tainted", taint, size);
}

void gather_boot_id(const struct root *root, char *boot_id, size_t size)
{
	read_word(root, "/proc/sys/kernel/random/boot_id", boot_id, size);
}
