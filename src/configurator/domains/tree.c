// SPDX-License-Identifier: GPL-2.0-or-later
#include "domains/tree.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/text.h"

#define FIRST_ALLOCATION 16u

void domain_tree_release(struct domain_tree *tree)
{
	free(tree->cpus);
	free(tree->domains);
	span_table_release(&tree->spans);
	memset(tree, 0, sizeof(*tree));
}

static int grow(void **array, uint32_t used, uint32_t *allocated, size_t size)
{
	uint32_t more = *allocated ? *allocated * 2 : FIRST_ALLOCATION;
	void *larger;

	if (used < *allocated)
		return 0;
	larger = reallocarray(*array, more, size);
	if (!larger)
		return -ENOMEM;
	*array = larger;
	*allocated = more;
	return 0;
}

int domain_tree_add_cpu(struct domain_tree *tree, unsigned int cpu)
{
	void *cpus = tree->cpus;
	int r;

	if (cpuset_has(&tree->seen, cpu))
		return -EEXIST;
	r = grow(&cpus, tree->cpu_count, &tree->cpu_allocated, sizeof(*tree->cpus));
	tree->cpus = cpus;
	if (r < 0)
		return r;

	cpuset_add(&tree->seen, cpu);
	tree->cpus[tree->cpu_count++] =
		(struct cpu_domains){ .cpu = (uint16_t)cpu, .first = tree->domain_count };
	return 0;
}

static bool is_name(const char *name)
{
	size_t length = strlen(name);

	for (size_t i = 0; i < length; i++)
		if (!isalnum((unsigned char)name[i]) && !strchr("_-.", name[i]))
			return false;
	return length > 0 && length < DOMAIN_NAME_SIZE;
}

/* Number 0 stands for "no name". */
static int name_number(struct domain_tree *tree, const char *name, uint8_t *number)
{
	uint8_t i;

	*number = 0;
	if (!name)
		return 0;
	if (!is_name(name))
		return -EINVAL;
	for (i = 1; i <= tree->name_count; i++)
		if (strcmp(tree->names[i], name) == 0)
			break;
	if (i == DOMAIN_NAMES_MAX)
		return -E2BIG;
	if (i > tree->name_count) {
		text_copy(tree->names[i], DOMAIN_NAME_SIZE, name);
		tree->name_count = i;
	}
	*number = i;
	return 0;
}

int domain_tree_add_domain(struct domain_tree *tree, const char *name, const struct cpuset *span)
{
	struct cpu_domains *cpu = &tree->cpus[tree->cpu_count - 1];
	struct domain domain = { .span = SPAN_UNKNOWN };
	void *domains = tree->domains;
	int r;

	if (cpu->depth == DOMAIN_DEPTH_MAX)
		return -E2BIG;
	r = name_number(tree, name, &domain.name);
	if (r == 0 && span)
		r = span_table_add(&tree->spans, span, &domain.span);
	if (r < 0)
		return r;
	r = grow(&domains, tree->domain_count, &tree->domain_allocated, sizeof(*tree->domains));
	tree->domains = domains;
	if (r < 0)
		return r;

	tree->domains[tree->domain_count++] = domain;
	cpu->depth++;
	return 0;
}
