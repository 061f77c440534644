// SPDX-License-Identifier: GPL-2.0-or-later
#include "bootparams/tool.h"

#include "bootparams/own.h"
#include "util/log.h"

#define ERROR_SIZE 512

const struct tool *tool_for(enum loader_tool tool)
{
	static const struct tool *const tools[LOADER_TOOL_MAX] = {
		[LOADER_TOOL_UPDATE_GRUB] = &update_grub_tool,
		[LOADER_TOOL_GRUBBY] = &grubby_tool,
		[LOADER_TOOL_UPDATE_BOOTLOADER] = &update_bootloader_tool,
	};

	return tools[tool];
}

int noted_change(const struct root *root, enum loader_tool tool, const char *from, const char *to,
                 edit_function *edit)
{
	char error[ERROR_SIZE] = "", ignored[ERROR_SIZE];
	/* While both may be somewhere, the one that is there now counts as ours. */
	int r = *to ? own_write_note(root, tool, to) : 0;

	if (r < 0)
		return log_errno(r, "%s cannot be noted, nothing is changed", to);
	r = edit(root, from, to, error, sizeof(error));
	if (r < 0) {
		log_line("%s; the old state is put back", error);
		edit(root, to, from, ignored, sizeof(ignored));
		own_write_note(root, tool, from);
		return r;
	}
	r = own_write_note(root, tool, to);
	return r < 0 ? log_errno(r, "the note of %s cannot be removed", from) : 0;
}
