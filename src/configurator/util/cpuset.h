/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* CONFIG_NR_CPUS is at most 8192 on x86 (arch/x86/Kconfig, MAXSMP) and elsewhere. */
#define CPU_LIMIT    8192
#define CPUSET_WORDS (CPU_LIMIT / 64)

/** struct cpuset - a set of logical CPU numbers */
struct cpuset {
	uint64_t words[CPUSET_WORDS];
};

static inline bool cpuset_has(const struct cpuset *set, unsigned int cpu)
{
	return cpu < CPU_LIMIT && (set->words[cpu / 64] >> (cpu % 64)) & 1;
}

static inline void cpuset_add(struct cpuset *set, unsigned int cpu)
{
	set->words[cpu / 64] |= UINT64_C(1) << (cpu % 64);
}

void cpuset_clear(struct cpuset *set);
unsigned int cpuset_count(const struct cpuset *set);
bool cpuset_is_empty(const struct cpuset *set);
bool cpuset_equal(const struct cpuset *a, const struct cpuset *b);
bool cpuset_is_subset(const struct cpuset *small, const struct cpuset *large);

/** cpuset_remove_all() - take the members of @gone out of @set */
void cpuset_remove_all(struct cpuset *set, const struct cpuset *gone);

/** cpuset_keep_only() - take out of @set what is not in @kept */
void cpuset_keep_only(struct cpuset *set, const struct cpuset *kept);

/** cpuset_next() - the first member at or above @cpu. Return: CPU_LIMIT when there is none. */
unsigned int cpuset_next(const struct cpuset *set, unsigned int cpu);

#define for_each_cpu(cpu, set)                                                                     \
	for ((cpu) = cpuset_next((set), 0); (cpu) < CPU_LIMIT;                                     \
	     (cpu) = cpuset_next((set), (cpu) + 1))

/**
 * cpuset_parse_list() - read a list such as "0-3,8", as sysfs prints it (%*pbl)
 *
 * Return: 0, or -EINVAL for anything else, or -ERANGE for a CPU at or above CPU_LIMIT; the set is
 * then empty. An empty list is an empty set.
 */
int cpuset_parse_list(struct cpuset *set, const char *list);

/**
 * cpuset_format_list() - the opposite of cpuset_parse_list()
 * Return: the text, to be freed, or NULL when memory is short.
 */
char *cpuset_format_list(const struct cpuset *set);
