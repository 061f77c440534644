// SPDX-License-Identifier: GPL-2.0-or-later
#include "fuzz.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/dev/shm/xen-flat-fuzz.XXXXXX";
static struct root the_root = { .fd = -1 };

void fuzz_failed(const char *condition, const char *file, int line)
{
	fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, condition);
	abort();
}

static void remove_folder(void)
{
	char command[64];

	snprintf(command, sizeof(command), "rm -rf %s", folder);
	if (system(command) != 0)
		fprintf(stderr, "%s is left behind\n", folder);
}

static void make_folder(void)
{
	if (!mkdtemp(folder) || root_init(&the_root, folder) < 0) {
		perror(folder);
		exit(1);
	}
	atexit(remove_folder);
}

const struct root *fuzz_root(void)
{
	if (the_root.fd < 0)
		make_folder();
	return &the_root;
}

/* Parents are made once; later calls find them. */
static int open_for_writing(const char *path)
{
	int root = fuzz_root()->fd;
	int fd = openat(root, path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	char parent[256];

	if (fd >= 0)
		return fd;
	for (const char *slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/')) {
		snprintf(parent, sizeof(parent), "%.*s", (int)(slash - path), path);
		mkdirat(root, parent, 0755);
	}
	return openat(root, path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
}

void fuzz_put(const char *path, const void *data, size_t size)
{
	int fd = open_for_writing(path + 1);

	if (fd < 0 || write(fd, data, size) != (ssize_t)size) {
		perror(path);
		_exit(1);
	}
	close(fd);
}

void fuzz_put_text(const char *path, const char *text)
{
	fuzz_put(path, text, strlen(text));
}

void fuzz_put_parts(const char *const paths[], size_t count, const uint8_t *data, size_t size)
{
	for (size_t i = 0; i < count; i++) {
		const uint8_t *end = data ? memchr(data, FUZZ_SEPARATOR, size) : NULL;
		size_t length = end ? (size_t)(end - data) : size;

		if (!data) {
			unlinkat(fuzz_root()->fd, paths[i] + 1, 0);
			continue;
		}
		fuzz_put(paths[i], data, length);
		data = end ? end + 1 : NULL;
		size -= end ? length + 1 : length;
	}
}

char *fuzz_string(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1);

	require(text);
	if (size > 0)
		memcpy(text, data, size);
	text[size] = '\0';
	return text;
}
