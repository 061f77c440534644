// SPDX-License-Identifier: GPL-2.0-or-later
/* The boot loaders' files: whose word stands in them, and what bootparams has set. */
#include <string.h>

#include "../fuzz.h"
#include "bootparams/admin.h"
#include "bootparams/kernel-cmdline.h"
#include "bootparams/loader.h"
#include "bootparams/own.h"
#include "bootparams/tool.h"
#include "decide/decide.h"

static void kernel_cmdline_comes_and_goes(void)
{
	kernel_cmdline_change(fuzz_root(), "", "numa=off");
	kernel_cmdline_change(fuzz_root(), "numa=off", "xen.topology=flat");
	kernel_cmdline_change(fuzz_root(), "xen.topology=flat", "");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const files[] = {
		DROP_IN,
		"/boot/grub/grub.cfg",
		"/etc/default/grub",
		"/etc/kernel/cmdline",
		"/etc/sysconfig/bootloader",
		"/boot/loader/entries/a.conf",
		"/var/lib/xen-flat/bootparams",
		"/run/xen-flat/bootparams",
		"/etc/default/grub.d/a.cfg",
		"/proc/cmdline",
	};
	struct means means = { .builtin = false };
	struct own_parameter own;
	char where[320] = "";

	fuzz_put_text("/etc/debian_version", "12\n");
	fuzz_put_text("/boot/grub2/grub.cfg", "");
	fuzz_put_text("/usr/sbin/update-bootloader", "");
	fuzz_put_parts(files, sizeof(files) / sizeof(*files), data, size);
	own_read(fuzz_root(), &own);
	require(!own.word[0] || parameter_is_ours_to_set(own.word));
	require(own.tool < LOADER_TOOL_MAX);
	own_drop_in_is_intact(fuzz_root());
	if (admin_has(fuzz_root(), "numa=off", where, sizeof(where)))
		require(where[0] == '/');
	loader_find(fuzz_root(), &means);
	require(means.loader < LOADER_TOOL_MAX && means.loader_doubt < LOADER_DOUBT_MAX);
	update_grub_tool.is_in_place(fuzz_root(), "numa=off");
	kernel_cmdline_comes_and_goes();
	return 0;
}
