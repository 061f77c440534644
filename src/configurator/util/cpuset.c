// SPDX-License-Identifier: GPL-2.0-or-later
#include "util/cpuset.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void cpuset_clear(struct cpuset *set)
{
	memset(set, 0, sizeof(*set));
}

unsigned int cpuset_count(const struct cpuset *set)
{
	unsigned int count = 0;

	for (size_t i = 0; i < CPUSET_WORDS; i++)
		count += (unsigned int)__builtin_popcountll(set->words[i]);
	return count;
}

bool cpuset_is_empty(const struct cpuset *set)
{
	return cpuset_next(set, 0) == CPU_LIMIT;
}

bool cpuset_equal(const struct cpuset *a, const struct cpuset *b)
{
	return memcmp(a, b, sizeof(*a)) == 0;
}

bool cpuset_is_subset(const struct cpuset *small, const struct cpuset *large)
{
	for (size_t i = 0; i < CPUSET_WORDS; i++)
		if (small->words[i] & ~large->words[i])
			return false;
	return true;
}

void cpuset_remove_all(struct cpuset *set, const struct cpuset *gone)
{
	for (size_t i = 0; i < CPUSET_WORDS; i++)
		set->words[i] &= ~gone->words[i];
}

void cpuset_keep_only(struct cpuset *set, const struct cpuset *kept)
{
	for (size_t i = 0; i < CPUSET_WORDS; i++)
		set->words[i] &= kept->words[i];
}

unsigned int cpuset_next(const struct cpuset *set, unsigned int cpu)
{
	size_t i = cpu / 64;
	uint64_t word;

	if (cpu >= CPU_LIMIT)
		return CPU_LIMIT;
	word = set->words[i] & (~UINT64_C(0) << (cpu % 64));
	while (!word) {
		if (++i == CPUSET_WORDS)
			return CPU_LIMIT;
		word = set->words[i];
	}
	return (unsigned int)(i * 64) + (unsigned int)__builtin_ctzll(word);
}

static int parse_number(const char **p, unsigned int *number)
{
	unsigned int value = 0;

	if (!isdigit((unsigned char)**p))
		return -EINVAL;
	for (; isdigit((unsigned char)**p); (*p)++) {
		value = value * 10 + (unsigned int)(**p - '0');
		if (value >= CPU_LIMIT)
			return -ERANGE;
	}
	*number = value;
	return 0;
}

static int parse_range(struct cpuset *set, const char **p)
{
	unsigned int first, last;
	int r = parse_number(p, &first);

	if (r < 0)
		return r;
	last = first;
	if (**p == '-') {
		(*p)++;
		r = parse_number(p, &last);
		if (r < 0)
			return r;
	}
	if (last < first)
		return -EINVAL;
	for (; first <= last; first++)
		cpuset_add(set, first);
	return 0;
}

static int parse_ranges(struct cpuset *set, const char *p)
{
	if (*p == '\0')
		return 0;
	for (;;) {
		int r = parse_range(set, &p);

		if (r < 0)
			return r;
		if (*p == '\0')
			return 0;
		if (*p++ != ',')
			return -EINVAL;
	}
}

int cpuset_parse_list(struct cpuset *set, const char *list)
{
	int r;

	cpuset_clear(set);
	r = parse_ranges(set, list);
	if (r < 0)
		cpuset_clear(set);
	return r;
}

static unsigned int range_end(const struct cpuset *set, unsigned int cpu)
{
	while (cpuset_has(set, cpu + 1))
		cpu++;
	return cpu;
}

char *cpuset_format_list(const struct cpuset *set)
{
	char *text = NULL;
	size_t length;
	FILE *out = open_memstream(&text, &length);
	const char *comma = "";
	unsigned int cpu, end;

	if (!out)
		return NULL;
	for (cpu = cpuset_next(set, 0); cpu < CPU_LIMIT; cpu = cpuset_next(set, end + 1)) {
		end = range_end(set, cpu);
		fprintf(out, end > cpu ? "%s%u-%u" : "%s%u", comma, cpu, end);
		comma = ",";
	}
	if (fclose(out) != 0) {
		free(text);
		return NULL;
	}
	return text;
}
