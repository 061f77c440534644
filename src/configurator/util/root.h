/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <dirent.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/**
 * struct root - the tree that all paths of the program are resolved in
 *
 * The live system, or with --root a folder that holds its own /proc, /sys, /etc and so on. In a
 * folder symbolic links are resolved as if it were "/" (openat2(2), RESOLVE_IN_ROOT), so that
 * nothing outside of it is ever read or written.
 */
struct root {
	int fd;          /* the folder, -1 for the live system */
	uid_t owner;     /* owner of the folder, 0 for the live system */
	const char *dir; /* as given by the user, NULL for the live system */
};

/**
 * root_init() - open the folder @dir, or choose the live system when it is NULL
 * Return: 0, or a negative errno.
 */
int root_init(struct root *root, const char *dir);

void root_release(struct root *root);

static inline bool root_is_live(const struct root *root)
{
	return root->fd < 0;
}

/**
 * root_open() - open(2) inside the root; the file is never waited for and becomes no terminal
 * @path: absolute path inside the root
 * Return: a file descriptor, or a negative errno.
 */
int root_open(const struct root *root, const char *path, int flags);

/**
 * root_open_regular() - open a regular file for reading
 *
 * A FIFO or a device could block or never end, so they are refused.
 *
 * Return: a file descriptor, or a negative errno; -EINVAL for what is not a regular file.
 */
int root_open_regular(const struct root *root, const char *path);

/** root_exists() - whether @path exists inside the root */
bool root_exists(const struct root *root, const char *path);

/**
 * root_read_text() - read a whole small file
 * @max: most bytes to accept
 * @text: receives the content, terminated by a NUL byte; to be freed
 *
 * Return: the number of bytes, or a negative errno; -EFBIG for a file longer than @max.
 */
ssize_t root_read_text(const struct root *root, const char *path, size_t max, char **text);

/**
 * root_read_line() - read the first line of a small file, white space trimmed
 * @line: receives it; made printable
 * @size: bytes in @line
 *
 * Return: 0, or a negative errno; -EFBIG where the line does not fit. An empty file is an empty
 * line.
 */
int root_read_line(const struct root *root, const char *path, char *line, size_t size);

/**
 * root_read_unmounted() - root_read_line() of a kernel's file system that need not be mounted
 * @type: of the file system
 * @name: of a file in its topmost folder
 *
 * Return: as root_read_line(); -ENOENT under --root.
 */
int root_read_unmounted(const struct root *root, const char *type, const char *name, char *line,
                        size_t size);

/**
 * root_is_trusted() - whether nobody but root can change what @fd is open on
 * @path: its name, for the line in the log that says otherwise
 *
 * The program runs as root in early boot, so only root may tell it what to do. Under --root the
 * folder's owner may, too.
 */
bool root_is_trusted(const struct root *root, int fd, const char *path);

/**
 * root_read_own() - root_read_text() of a file that this program has written
 * @dir: absolute path of its folder
 * @name: its name
 *
 * Neither the folder nor the file may be a symbolic link, and the folder must be a trusted one:
 * otherwise somebody else could have what he wants taken for ours.
 *
 * Return: as root_read_text(); -EPERM, with a line in the log, for a folder that is not trusted.
 */
ssize_t root_read_own(const struct root *root, const char *dir, const char *name, size_t max,
                      char **text);

/**
 * root_opendir() - opendir(3) inside the root
 * Return: 0, or a negative errno.
 */
int root_opendir(const struct root *root, const char *path, DIR **dir);

/**
 * root_make_dir() - make a folder and its parents (0755), and open it
 *
 * The last part of the path is not followed when it is a symbolic link: it lies in /run or
 * /var/lib and must be ours. The umask is of no influence on it.
 *
 * Return: a file descriptor of the folder, or a negative errno.
 */
int root_make_dir(const struct root *root, const char *path);

/**
 * root_write_line() - write a short text and a newline to an existing file (sysfs, procfs)
 * Return: 0, or a negative errno.
 */
int root_write_line(const struct root *root, const char *path, const char *text);

/**
 * root_replace_file() - replace a file atomically and durably, mode 0644
 * @dir: absolute path of its folder, made where it is missing
 * @name: its name
 * @text: the new content
 * @length: bytes in @text
 *
 * The content goes to a temporary file that is synced and renamed over the old one. Nothing is
 * written into a folder that is not trusted, see root_is_trusted().
 *
 * Return: 0, or a negative errno with the old file in place.
 */
int root_replace_file(const struct root *root, const char *dir, const char *name, const char *text,
                      size_t length);

/** root_replace_file_mode() - root_replace_file() with the permission bits @mode */
int root_replace_file_mode(const struct root *root, const char *dir, const char *name,
                           const char *text, size_t length, mode_t mode);

/** root_rename() - rename a file in its folder, over an existing one. Return: 0 or -errno. */
int root_rename(const struct root *root, const char *dir, const char *from, const char *to);

/** root_remove_file() - remove a file; that there is none is no error. Return: 0 or -errno. */
int root_remove_file(const struct root *root, const char *dir, const char *name);
