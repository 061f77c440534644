// SPDX-License-Identifier: GPL-2.0-or-later
#include "bootparams/oddities.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "gather/cmdline.h"
#include "util/cleanup.h"
#include "util/text.h"

#define WORD_SIZE 256

static const char *const names[] = { "xen.topology=", "xen_flat=", "numa=" };

static bool is_alnum(char c)
{
	return isalnum((unsigned char)c);
}

static bool is_ours(const char *word)
{
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (text_has_prefix(word, names[i]))
			return true;
	return false;
}

/* "quietnuma=off": a name of ours right behind another word. "not_xen_flat=" is a name. */
static bool sticks_to_another(const char *word)
{
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		const char *found = strstr(word, names[i]);

		if (found && found > word && is_alnum(found[-1]))
			return true;
	}
	return false;
}

/* "numa=offquiet": the value goes on behind the word it should be. */
static bool has_another_behind(const char *word)
{
	static const char *const values[] = { "numa=off", "xen.topology=flat", "xen.topology=node",
		                              "xen.topology=native" };

	for (size_t i = 0; i < ARRAY_SIZE(values); i++)
		if (text_has_prefix(word, values[i]) && is_alnum(word[strlen(values[i])]))
			return true;
	return false;
}

/* "a=1b=2": a number that runs into a name. "root=UUID=1b" is well formed. */
static bool number_runs_into_name(const char *word)
{
	const char *value = strchr(word, '=');

	if (!value || !isdigit((unsigned char)value[1]))
		return false;
	value += 1 + strspn(value + 1, "0123456789");
	if (!isalpha((unsigned char)*value))
		return false;
	while (is_alnum(*value) || *value == '_' || *value == '.')
		value++;
	return *value == '=';
}

static bool is_glued(const char *word)
{
	return sticks_to_another(word) || has_another_behind(word) || number_runs_into_name(word);
}

static bool is_literal(const char *word)
{
	return *word == '$';
}

static void collect(const char *cmdline, bool (*matches)(const char *word), struct pairs *pairs,
                    const char *key)
{
	_cleanup_free_ char *list = NULL;
	size_t size, length;
	FILE *out = open_memstream(&list, &size);
	const char *cursor = cmdline, *start;
	char word[WORD_SIZE];

	if (!out)
		return;
	while (cmdline && text_next_word(&cursor, &start, &length)) {
		text_copy(word, length < sizeof(word) ? length + 1 : sizeof(word), start);
		if (matches(word))
			fprintf(out, "%s%s", ftell(out) > 0 ? " " : "", word);
	}
	if (fclose(out) == 0)
		pairs_set(pairs, key, list);
}

void pairs_add_oddities(const struct root *root, struct pairs *pairs)
{
	_cleanup_free_ char *cmdline = cmdline_read(root);

	collect(cmdline, is_ours, pairs, "cmdline_ours");
	collect(cmdline, is_glued, pairs, "cmdline_glued");
	collect(cmdline, is_literal, pairs, "cmdline_literal");
}
