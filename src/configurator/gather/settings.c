// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What the admin asks for: /etc/xen-flat.conf, then its drop-ins in name order, then the kernel
 * command line; a later word replaces an earlier one.
 */
#include "gather/gather.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bootparams/own.h"
#include "gather/cmdline.h"
#include "gather/flattener.h"
#include "util/cleanup.h"
#include "util/lines.h"
#include "util/log.h"
#include "util/text.h"

#define CONFIG_PARENT "/etc"
#define CONFIG_FILE   CONFIG_PARENT "/xen-flat.conf"
#define CONFIG_FOLDER CONFIG_PARENT "/xen-flat.conf.d"
#define CONFIG_SUFFIX ".conf"

#define CONFIG_LINES_MAX 10000
#define DROP_INS_MAX     1000

static enum setting parse_setting(const char *where, const char *value)
{
	int setting = setting_from_word(value);

	if (setting >= 0)
		return (enum setting)setting;
	log_line("%s: '%.64s' is none of auto, flat, node, native; auto is used", where, value);
	return SETTING_AUTO;
}

static enum wakeup parse_wakeup(const char *where, const char *value)
{
	int wakeup = wakeup_from_word(value);

	if (wakeup >= 0)
		return (enum wakeup)wakeup;
	log_line("%s: '%.64s' is none of local, spread; local is used", where, value);
	return WAKEUP_LOCAL;
}

static enum loader_setting parse_loader(const char *where, const char *value)
{
	int loader = loader_setting_from_word(value);

	if (loader >= 0)
		return (enum loader_setting)loader;
	log_line("%s: '%.64s' is none of auto, grub; auto is used", where, value);
	return LOADER_SETTING_AUTO;
}

static void use_topology(const char *path, const char *value, struct settings *settings)
{
	settings->topology = parse_setting(path, value);
	settings->source = SETTING_SOURCE_CONFIG;
}

static void use_wakeup(const char *path, const char *value, struct settings *settings)
{
	settings->wakeup = parse_wakeup(path, value);
}

static void use_loader(const char *path, const char *value, struct settings *settings)
{
	settings->loader = parse_loader(path, value);
}

/* The udev rule reads it for itself: it decides before any program is started. */
static void leave_to_udev(const char *path, const char *value, struct settings *settings)
{
	(void)path;
	(void)value;
	(void)settings;
}

static const struct {
	const char *name;
	void (*use)(const char *path, const char *value, struct settings *settings);
} config_keys[] = {
	{ "topology", use_topology },
	{ "wakeup", use_wakeup },
	{ "loader", use_loader },
	{ "vcpu_online", leave_to_udev },
};

static void use_key(const char *path, const char *key, const char *value, struct settings *settings)
{
	for (size_t i = 0; i < ARRAY_SIZE(config_keys); i++)
		if (strcmp(config_keys[i].name, key) == 0) {
			config_keys[i].use(path, value, settings);
			return;
		}
	log_line("%s: key '%.64s' is not known, ignored", path, key);
}

static void use_line(const char *path, char *line, struct settings *settings)
{
	char *key = text_trim(line), *value;

	if (*key == '\0' || *key == '#')
		return;
	value = strchr(key, '=');
	if (!value) {
		log_line("%s: '%.64s' is no key = value, ignored", path, key);
		return;
	}
	*value++ = '\0';
	use_key(path, text_trim(key), text_trim(value), settings);
}

static int use_lines(int fd, const char *path, struct settings *settings)
{
	_cleanup_free_ struct line_reader *reader = malloc(sizeof(*reader));
	char *line;
	int r;

	if (!reader)
		return -ENOMEM;
	line_reader_init(reader, fd);
	for (int i = 0; i < CONFIG_LINES_MAX; i++) {
		r = line_reader_next(reader, &line);
		if (r <= 0)
			return r;
		use_line(path, line, settings);
	}
	return -EFBIG;
}

static void use_file(const struct root *root, const char *path, struct settings *settings)
{
	_cleanup_close_ int fd = root_open_regular(root, path);
	int r = fd;

	if (r == -ENOENT)
		return;
	if (r >= 0 && !root_is_trusted(root, fd, path))
		return;
	if (r >= 0)
		r = use_lines(fd, path, settings);
	if (r < 0)
		log_line("%s: not read to its end: %s", path, line_reader_error(r));
}

static int is_drop_in(const struct dirent *entry)
{
	return entry->d_name[0] != '.' && text_has_suffix(entry->d_name, CONFIG_SUFFIX);
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static size_t list_drop_ins(DIR *dir, char **names)
{
	struct dirent *entry;
	size_t count = 0;

	while (count < DROP_INS_MAX && (entry = readdir(dir)))
		if (is_drop_in(entry) && (names[count] = strdup(entry->d_name)))
			count++;
	qsort(names, count, sizeof(*names), by_name);
	return count;
}

static void use_drop_ins(const struct root *root, struct settings *settings)
{
	_cleanup_closedir_ DIR *dir = NULL;
	_cleanup_free_ char **names = NULL;
	char path[320];
	size_t count;

	if (root_opendir(root, CONFIG_FOLDER, &dir) < 0 ||
	    !root_is_trusted(root, dirfd(dir), CONFIG_FOLDER))
		return;
	names = calloc(DROP_INS_MAX, sizeof(*names));
	if (!names)
		return;
	count = list_drop_ins(dir, names);
	for (size_t i = 0; i < count; i++) {
		snprintf(path, sizeof(path), CONFIG_FOLDER "/%s", names[i]);
		use_file(root, path, settings);
		free(names[i]);
	}
}

static enum setting parse_cmdline_setting(const char *value)
{
	if (strcmp(value, "on") == 0)
		return SETTING_AUTO;
	if (strcmp(value, "off") == 0)
		return SETTING_NATIVE;
	return parse_setting("xen_flat= on the kernel command line", value);
}

/* What bootparams has put there keeps a decision; it is no word of the admin's. */
static bool admin_sets_builtin(const struct root *root, const char *cmdline, char *value,
                               size_t size)
{
	char word[CMDLINE_VALUE_SIZE + sizeof(BUILTIN_PARAMETER)];

	if (!cmdline_last_value(cmdline, BUILTIN_PARAMETER, value, size))
		return false;
	snprintf(word, sizeof(word), BUILTIN_PARAMETER "%s", value);
	return !own_knows(root, word, strlen(word));
}

static void use_cmdline(const struct root *root, struct settings *settings)
{
	_cleanup_free_ char *cmdline = cmdline_read(root);
	char value[CMDLINE_VALUE_SIZE];

	/* The kernel's own switch first: xen_flat= speaks to this program. */
	if (admin_sets_builtin(root, cmdline, value, sizeof(value))) {
		settings->topology = parse_setting(BUILTIN_PARAMETER, value);
		settings->source = SETTING_SOURCE_CMDLINE;
	}
	if (cmdline_last_value(cmdline, "xen_flat=", value, sizeof(value))) {
		settings->topology = parse_cmdline_setting(value);
		settings->source = SETTING_SOURCE_CMDLINE;
	}
}

static bool is_configured(const struct root *root)
{
	return root_exists(root, CONFIG_FILE) || root_exists(root, CONFIG_FOLDER);
}

/* Who can rename files there makes them what he wants. */
static bool etc_is_trusted(const struct root *root)
{
	_cleanup_close_ int fd = root_open(root, CONFIG_PARENT, O_RDONLY | O_DIRECTORY);

	return fd >= 0 && root_is_trusted(root, fd, CONFIG_PARENT);
}

void gather_settings(const struct root *root, struct settings *settings)
{
	*settings = (struct settings){ .topology = SETTING_AUTO };
	if (is_configured(root) && etc_is_trusted(root)) {
		use_file(root, CONFIG_FILE, settings);
		use_drop_ins(root, settings);
	}
	use_cmdline(root, settings);
}
