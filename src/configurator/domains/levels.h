/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "domains/tree.h"

/*
 * The levels of a domain tree in one line, for the record: "MC:0-1|2-3 PKG:0-3". Levels from the
 * bottom, each once; its groups sorted by their first CPU; "?" where a name or a span is not
 * known. CPUs with fewer domains than others are aligned from the top, where all meet.
 */

/**
 * levels_format() - the line for a tree
 * @judged: the CPUs to show
 * Return: the text, to be freed, or NULL when memory is short.
 */
char *levels_format(const struct domain_tree *tree, const struct cpuset *judged);

/** struct level - one level, as parsed from such a line */
struct level {
	char name[DOMAIN_NAME_SIZE];
	struct cpuset *groups;
	unsigned int group_count;
};

/** struct level_list - the levels from the bottom */
struct level_list {
	struct level *levels;
	unsigned int count;
};

/**
 * levels_parse() - the opposite of levels_format()
 * Return: 0, -EINVAL for what levels_format() never writes, -ENOMEM.
 */
int levels_parse(const char *text, struct level_list *list);

void level_list_release(struct level_list *list);
