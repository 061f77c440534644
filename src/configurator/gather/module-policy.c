// SPDX-License-Identifier: GPL-2.0-or-later
#include "gather/module-policy.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gather/cmdline.h"
#include "gather/flattener.h"
#include "util/cleanup.h"
#include "util/lines.h"
#include "util/text.h"

#define LINE_SIZE 128

static bool line_is(const struct root *root, const char *path, const char *word)
{
	char line[LINE_SIZE];

	return root_read_line(root, path, line, sizeof(line)) == 0 && strcmp(line, word) == 0;
}

bool module_policy_disabled(const struct root *root)
{
	return line_is(root, "/proc/sys/kernel/modules_disabled", "1");
}

bool module_policy_signature_enforced(const struct root *root)
{
	return line_is(root, "/sys/module/module/parameters/sig_enforce", "Y");
}

/* systemd mounts securityfs; initramfs images without it do not. */
static int read_lockdown(const struct root *root, char *line, size_t size)
{
	int r = root_read_line(root, "/sys/kernel/security/lockdown", line, size);

	return r == -ENOENT ? root_read_unmounted(root, "securityfs", "lockdown", line, size) : r;
}

bool module_policy_locked_down(const struct root *root)
{
	char line[LINE_SIZE];

	if (read_lockdown(root, line, sizeof(line)) < 0)
		return false;
	return strstr(line, "[integrity]") || strstr(line, "[confidentiality]");
}

static bool cmdline_blacklists(const struct root *root)
{
	static const char *const keys[] = { "modprobe.blacklist=", "module_blacklist=",
		                            "rd.driver.blacklist=" };
	_cleanup_free_ char *cmdline = cmdline_read(root);

	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		if (cmdline_any_lists(cmdline, keys[i], MODULE_NAME))
			return true;
	return false;
}

/* modprobe takes '-' and '_' in a module's name for the same. */
static bool is_our_module(const char *name, size_t length)
{
	if (length != strlen(MODULE_NAME))
		return false;
	for (size_t i = 0; i < length; i++)
		if (name[i] != MODULE_NAME[i] && !(name[i] == '-' && MODULE_NAME[i] == '_'))
			return false;
	return true;
}

static bool refuses(const char *command, size_t length)
{
	static const char *const commands[] = { "/bin/false", "/usr/bin/false", "/bin/true",
		                                "/usr/bin/true" };

	for (size_t i = 0; i < ARRAY_SIZE(commands); i++)
		if (strlen(commands[i]) == length && strncmp(command, commands[i], length) == 0)
			return true;
	return false;
}

/* "blacklist xen_flat" or "install xen_flat /bin/false" (modprobe.d(5)) */
static bool line_blacklists(const char *line)
{
	const char *cursor = line, *verb, *name, *command;
	size_t verb_length, name_length, command_length;

	if (!text_next_word(&cursor, &verb, &verb_length) ||
	    !text_next_word(&cursor, &name, &name_length) || !is_our_module(name, name_length))
		return false;
	if (verb_length == strlen("blacklist") && text_has_prefix(verb, "blacklist"))
		return true;
	return verb_length == strlen("install") && text_has_prefix(verb, "install") &&
	       text_next_word(&cursor, &command, &command_length) &&
	       refuses(command, command_length);
}

static bool file_blacklists(const struct root *root, const char *path)
{
	_cleanup_close_ int fd = root_open_regular(root, path);
	_cleanup_free_ struct line_reader *reader = NULL;
	char *line;

	if (fd < 0 || !(reader = malloc(sizeof(*reader))))
		return false;
	line_reader_init(reader, fd);
	while (line_reader_next(reader, &line) > 0)
		if (line_blacklists(line))
			return true;
	return false;
}

/* A file of an earlier folder replaces one of the same name in a later folder. */
static const char *const modprobe_folders[] = {
	"/etc/modprobe.d",     "/run/modprobe.d", "/usr/local/lib/modprobe.d",
	"/usr/lib/modprobe.d", "/lib/modprobe.d",
};

static bool is_replaced(const struct root *root, size_t folder, const char *name)
{
	char path[320];

	for (size_t i = 0; i < folder; i++) {
		snprintf(path, sizeof(path), "%s/%s", modprobe_folders[i], name);
		if (root_exists(root, path))
			return true;
	}
	return false;
}

static bool folder_blacklists(const struct root *root, size_t folder)
{
	_cleanup_closedir_ DIR *dir = NULL;
	struct dirent *entry;
	char path[320];

	if (root_opendir(root, modprobe_folders[folder], &dir) < 0)
		return false;
	while ((entry = readdir(dir))) {
		if (!text_has_suffix(entry->d_name, ".conf") ||
		    is_replaced(root, folder, entry->d_name))
			continue;
		snprintf(path, sizeof(path), "%s/%s", modprobe_folders[folder], entry->d_name);
		if (file_blacklists(root, path))
			return true;
	}
	return false;
}

bool module_policy_blacklisted(const struct root *root)
{
	if (cmdline_blacklists(root))
		return true;
	for (size_t i = 0; i < ARRAY_SIZE(modprobe_folders); i++)
		if (folder_blacklists(root, i))
			return true;
	return false;
}
