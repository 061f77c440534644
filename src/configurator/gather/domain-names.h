/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "domains/tree.h"
#include "util/root.h"

/* Sources that tell the names of the levels that were built, but not their CPU masks. */

#define DEBUGFS_DOMAINS "/sys/kernel/debug/sched/domains" /* since 5.13; filled on request only */
#define PROCFS_DOMAINS  "/proc/sys/kernel/sched_domain"   /* before, with CONFIG_SCHED_DEBUG */

/**
 * domain_names_read() - the domains' names below DEBUGFS_DOMAINS or PROCFS_DOMAINS
 * @folder: which of the two
 * @cpus: the CPUs to read
 *
 * Return: 0, or a negative errno; -ENODATA where the folder tells nothing: since 6.4 it is empty
 * unless the kernel runs with sched_verbose, which means unknown, not flat.
 */
int domain_names_read(const struct root *root, const char *folder, const struct cpuset *cpus,
                      struct domain_tree *tree);
