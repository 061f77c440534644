/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "domains/span.h"

/* The deepest hierarchy a kernel builds: topology levels plus NUMA distances. */
#define DOMAIN_DEPTH_MAX 32
#define DOMAIN_NAME_SIZE 16
#define DOMAIN_NAMES_MAX 32
#define DOMAIN_NAME_NONE "?" /* where the kernel gives no name */

/** struct domain - one scheduling domain of one CPU */
struct domain {
	uint32_t span; /* in the tree's span table, or SPAN_UNKNOWN */
	uint8_t name;  /* in the tree's names; 0 is DOMAIN_NAME_NONE */
};

/** struct cpu_domains - the domains of one CPU, from the bottom */
struct cpu_domains {
	uint16_t cpu;
	uint16_t depth;
	uint32_t first; /* in the tree's domains */
};

/** struct domain_tree - the scheduling domains of all CPUs, as a source told them */
struct domain_tree {
	struct cpu_domains *cpus;
	uint32_t cpu_count, cpu_allocated;
	struct domain *domains;
	uint32_t domain_count, domain_allocated;
	char names[DOMAIN_NAMES_MAX][DOMAIN_NAME_SIZE];
	uint8_t name_count;
	struct span_table spans;
	struct cpuset seen; /* the CPUs in the tree */
};

void domain_tree_release(struct domain_tree *tree);

/**
 * domain_tree_add_cpu() - go on to the domains of @cpu
 * Return: 0, -ENOMEM, or -EEXIST when the CPU was there before.
 */
int domain_tree_add_cpu(struct domain_tree *tree, unsigned int cpu);

/**
 * domain_tree_add_domain() - the next domain upwards of the CPU added last
 * @name: its name, or NULL where the source has none
 * @span: its span, or NULL where the source has none
 *
 * Return: 0, -ENOMEM, -E2BIG when there are too many, -EINVAL for a name no kernel gives.
 */
int domain_tree_add_domain(struct domain_tree *tree, const char *name, const struct cpuset *span);

static inline const char *domain_name(const struct domain_tree *tree, const struct domain *domain)
{
	return domain->name ? tree->names[domain->name] : DOMAIN_NAME_NONE;
}

static inline const struct domain *cpu_domain(const struct domain_tree *tree,
                                              const struct cpu_domains *cpu, unsigned int level)
{
	return &tree->domains[cpu->first + level];
}
