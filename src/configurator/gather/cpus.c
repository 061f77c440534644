// SPDX-License-Identifier: GPL-2.0-or-later
#include "gather/gather.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "gather/cpulist.h"
#include "util/cleanup.h"
#include "util/log.h"
#include "util/text.h"

#define CPU_LIST_MAX (64 * 1024)

int cpulist_read(const struct root *root, const char *path, struct cpuset *set)
{
	_cleanup_free_ char *text = NULL;
	ssize_t length;

	cpuset_clear(set);
	length = root_read_text(root, path, CPU_LIST_MAX, &text);
	if (length < 0)
		return (int)length;
	if (strlen(text) != (size_t)length)
		return -EINVAL;
	return cpuset_parse_list(set, text_trim(text));
}

static void read_or_complain(const struct root *root, const char *path, struct cpuset *set)
{
	int r = cpulist_read(root, path, set);

	if (r < 0 && r != -ENOENT)
		log_errno(r, "%s: no usable CPU list", path);
}

static bool node_has_cpus(const struct root *root, const char *name)
{
	struct cpuset cpus;
	char path[320];

	snprintf(path, sizeof(path), NODE_FOLDER "/%s/cpulist", name);
	return cpulist_read(root, path, &cpus) == 0 && !cpuset_is_empty(&cpus);
}

/* A kernel without CONFIG_NUMA shows no nodes; that is one. */
static unsigned int count_nodes(const struct root *root)
{
	_cleanup_closedir_ DIR *dir = NULL;
	struct dirent *entry;
	unsigned int nodes = 0;

	if (root_opendir(root, NODE_FOLDER, &dir) < 0)
		return 1;
	while ((entry = readdir(dir)))
		if (is_node_folder(entry->d_name) && node_has_cpus(root, entry->d_name))
			nodes++;
	return nodes > 0 ? nodes : 1;
}

void gather_cpus(const struct root *root, struct cpu_facts *facts)
{
	read_or_complain(root, CPU_FOLDER "/online", &facts->online);
	read_or_complain(root, CPU_FOLDER "/possible", &facts->possible);
	read_or_complain(root, CPU_FOLDER "/isolated", &facts->isolated);
	facts->numa_nodes = count_nodes(root);
}
