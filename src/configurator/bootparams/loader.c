// SPDX-License-Identifier: GPL-2.0-or-later
#include "bootparams/loader.h"

#include <string.h>

#include "gather/cmdline.h"
#include "helpers.h"
#include "util/cleanup.h"
#include "util/text.h"

#define GRUB2_CONFIG     "/boot/grub2/grub.cfg" /* Fedora, RHEL, SUSE */
#define SUSE_SETTINGS    "/etc/sysconfig/bootloader"
#define SUSE_LOADER_TYPE "\nLOADER_TYPE="
#define SETTINGS_MAX     (64 * 1024)

/* grub-mkconfig frames what each of its scripts has written. */
#define MKCONFIG_MARK "### BEGIN /etc/grub.d/"

static bool has_marks(const struct root *root)
{
	_cleanup_free_ char *text = NULL;

	return root_read_text(root, GRUB_CONFIG, GRUB_CONFIG_MAX, &text) > 0 &&
	       strstr(text, MKCONFIG_MARK);
}

/* Other distributions have the same folder, but their grub-mkconfig reads no drop-ins. */
static bool is_debian(const struct root *root)
{
	return root_exists(root, HELPER_UPDATE_GRUB) || root_exists(root, "/etc/debian_version");
}

/* LOADER_TYPE="grub2" or "grub2-efi"; "grub2-bls" and "systemd-boot" have no grub.cfg. */
static bool suse_uses_another(const struct root *root)
{
	_cleanup_free_ char *text = NULL;
	const char *type;

	if (root_read_text(root, SUSE_SETTINGS, SETTINGS_MAX, &text) < 0)
		return false;
	type = strstr(text, SUSE_LOADER_TYPE);
	if (!type)
		return false;
	type += strlen(SUSE_LOADER_TYPE);
	type += *type == '"';
	return !text_has_prefix(type, "grub2") || text_has_prefix(type, "grub2-bls");
}

static enum loader_doubt find_debian(const struct root *root, struct means *means)
{
	if (!has_marks(root))
		return LOADER_DOUBT_NO_MARKS;
	means->loader = LOADER_TOOL_UPDATE_GRUB;
	return LOADER_DOUBT_NONE;
}

static enum loader_doubt find_suse(const struct root *root, struct means *means)
{
	if (suse_uses_another(root))
		return LOADER_DOUBT_OTHER_LOADER;
	means->loader = LOADER_TOOL_UPDATE_BOOTLOADER;
	return LOADER_DOUBT_NONE;
}

static enum loader_doubt find_tool(const struct root *root, struct means *means)
{
	if (root_exists(root, GRUB_CONFIG) && root_exists(root, GRUB_DEFAULTS) && is_debian(root))
		return find_debian(root, means);
	if (!root_exists(root, GRUB2_CONFIG))
		return LOADER_DOUBT_NO_CONFIG;
	if (root_exists(root, HELPER_UPDATE_BOOTLOADER))
		return find_suse(root, means);
	if (!root_exists(root, HELPER_GRUBBY))
		return LOADER_DOUBT_NO_CONFIG;
	means->loader = LOADER_TOOL_GRUBBY;
	return LOADER_DOUBT_NONE;
}

/*
 * GRUB's linux command puts BOOT_IMAGE= in front (grub-core/loader/i386/linux.c, efi/linux.c).
 * Where it is missing the kernel came from dom0, from pygrub or from another loader. GRUB inside
 * a PV guest does not put it there (i386/xen.c), but there the admin has to speak anyway.
 */
static bool came_by_grub(const struct root *root)
{
	_cleanup_free_ char *cmdline = cmdline_read(root);
	char value[CMDLINE_VALUE_SIZE];

	return !cmdline || cmdline_last_value(cmdline, "BOOT_IMAGE=", value, sizeof(value));
}

void loader_find(const struct root *root, struct means *means)
{
	means->loader = LOADER_TOOL_UNKNOWN;
	means->loader_doubt = find_tool(root, means);
	if (means->loader_doubt == LOADER_DOUBT_NONE && !came_by_grub(root))
		means->loader_doubt = LOADER_DOUBT_NOT_BY_GRUB;
}
