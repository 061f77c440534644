// SPDX-License-Identifier: GPL-2.0-or-later
/* SUSE: update-bootloader keeps /etc/default/grub and writes the boot loader's configuration. */
#include "bootparams/tool.h"

#include <stdio.h>

#include "bootparams/helper.h"
#include "bootparams/own.h"
#include "helpers.h"

static int run(const struct root *root, const char *option, const char *word, char *error,
               size_t size)
{
	const char *const argv[] = { HELPER_UPDATE_BOOTLOADER, option, word, NULL };

	return helper_run(root, argv, error, size);
}

static int edit(const struct root *root, const char *from, const char *to, char *error, size_t size)
{
	int r = *from ? run(root, "--del-option", from, error, size) : 0;

	if (r == 0 && *to)
		r = run(root, "--add-option", to, error, size);
	return r < 0 ? r : run(root, "--config", NULL, error, size);
}

static int change(const struct root *root, const char *from, const char *to)
{
	int r = helper_check(root, HELPER_UPDATE_BOOTLOADER);

	return r < 0 ? r : noted_change(root, LOADER_TOOL_UPDATE_BOOTLOADER, from, to, edit);
}

static bool is_in_place(const struct root *root, const char *word)
{
	(void)root;
	(void)word;
	return true; /* the note tells */
}

static void describe(const struct root *root, const char *from, const char *to, char *text,
                     size_t size)
{
	(void)root;
	snprintf(text, size, "run " HELPER_UPDATE_BOOTLOADER "%s%s%s%s, --config",
	         *from ? " --del-option " : "", from, *to ? " --add-option " : "", to);
}

const struct tool update_bootloader_tool = {
	.change = change,
	.is_in_place = is_in_place,
	.describe = describe,
};
