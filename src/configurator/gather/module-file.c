// SPDX-License-Identifier: GPL-2.0-or-later
#include "gather/module-file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "gather/flattener.h"
#include "util/cleanup.h"
#include "util/lines.h"
#include "util/text.h"

#define MODULES_FOLDER "/lib/modules"
#define MODULE_FILE    MODULE_NAME ".ko"

/* include/linux/module_signature.h, MODULE_SIG_STRING */
#define SIGNATURE_MARKER "~Module signature appended~\n"

static const char *const suffixes[] = { "", ".xz", ".zst", ".gz" };

/* Where DKMS, modules_install and the packages of prebuilt modules put it. */
static const char *const folders[] = { "updates/dkms",   "updates",      "extra",
	                               "extra/xen_flat", "weak-updates", "kernel/arch/x86/xen" };

/* "updates/dkms/xen_flat.ko.xz:"; Return: length of the path, 0 for another module's line. */
static size_t is_our_line(const char *line)
{
	size_t length = strcspn(line, ":");
	const char *slash, *name = line;

	for (slash = line; (slash = memchr(slash, '/', length - (size_t)(slash - line))); slash++)
		name = slash + 1;
	if (!text_has_prefix(name, MODULE_FILE))
		return 0;
	name += strlen(MODULE_FILE);
	for (size_t i = 0; i < ARRAY_SIZE(suffixes); i++)
		if (strlen(suffixes[i]) == length - (size_t)(name - line) &&
		    text_has_prefix(name, suffixes[i]))
			return length;
	return 0;
}

static size_t search_index(int fd, char *found, size_t size)
{
	_cleanup_free_ struct line_reader *reader = malloc(sizeof(*reader));
	char *line;

	if (!reader)
		return 0;
	line_reader_init(reader, fd);
	while (line_reader_next(reader, &line) > 0) {
		size_t length = is_our_line(line);

		if (length > 0 && length < size) {
			text_copy(found, length + 1, line);
			return length;
		}
	}
	return 0;
}

static bool find_in_index(const struct root *root, const char *base, struct module_file *file)
{
	_cleanup_close_ int fd = -1;
	char path[PATH_MAX], found[PATH_MAX / 2];

	snprintf(path, sizeof(path), "%s/modules.dep", base);
	fd = root_open_regular(root, path);
	if (fd < 0 || search_index(fd, found, sizeof(found)) == 0)
		return false;
	if (found[0] == '/')
		text_copy(file->path, sizeof(file->path), found);
	else
		snprintf(file->path, sizeof(file->path), "%.2000s/%s", base, found);
	return root_exists(root, file->path);
}

static bool find_in_folders(const struct root *root, const char *base, struct module_file *file)
{
	for (size_t i = 0; i < ARRAY_SIZE(folders); i++)
		for (size_t j = 0; j < ARRAY_SIZE(suffixes); j++) {
			snprintf(file->path, sizeof(file->path), "%.2000s/%s/" MODULE_FILE "%s",
			         base, folders[i], suffixes[j]);
			if (root_exists(root, file->path))
				return true;
		}
	return false;
}

static enum answer read_signature(int fd)
{
	char tail[sizeof(SIGNATURE_MARKER) - 1];
	struct stat st;

	if (fstat(fd, &st) < 0)
		return ANSWER_UNKNOWN;
	if (st.st_size < (off_t)sizeof(tail))
		return ANSWER_NO;
	if (pread(fd, tail, sizeof(tail), st.st_size - (off_t)sizeof(tail)) != sizeof(tail))
		return ANSWER_UNKNOWN;
	return memcmp(tail, SIGNATURE_MARKER, sizeof(tail)) == 0 ? ANSWER_YES : ANSWER_NO;
}

static enum answer is_signed(const struct root *root, const char *path)
{
	_cleanup_close_ int fd = -1;

	if (!text_has_suffix(path, ".ko"))
		return ANSWER_UNKNOWN;
	fd = root_open_regular(root, path);
	return fd < 0 ? ANSWER_UNKNOWN : read_signature(fd);
}

void module_file_find(const struct root *root, const char *release, struct module_file *file)
{
	char base[PATH_MAX / 2];

	*file = (struct module_file){ .is_signed = ANSWER_UNKNOWN };
	if (!release[0] || strchr(release, '/'))
		return;
	snprintf(base, sizeof(base), MODULES_FOLDER "/%s", release);
	if (!root_exists(root, base))
		return;
	if (find_in_index(root, base, file) || find_in_folders(root, base, file))
		file->is_signed = is_signed(root, file->path);
	else
		file->path[0] = '\0';
}
