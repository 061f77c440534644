// SPDX-License-Identifier: GPL-2.0-or-later
#include "gather/domain-names.h"

#include <errno.h>
#include <stdio.h>

static int read_name(const struct root *root, const char *folder, unsigned int cpu,
                     unsigned int level, char *name, size_t size)
{
	char path[128];

	snprintf(path, sizeof(path), "%s/cpu%u/domain%u/name", folder, cpu, level);
	return root_read_line(root, path, name, size);
}

static int read_cpu(const struct root *root, const char *folder, unsigned int cpu,
                    struct domain_tree *tree)
{
	char name[DOMAIN_NAME_SIZE + 1]; /* and its newline */
	int r = domain_tree_add_cpu(tree, cpu);

	for (unsigned int level = 0; r == 0; level++) {
		r = read_name(root, folder, cpu, level, name, sizeof(name));
		if (r == -ENOENT)
			return 0;
		if (r == 0)
			r = domain_tree_add_domain(tree, name, NULL);
	}
	return r;
}

int domain_names_read(const struct root *root, const char *folder, const struct cpuset *cpus,
                      struct domain_tree *tree)
{
	unsigned int cpu;
	int r;

	if (!root_exists(root, folder))
		return -ENOENT;
	for_each_cpu(cpu, cpus) {
		r = read_cpu(root, folder, cpu, tree);
		if (r < 0)
			return r;
	}
	return tree->domain_count > 0 ? 0 : -ENODATA;
}
