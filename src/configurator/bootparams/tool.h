/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "model/words.h"
#include "util/root.h"

/**
 * struct tool - a program that keeps kernel parameters
 *
 * @from and @to are the parameter that bootparams has set so far and the one to set; "" for none.
 */
struct tool {
	/* Change what is set. All or nothing: 0, or a negative errno with a line in the log. */
	int (*change)(const struct root *root, const char *from, const char *to);
	/* Whether @word, known as set, has arrived where the boot loader reads it. */
	bool (*is_in_place)(const struct root *root, const char *word);
	/* What change() would do, for people. */
	void (*describe)(const struct root *root, const char *from, const char *to, char *text,
	                 size_t size);
};

extern const struct tool update_grub_tool;
extern const struct tool grubby_tool;
extern const struct tool update_bootloader_tool;

/** tool_for() - the tool, NULL for LOADER_TOOL_UNKNOWN */
const struct tool *tool_for(enum loader_tool tool);

/** edit_function - change a parameter in files; @error receives what went wrong */
typedef int edit_function(const struct root *root, const char *from, const char *to, char *error,
                          size_t size);

/**
 * noted_change() - change a parameter by a tool that edits files which are not ours alone
 * @edit: makes the change
 *
 * A note is taken before, so that what is ours is known whatever happens. When @edit fails it is
 * called again to take its change back.
 *
 * Return: 0, or a negative errno with a line in the log.
 */
int noted_change(const struct root *root, enum loader_tool tool, const char *from, const char *to,
                 edit_function *edit);
