/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdbool.h>

#include "domains/tree.h"
#include "model/facts.h"
#include "util/root.h"

/**
 * sysfs_thread_siblings() - the hardware threads of @cpu's core, as the kernel reports them
 * Return: 0, or a negative errno with an empty set; -ENOENT is usual for an offline CPU.
 */
int sysfs_thread_siblings(const struct root *root, unsigned int cpu, struct cpuset *set);

/** sysfs_node_of() - the CPUs of @cpu's NUMA node; all online CPUs where there are no nodes */
void sysfs_node_of(const struct root *root, unsigned int cpu, const struct cpu_facts *cpus,
                   struct cpuset *set);

/**
 * sysfs_predict() - the domains that an x86 kernel would build from the masks it reports
 *
 * The masks are input to the kernel, not what it built, so this is a prediction and no more
 * (arch/x86/kernel/smpboot.c, x86_topology[]; kernel/sched/topology.c takes out levels that are
 * the same as the one below).
 *
 * Return: 0, or a negative errno.
 */
int sysfs_predict(const struct root *root, const struct cpu_facts *cpus, struct domain_tree *tree);

/**
 * sysfs_numa_off_flattens() - whether one level would be left if there were no NUMA levels
 */
bool sysfs_numa_off_flattens(const struct root *root, const struct cpu_facts *cpus);
