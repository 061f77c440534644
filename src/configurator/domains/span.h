/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdint.h>

#include "util/cpuset.h"

/*
 * Spans repeat: each CPU of a group names the same one. The table keeps each once, without the
 * empty words at its ends, so that the domains of 8192 CPUs fit into a few MiB, and numbers
 * them, so that equal spans are equal numbers.
 */

#define SPAN_UNKNOWN UINT32_MAX /* a source without masks */

/** struct span - where the words of one span lie in the pool */
struct span {
	uint32_t offset;
	uint16_t first; /* index in struct cpuset of the first word kept */
	uint16_t count;
};

/** struct span_table - all distinct spans, numbered from 0 in order of appearance */
struct span_table {
	struct span *spans;
	uint32_t count, allocated;
	uint64_t *pool;
	uint32_t pool_used, pool_allocated;
	uint32_t *buckets; /* hash -> span + 1, open addressing */
	uint32_t bucket_count;
};

void span_table_release(struct span_table *table);

/**
 * span_table_add() - the number of a span, entered when it is new
 * Return: 0, or -ENOMEM.
 */
int span_table_add(struct span_table *table, const struct cpuset *set, uint32_t *number);

/** span_get() - the span @number as a set */
void span_get(const struct span_table *table, uint32_t number, struct cpuset *set);

/** span_has() - whether @cpu is in the span @number */
bool span_has(const struct span_table *table, uint32_t number, unsigned int cpu);

/** span_first_cpu() - the lowest CPU in the span @number, CPU_LIMIT for an empty one */
unsigned int span_first_cpu(const struct span_table *table, uint32_t number);
