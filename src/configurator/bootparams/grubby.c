// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Fedora and RHEL: grubby for the kernels that are installed, /etc/kernel/cmdline for those to
 * come. The latter is never made: with our word alone in it, later kernels would lack root=.
 */
#include "bootparams/tool.h"

#include <stdio.h>
#include <string.h>

#include "bootparams/helper.h"
#include "bootparams/kernel-cmdline.h"
#include "bootparams/own.h"
#include "helpers.h"

#define ARGUMENT_SIZE 128

static int run(const struct root *root, const char *from, const char *to, char *error, size_t size)
{
	const char *argv[5] = { HELPER_GRUBBY, "--update-kernel=ALL" };
	char remove[ARGUMENT_SIZE], add[ARGUMENT_SIZE];
	size_t count = 2;

	if (*from) {
		snprintf(remove, sizeof(remove), "--remove-args=%s", from);
		argv[count++] = remove;
	}
	if (*to) {
		snprintf(add, sizeof(add), "--args=%s", to);
		argv[count++] = add;
	}
	return helper_run(root, argv, error, size);
}

static int edit(const struct root *root, const char *from, const char *to, char *error, size_t size)
{
	int r = kernel_cmdline_change(root, from, to);

	if (r == 0)
		return run(root, from, to, error, size);
	snprintf(error, size, KERNEL_CMDLINE ": %s", strerror(-r));
	return r;
}

static int change(const struct root *root, const char *from, const char *to)
{
	int r = helper_check(root, HELPER_GRUBBY);

	return r < 0 ? r : noted_change(root, LOADER_TOOL_GRUBBY, from, to, edit);
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
	snprintf(text, size, "run " HELPER_GRUBBY " --update-kernel=ALL%s%s%s%s%s",
	         *from ? " --remove-args=" : "", from, *to ? " --args=" : "", to,
	         root_exists(root, KERNEL_CMDLINE) ? ", edit " KERNEL_CMDLINE : "");
}

const struct tool grubby_tool = {
	.change = change,
	.is_in_place = is_in_place,
	.describe = describe,
};
