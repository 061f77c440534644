// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The Debian family: a drop-in for grub-mkconfig, then update-grub. That writes grub.cfg in place
 * at the end, so a copy is kept beside it and put back when anything goes wrong.
 */
#include "bootparams/tool.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#include "bootparams/helper.h"
#include "bootparams/loader.h"
#include "bootparams/own.h"
#include "helpers.h"
#include "util/cleanup.h"
#include "util/log.h"
#include "util/text.h"

#define COPY_NAME "grub.cfg.xen-flat"
#define NEW_NAME  "grub.cfg.new" /* grub-mkconfig's own */

/* Room for the copy, for grub-mkconfig's new file, and for what either grows by. */
#define COPIES     3
#define SPARE_ROOM (256 * 1024)

static bool is_linux_line_with(const char *line, const char *wanted)
{
	const char *word;
	size_t length;

	if (!text_next_word(&line, &word, &length) || !text_has_prefix(word, "linux"))
		return false;
	while (text_next_word(&line, &word, &length))
		if (length == strlen(wanted) && strncmp(word, wanted, length) == 0)
			return true;
	return false;
}

static bool is_in_place(const struct root *root, const char *parameter)
{
	_cleanup_free_ char *text = NULL;
	char *line, *rest;

	if (root_read_text(root, GRUB_CONFIG, GRUB_CONFIG_MAX, &text) < 0)
		return false;
	for (rest = text; (line = strsep(&rest, "\n"));)
		if (is_linux_line_with(line, parameter))
			return true;
	return false;
}

static int check_room(const struct root *root, off_t size)
{
	_cleanup_close_ int folder = root_open(root, GRUB_FOLDER, O_RDONLY | O_DIRECTORY);
	struct statvfs fs;

	if (folder < 0)
		return folder;
	if (fstatvfs(folder, &fs) < 0)
		return -errno;
	if (fs.f_flag & ST_RDONLY)
		return -EROFS;
	return fs.f_bavail * fs.f_frsize < (unsigned long)size * COPIES + SPARE_ROOM ? -ENOSPC : 0;
}

static int copy_config(const struct root *root)
{
	_cleanup_close_ int fd = root_open_regular(root, GRUB_CONFIG);
	_cleanup_free_ char *text = NULL;
	struct stat st;
	ssize_t length;
	int r;

	if (fd < 0)
		return fd;
	if (fstat(fd, &st) < 0)
		return -errno;
	r = check_room(root, st.st_size);
	if (r < 0)
		return r;
	length = root_read_text(root, GRUB_CONFIG, GRUB_CONFIG_MAX, &text);
	if (length < 0)
		return (int)length;
	return root_replace_file_mode(root, GRUB_FOLDER, COPY_NAME, text, (size_t)length,
	                              st.st_mode & 07777);
}

static int check(const struct root *root)
{
	int r = helper_check(root, HELPER_UPDATE_GRUB);

	if (r < 0)
		return r;
	if (own_drop_in_is_intact(root))
		return 0;
	log_line(DROP_IN ": edited by hand, nothing is changed");
	return -EBUSY;
}

static int regenerate(const struct root *root, const char *to)
{
	static const char *const argv[] = { HELPER_UPDATE_GRUB, NULL };
	char error[512] = "";
	int r = helper_run(root, argv, error, sizeof(error));

	if (r < 0)
		log_line("%s; the old state is put back", error);
	if (r < 0 || !*to || !root_is_live(root) || is_in_place(root, to))
		return r;
	log_line("%s did not reach " GRUB_CONFIG " (is GRUB_CMDLINE_LINUX assigned behind " DROP_IN
	         "?); the old state is put back",
	         to);
	return -ENOKEY;
}

/* @drop_in is the old text, NULL for no file. */
static int restore_drop_in(const struct root *root, const char *drop_in)
{
	if (!drop_in)
		return own_write_drop_in(root, "");
	return root_replace_file(root, GRUB_DEFAULTS_FOLDER, DROP_IN_NAME, drop_in,
	                         strlen(drop_in));
}

static void roll_back(const struct root *root, const char *drop_in)
{
	int r = restore_drop_in(root, drop_in);

	if (r < 0)
		log_errno(r, DROP_IN ": not put back");
	if (!root_is_live(root))
		return;
	root_remove_file(root, GRUB_FOLDER, NEW_NAME);
	r = root_rename(root, GRUB_FOLDER, COPY_NAME, GRUB_CONFIG_NAME);
	if (r < 0)
		log_errno(r, GRUB_CONFIG ": not put back, its copy is " COPY_NAME);
}

static int write_drop_in(const struct root *root, const char *to)
{
	int r = own_write_drop_in(root, to);

	if (r < 0)
		root_remove_file(root, GRUB_FOLDER, COPY_NAME);
	return r < 0 ? log_errno(r, DROP_IN ": nothing is changed") : 0;
}

static int change(const struct root *root, const char *from, const char *to)
{
	_cleanup_free_ char *drop_in = NULL;
	int r = check(root);

	(void)from;
	if (r < 0)
		return r;
	if (root_read_text(root, DROP_IN, DROP_IN_MAX, &drop_in) < 0)
		drop_in = NULL;
	r = root_is_live(root) ? copy_config(root) : 0;
	if (r < 0)
		return log_errno(r, GRUB_CONFIG ": no copy can be kept, nothing is changed");
	r = write_drop_in(root, to);
	if (r < 0)
		return r;
	r = regenerate(root, to);
	if (r < 0)
		roll_back(root, drop_in);
	else if (root_is_live(root))
		root_remove_file(root, GRUB_FOLDER, COPY_NAME);
	return r;
}

static void describe(const struct root *root, const char *from, const char *to, char *text,
                     size_t size)
{
	(void)root;
	(void)from;
	snprintf(text, size, "%s " DROP_IN ", run " HELPER_UPDATE_GRUB, *to ? "write" : "remove");
}

const struct tool update_grub_tool = {
	.change = change,
	.is_in_place = is_in_place,
	.describe = describe,
};
