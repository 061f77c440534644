// SPDX-License-Identifier: GPL-2.0-or-later
#include "util/root.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/mount.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "util/cleanup.h"
#include "util/log.h"
#include "util/text.h"

#define FIRST_ROOM 4096u

int root_init(struct root *root, const char *dir)
{
	struct stat st;

	*root = (struct root){ .fd = -1, .owner = 0, .dir = dir };
	if (!dir)
		return 0;

	root->fd = open(dir, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (root->fd < 0)
		return -errno;
	if (fstat(root->fd, &st) < 0) {
		int r = -errno;

		root_release(root);
		return r;
	}
	root->owner = st.st_uid;
	return 0;
}

void root_release(struct root *root)
{
	if (root->fd >= 0)
		close(root->fd);
	root->fd = -1;
}

static const char *skip_slashes(const char *path)
{
	while (*path == '/')
		path++;
	return *path ? path : ".";
}

static int open_part(int folder, const char *path, size_t length, int flags)
{
	char part[NAME_MAX + 1];
	int fd;

	if (length > NAME_MAX)
		return -ENAMETOOLONG;
	text_copy(part, length + 1, path);
	if (strcmp(part, "..") == 0)
		return -EXDEV;
	fd = openat(folder, part, flags | O_NOFOLLOW);
	return fd < 0 ? -errno : fd;
}

/*
 * Linux older than 5.6, and some debuggers, have no openat2(2). There links are refused
 * altogether: a test folder needs none.
 */
static int walk_in_folder(int folder, const char *path, int flags)
{
	_cleanup_close_ int opened = -1;

	for (;;) {
		size_t length = strcspn(path, "/");
		const char *rest = path + length + strspn(path + length, "/");
		int fd;

		if (*rest == '\0')
			return open_part(folder, path, length, flags);
		fd = open_part(folder, path, length, O_PATH | O_DIRECTORY | O_CLOEXEC);
		if (fd < 0)
			return fd;
		closep(&opened);
		folder = opened = fd;
		path = rest;
	}
}

static int open_in_folder(int folder, const char *path, int flags)
{
	struct open_how how = {
		.flags = (unsigned int)flags,
		.resolve = RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS,
	};
	int fd = (int)syscall(SYS_openat2, folder, path, &how, sizeof(how));

	if (fd < 0 && errno == ENOSYS)
		return walk_in_folder(folder, path, flags);
	return fd < 0 ? -errno : fd;
}

int root_open(const struct root *root, const char *path, int flags)
{
	int fd;

	flags |= O_CLOEXEC;
	if (!(flags & O_PATH))
		flags |= O_NOCTTY | O_NONBLOCK;
	if (!root_is_live(root))
		return open_in_folder(root->fd, skip_slashes(path), flags);

	fd = open(path, flags);
	return fd < 0 ? -errno : fd;
}

static int refuse_irregular(int fd)
{
	struct stat st;

	if (fd < 0 || (fstat(fd, &st) == 0 && S_ISREG(st.st_mode)))
		return fd;
	close(fd);
	return -EINVAL;
}

int root_open_regular(const struct root *root, const char *path)
{
	return refuse_irregular(root_open(root, path, O_RDONLY));
}

bool root_exists(const struct root *root, const char *path)
{
	_cleanup_close_ int fd = root_open(root, path, O_PATH);

	return fd >= 0;
}

/* Return: bytes read, at most @size; fewer only at the end of the file. */
static ssize_t read_all(int fd, char *buffer, size_t size)
{
	size_t got = 0;

	while (got < size) {
		ssize_t n = read(fd, buffer + got, size - got);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		if (n == 0)
			break;
		got += (size_t)n;
	}
	return (ssize_t)got;
}

/* In steps: most files are small, and most limits are not. Return: as read_all(). */
static ssize_t read_growing(int fd, char **buffer, size_t limit)
{
	size_t room = 0, got = 0;

	do {
		char *larger;
		ssize_t n;

		room = room ? room * 4 : FIRST_ROOM;
		if (room > limit)
			room = limit;
		larger = realloc(*buffer, room);
		if (!larger)
			return -ENOMEM;
		*buffer = larger;
		n = read_all(fd, larger + got, room - got);
		if (n < 0)
			return n;
		got += (size_t)n;
	} while (got == room && room < limit);
	return (ssize_t)got;
}

static ssize_t read_text(int fd, size_t max, char **text)
{
	_cleanup_free_ char *buffer = NULL;
	ssize_t n;

	if (fd < 0)
		return fd;
	n = read_growing(fd, &buffer, max + 1);
	if (n < 0)
		return n;
	if ((size_t)n > max)
		return -EFBIG;

	buffer[n] = '\0';
	*text = buffer;
	buffer = NULL;
	return n;
}

ssize_t root_read_text(const struct root *root, const char *path, size_t max, char **text)
{
	_cleanup_close_ int fd = root_open_regular(root, path);

	return read_text(fd, max, text);
}

bool root_is_trusted(const struct root *root, int fd, const char *path)
{
	struct stat st;

	if (fstat(fd, &st) == 0 && (st.st_uid == 0 || st.st_uid == root->owner) &&
	    !(st.st_mode & (S_IWGRP | S_IWOTH)))
		return true;
	log_line("%s: not owned by root, or writable by others; ignored", path);
	return false;
}

ssize_t root_read_own(const struct root *root, const char *dir, const char *name, size_t max,
                      char **text)
{
	_cleanup_close_ int folder = root_open(root, dir, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
	_cleanup_close_ int fd = -1;

	if (folder < 0)
		return folder;
	if (!root_is_trusted(root, folder, dir))
		return -EPERM;
	fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	fd = refuse_irregular(fd);
	return read_text(fd, max, text);
}

static int read_line(int fd, char *line, size_t size)
{
	char *end, *kept;
	ssize_t n;

	if (fd < 0)
		return fd;
	n = read_all(fd, line, size);
	if (n < 0)
		return (int)n;
	end = memchr(line, '\n', (size_t)n);
	if (!end && (size_t)n == size)
		return -EFBIG;
	line[end ? end - line : n] = '\0';

	kept = text_trim(line);
	memmove(line, kept, strlen(kept) + 1);
	text_make_printable(line);
	return 0;
}

int root_read_line(const struct root *root, const char *path, char *line, size_t size)
{
	_cleanup_close_ int fd = root_open_regular(root, path);

	return read_line(fd, line, size);
}

/* A mount that nobody else sees, and that ends with its descriptor (Linux 5.2). */
static int mount_unseen(const char *type)
{
	_cleanup_close_ int fs = (int)syscall(SYS_fsopen, type, FSOPEN_CLOEXEC);
	int fd;

	if (fs < 0 || syscall(SYS_fsconfig, fs, FSCONFIG_CMD_CREATE, NULL, NULL, 0) < 0)
		return -errno;
	fd = (int)syscall(SYS_fsmount, fs, FSMOUNT_CLOEXEC, MOUNT_ATTR_NOSUID | MOUNT_ATTR_NOEXEC);
	return fd < 0 ? -errno : fd;
}

int root_read_unmounted(const struct root *root, const char *type, const char *name, char *line,
                        size_t size)
{
	_cleanup_close_ int mount = -1, fd = -1;

	if (!root_is_live(root))
		return -ENOENT;
	mount = mount_unseen(type);
	if (mount < 0)
		return mount;
	fd = openat(mount, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
	return fd < 0 ? -errno : read_line(fd, line, size);
}

int root_opendir(const struct root *root, const char *path, DIR **dir)
{
	int fd = root_open(root, path, O_RDONLY | O_DIRECTORY);

	if (fd < 0)
		return fd;
	*dir = fdopendir(fd);
	if (!*dir) {
		int r = -errno;

		close(fd);
		return r;
	}
	return 0;
}

/* Open the folder that holds the last part of @path; make missing parents. */
static int open_parent(const struct root *root, const char *path, const char **leaf)
{
	const char *slash = strrchr(path, '/');
	char parent[PATH_MAX];
	int fd;

	*leaf = slash ? slash + 1 : path;
	if (!slash || slash == path)
		return root_open(root, "/", O_RDONLY | O_DIRECTORY);

	if ((size_t)(slash - path) >= sizeof(parent))
		return -ENAMETOOLONG;
	text_copy(parent, (size_t)(slash - path) + 1, path);
	fd = root_open(root, parent, O_RDONLY | O_DIRECTORY);
	return fd == -ENOENT ? root_make_dir(root, parent) : fd;
}

/* mkdirat(2) obeys the umask, which a caller may have set to anything. */
static int make_and_open(int parent, const char *name)
{
	bool is_new = mkdirat(parent, name, 0755) == 0;
	int fd;

	if (!is_new && errno != EEXIST)
		return -errno;
	fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	if (is_new)
		fchmod(fd, 0755);
	return fd;
}

int root_make_dir(const struct root *root, const char *path)
{
	const char *leaf;
	_cleanup_close_ int parent = open_parent(root, path, &leaf);

	return parent < 0 ? parent : make_and_open(parent, leaf);
}

static int write_all(int fd, const char *text, size_t length)
{
	while (length > 0) {
		ssize_t n = write(fd, text, length);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		text += n;
		length -= (size_t)n;
	}
	return 0;
}

int root_write_line(const struct root *root, const char *path, const char *text)
{
	_cleanup_close_ int fd = root_open(root, path, O_WRONLY);
	char line[128];
	int length;

	if (fd < 0)
		return fd;
	length = snprintf(line, sizeof(line), "%s\n", text);
	if (length < 0 || (size_t)length >= sizeof(line))
		return -EINVAL;
	return write_all(fd, line, (size_t)length);
}

static int fill_file(int fd, const char *text, size_t length, mode_t mode)
{
	int r = write_all(fd, text, length);

	if (r < 0)
		return r;
	/* openat(2) obeys the umask of whoever started us; the record is for everybody to read. */
	if (fchmod(fd, mode) < 0 || fsync(fd) < 0)
		return -errno;
	return 0;
}

static int create_filled(int folder, const char *name, const char *text, size_t length, mode_t mode)
{
	_cleanup_close_ int fd =
		openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);

	return fd < 0 ? -errno : fill_file(fd, text, length, mode);
}

int root_replace_file_mode(const struct root *root, const char *dir, const char *name,
                           const char *text, size_t length, mode_t mode)
{
	_cleanup_close_ int folder = root_make_dir(root, dir);
	char temporary[NAME_MAX];
	int r;

	if (folder < 0)
		return folder;
	if (!root_is_trusted(root, folder, dir))
		return -EPERM;
	r = snprintf(temporary, sizeof(temporary), ".%s.new", name);
	if (r < 0 || (size_t)r >= sizeof(temporary))
		return -ENAMETOOLONG;

	/* What a killed run left behind is of no use to anybody. */
	unlinkat(folder, temporary, 0);
	r = create_filled(folder, temporary, text, length, mode);
	if (r == 0 && renameat(folder, temporary, folder, name) < 0)
		r = -errno;
	if (r < 0) {
		unlinkat(folder, temporary, 0);
		return r;
	}
	/* The new file is in place and whole; only when that reaches the disk is open, so it is no
	 * failure. */
	fsync(folder);
	return 0;
}

int root_replace_file(const struct root *root, const char *dir, const char *name, const char *text,
                      size_t length)
{
	return root_replace_file_mode(root, dir, name, text, length, 0644);
}

int root_rename(const struct root *root, const char *dir, const char *from, const char *to)
{
	_cleanup_close_ int folder = root_open(root, dir, O_RDONLY | O_DIRECTORY);

	if (folder < 0)
		return folder;
	return renameat(folder, from, folder, to) < 0 ? -errno : 0;
}

int root_remove_file(const struct root *root, const char *dir, const char *name)
{
	_cleanup_close_ int folder = root_open(root, dir, O_RDONLY | O_DIRECTORY);

	if (folder < 0)
		return folder == -ENOENT ? 0 : folder;
	return unlinkat(folder, name, 0) < 0 && errno != ENOENT ? -errno : 0;
}
