// SPDX-License-Identifier: GPL-2.0-or-later
#include "gather/sysfs-masks.h"

#include <errno.h>
#include <stdio.h>

#include "gather/cpulist.h"
#include "util/cleanup.h"
#include "util/text.h"

static int read_cpu_mask(const struct root *root, unsigned int cpu, const char *file,
                         struct cpuset *set)
{
	char path[128];

	snprintf(path, sizeof(path), CPU_FOLDER "/cpu%u/%s", cpu, file);
	return cpulist_read(root, path, set);
}

int sysfs_thread_siblings(const struct root *root, unsigned int cpu, struct cpuset *set)
{
	return read_cpu_mask(root, cpu, "topology/thread_siblings_list", set);
}

/* The last level cache: the highest index there is, a unified cache of level 2 or 3. */
static int llc_siblings(const struct root *root, unsigned int cpu, struct cpuset *set)
{
	int r = read_cpu_mask(root, cpu, "cache/index3/shared_cpu_list", set);

	return r == -ENOENT ? read_cpu_mask(root, cpu, "cache/index2/shared_cpu_list", set) : r;
}

static int cluster_siblings(const struct root *root, unsigned int cpu, struct cpuset *set)
{
	return read_cpu_mask(root, cpu, "topology/cluster_cpus_list", set);
}

/* cpuN/ has a link named after its node. */
static int node_name(const struct root *root, unsigned int cpu, char *name, size_t size)
{
	_cleanup_closedir_ DIR *dir = NULL;
	struct dirent *entry;
	char path[64];
	int r;

	snprintf(path, sizeof(path), CPU_FOLDER "/cpu%u", cpu);
	r = root_opendir(root, path, &dir);
	if (r < 0)
		return r;
	while ((entry = readdir(dir)))
		if (is_node_folder(entry->d_name)) {
			text_copy(name, size, entry->d_name);
			return 0;
		}
	return -ENOENT;
}

static int search_nodes(const struct root *root, unsigned int cpu, struct cpuset *set)
{
	_cleanup_closedir_ DIR *dir = NULL;
	struct dirent *entry;
	char path[320];
	int r = root_opendir(root, NODE_FOLDER, &dir);

	if (r < 0)
		return r;
	while ((entry = readdir(dir))) {
		if (!is_node_folder(entry->d_name))
			continue;
		snprintf(path, sizeof(path), NODE_FOLDER "/%s/cpulist", entry->d_name);
		if (cpulist_read(root, path, set) == 0 && cpuset_has(set, cpu))
			return 0;
	}
	return -ENOENT;
}

static int read_node(const struct root *root, unsigned int cpu, struct cpuset *set)
{
	char name[32], path[96];

	if (node_name(root, cpu, name, sizeof(name)) < 0)
		return search_nodes(root, cpu, set);
	snprintf(path, sizeof(path), NODE_FOLDER "/%s/cpulist", name);
	return cpulist_read(root, path, set);
}

void sysfs_node_of(const struct root *root, unsigned int cpu, const struct cpu_facts *cpus,
                   struct cpuset *set)
{
	if (cpus->numa_nodes < 2 || read_node(root, cpu, set) < 0)
		*set = cpus->online;
}

/* A level of one CPU, or the same as the one below, is left out by the kernel. */
static int add_level(struct domain_tree *tree, const char *name, const struct cpuset *mask,
                     struct cpuset *below)
{
	if (cpuset_count(mask) < 2 || cpuset_equal(mask, below))
		return 0;
	*below = *mask;
	return domain_tree_add_domain(tree, name, mask);
}

static int predict_cpu(const struct root *root, unsigned int cpu, const struct cpu_facts *cpus,
                       struct domain_tree *tree)
{
	struct cpuset mask, below;
	int r = domain_tree_add_cpu(tree, cpu);

	/* A CPU that reports nothing cannot be predicted. */
	if (r < 0 || sysfs_thread_siblings(root, cpu, &mask) < 0)
		return r;
	cpuset_clear(&below);
	r = add_level(tree, "SMT", &mask, &below);
	if (r == 0 && cluster_siblings(root, cpu, &mask) == 0)
		r = add_level(tree, "CLS", &mask, &below);
	if (r == 0 && llc_siblings(root, cpu, &mask) == 0)
		r = add_level(tree, "MC", &mask, &below);
	if (r < 0)
		return r;
	sysfs_node_of(root, cpu, cpus, &mask);
	r = add_level(tree, "PKG", &mask, &below);
	if (r == 0 && cpus->numa_nodes > 1)
		r = add_level(tree, "NUMA", &cpus->online, &below);
	return r;
}

int sysfs_predict(const struct root *root, const struct cpu_facts *cpus, struct domain_tree *tree)
{
	unsigned int cpu;

	for_each_cpu(cpu, &cpus->online) {
		int r = cpuset_has(&cpus->isolated, cpu) ? 0 : predict_cpu(root, cpu, cpus, tree);

		if (r < 0)
			return r;
	}
	return tree->domain_count > 0 ? 0 : -ENODATA;
}

/* The level that @mask makes vanishes, or is the one that is left. */
static bool adds_no_level(const struct cpuset *mask, const struct cpuset *online)
{
	return cpuset_count(mask) < 2 || cpuset_equal(mask, online);
}

bool sysfs_numa_off_flattens(const struct root *root, const struct cpu_facts *cpus)
{
	struct cpuset mask;
	unsigned int cpu;

	if (cpus->numa_nodes < 2)
		return false;
	for_each_cpu(cpu, &cpus->online) {
		if (sysfs_thread_siblings(root, cpu, &mask) < 0 || cpuset_count(&mask) > 1)
			return false;
		if (llc_siblings(root, cpu, &mask) < 0 || !adds_no_level(&mask, &cpus->online))
			return false;
		if (cluster_siblings(root, cpu, &mask) == 0 && !adds_no_level(&mask, &cpus->online))
			return false;
	}
	return true;
}
