// SPDX-License-Identifier: GPL-2.0-or-later
#include "domains/levels.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/cleanup.h"
#include "util/text.h"

/* One group of the level that is being written. */
struct group {
	uint32_t span;
	unsigned int first_cpu;
};

struct writer {
	const struct domain_tree *tree;
	const struct cpuset *judged;
	struct group *groups; /* room for every span there is */
	uint32_t group_count;
	uint32_t *stamps; /* per span: the level it was last seen in */
	uint32_t stamp;
	unsigned int depth; /* of the deepest CPU */
	FILE *out;
};

static unsigned int deepest(const struct domain_tree *tree)
{
	unsigned int depth = 0;

	for (uint32_t i = 0; i < tree->cpu_count; i++)
		if (tree->cpus[i].depth > depth)
			depth = tree->cpus[i].depth;
	return depth;
}

/* Return: the CPU's domain at @position from the bottom of the deepest CPU, or NULL. */
static const struct domain *domain_at(const struct writer *writer, const struct cpu_domains *cpu,
                                      unsigned int position)
{
	unsigned int missing = writer->depth - cpu->depth;

	if (position < missing || !cpuset_has(writer->judged, cpu->cpu))
		return NULL;
	return cpu_domain(writer->tree, cpu, position - missing);
}

static int by_first_cpu(const void *a, const void *b)
{
	const struct group *x = a, *y = b;

	if (x->first_cpu != y->first_cpu)
		return x->first_cpu < y->first_cpu ? -1 : 1;
	return x->span < y->span ? -1 : x->span > y->span;
}

static void collect_group(struct writer *writer, uint32_t span)
{
	if (span == SPAN_UNKNOWN || writer->stamps[span] == writer->stamp)
		return;
	writer->stamps[span] = writer->stamp;
	writer->groups[writer->group_count++] =
		(struct group){ span, span_first_cpu(&writer->tree->spans, span) };
}

static void collect_groups(struct writer *writer, unsigned int position, uint8_t name)
{
	writer->group_count = 0;
	writer->stamp++;
	for (uint32_t i = 0; i < writer->tree->cpu_count; i++) {
		const struct domain *domain = domain_at(writer, &writer->tree->cpus[i], position);

		if (domain && domain->name == name)
			collect_group(writer, domain->span);
	}
	qsort(writer->groups, writer->group_count, sizeof(*writer->groups), by_first_cpu);
}

static void write_span(struct writer *writer, uint32_t number)
{
	_cleanup_free_ char *list = NULL;
	struct cpuset span;

	span_get(&writer->tree->spans, number, &span);
	list = cpuset_format_list(&span);
	fputs(list ? list : DOMAIN_NAME_NONE, writer->out);
}

static void write_level(struct writer *writer, unsigned int position, uint8_t name)
{
	struct domain named = { .name = name };

	collect_groups(writer, position, name);
	if (ftell(writer->out) > 0)
		fputc(' ', writer->out);
	fprintf(writer->out, "%s:", domain_name(writer->tree, &named));
	if (writer->group_count == 0)
		fputs(DOMAIN_NAME_NONE, writer->out);
	for (uint32_t i = 0; i < writer->group_count; i++) {
		if (i > 0)
			fputc('|', writer->out);
		write_span(writer, writer->groups[i].span);
	}
}

/* Partitions can have levels of different names at one position: each is a level then. */
static void write_position(struct writer *writer, unsigned int position)
{
	bool written[DOMAIN_NAMES_MAX] = { false };

	for (uint32_t i = 0; i < writer->tree->cpu_count; i++) {
		const struct domain *domain = domain_at(writer, &writer->tree->cpus[i], position);

		if (!domain || written[domain->name])
			continue;
		written[domain->name] = true;
		write_level(writer, position, domain->name);
	}
}

static bool has_groups_of_own(const struct writer *writer)
{
	return writer->stamps && writer->groups;
}

char *levels_format(const struct domain_tree *tree, const struct cpuset *judged)
{
	_cleanup_free_ uint32_t *stamps = calloc(tree->spans.count + 1, sizeof(*stamps));
	_cleanup_free_ struct group *groups = calloc(tree->spans.count + 1, sizeof(*groups));
	struct writer writer = { .tree = tree,
		                 .judged = judged,
		                 .groups = groups,
		                 .stamps = stamps,
		                 .depth = deepest(tree) };
	char *text = NULL;
	size_t length;

	if (!has_groups_of_own(&writer))
		return NULL;
	writer.out = open_memstream(&text, &length);
	if (!writer.out)
		return NULL;
	for (unsigned int position = 0; position < writer.depth; position++)
		write_position(&writer, position);
	if (fclose(writer.out) == 0)
		return text;
	free(text);
	return NULL;
}

void level_list_release(struct level_list *list)
{
	for (unsigned int i = 0; i < list->count; i++)
		free(list->levels[i].groups);
	free(list->levels);
	*list = (struct level_list){ .count = 0 };
}

static int parse_group(struct level *level, const char *text)
{
	struct cpuset *groups =
		reallocarray(level->groups, level->group_count + 1, sizeof(*groups));

	if (!groups)
		return -ENOMEM;
	level->groups = groups;
	return cpuset_parse_list(&groups[level->group_count++], text);
}

static int parse_groups(struct level *level, char *text)
{
	char *group, *rest;

	if (strcmp(text, DOMAIN_NAME_NONE) == 0)
		return 0;
	for (group = strtok_r(text, "|", &rest); group; group = strtok_r(NULL, "|", &rest)) {
		int r = parse_group(level, group);

		if (r < 0)
			return r;
	}
	return level->group_count > 0 ? 0 : -EINVAL;
}

static int parse_level(struct level_list *list, char *text)
{
	char *colon = strchr(text, ':');
	struct level *levels;

	if (!colon || colon == text || colon - text >= DOMAIN_NAME_SIZE)
		return -EINVAL;
	levels = reallocarray(list->levels, list->count + 1, sizeof(*levels));
	if (!levels)
		return -ENOMEM;
	list->levels = levels;
	levels += list->count++;
	*levels = (struct level){ .groups = NULL };
	text_copy(levels->name, (size_t)(colon - text) + 1, text);
	return parse_groups(levels, colon + 1);
}

int levels_parse(const char *text, struct level_list *list)
{
	_cleanup_free_ char *copy = strdup(text);
	char *word, *rest;
	int r = 0;

	*list = (struct level_list){ .count = 0 };
	if (!copy)
		return -ENOMEM;
	for (word = strtok_r(copy, " ", &rest); word && r == 0; word = strtok_r(NULL, " ", &rest))
		r = parse_level(list, word);
	if (r < 0)
		level_list_release(list);
	return r;
}
