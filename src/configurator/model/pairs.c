// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/pairs.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "util/cleanup.h"
#include "util/text.h"
#include "util/utf8.h"

#define PLAIN_CHARACTERS                                                                           \
	"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"                                     \
	"0123456789_./:,+@%-"
#define KEY_CHARACTERS "abcdefghijklmnopqrstuvwxyz0123456789_"

void pairs_release(struct pairs *pairs)
{
	for (size_t i = 0; i < pairs->count; i++) {
		free(pairs->list[i].key);
		free(pairs->list[i].value);
	}
	free(pairs->list);
	*pairs = (struct pairs){ .count = 0 };
}

static struct pair *find(const struct pairs *pairs, const char *key)
{
	for (size_t i = 0; i < pairs->count; i++)
		if (strcmp(pairs->list[i].key, key) == 0)
			return &pairs->list[i];
	return NULL;
}

static struct pair *append(struct pairs *pairs, const char *key)
{
	struct pair *list = reallocarray(pairs->list, pairs->count + 1, sizeof(*list));
	char *copy = strdup(key);

	if (list)
		pairs->list = list;
	if (!list || !copy) {
		free(copy);
		return NULL;
	}
	list[pairs->count] = (struct pair){ .key = copy };
	return &list[pairs->count++];
}

void pairs_set(struct pairs *pairs, const char *key, const char *value)
{
	struct pair *pair = find(pairs, key);
	char *copy = strdup(value);

	if (copy && !pair)
		pair = append(pairs, key);
	if (!copy || !pair) {
		free(copy);
		pairs->short_of_memory = true;
		return;
	}
	/* A value with a newline could pass for another pair. */
	text_make_printable(copy);
	free(pair->value);
	pair->value = copy;
}

void pairs_setf(struct pairs *pairs, const char *key, const char *format, ...)
{
	_cleanup_free_ char *value = NULL;
	va_list args;
	int r;

	va_start(args, format);
	r = vasprintf(&value, format, args);
	va_end(args);
	if (r >= 0) {
		pairs_set(pairs, key, value);
		return;
	}
	value = NULL;
	pairs->short_of_memory = true;
}

const char *pairs_get(const struct pairs *pairs, const char *key)
{
	const struct pair *pair = find(pairs, key);

	return pair ? pair->value : NULL;
}

static void print_quoted(const char *value, FILE *out)
{
	fputc('\'', out);
	for (; *value; value++)
		if (*value == '\'')
			fputs("'\\''", out);
		else
			fputc(*value, out);
	fputc('\'', out);
}

static void print_value(const char *value, FILE *out)
{
	if (value[strspn(value, PLAIN_CHARACTERS)] == '\0')
		fputs(value, out);
	else
		print_quoted(value, out);
}

void pairs_print(const struct pairs *pairs, FILE *out)
{
	for (size_t i = 0; i < pairs->count; i++) {
		fprintf(out, "%s=", pairs->list[i].key);
		print_value(pairs->list[i].value, out);
		fputc('\n', out);
	}
}

static void print_json_string(const char *s, FILE *out)
{
	fputc('"', out);
	while (*s) {
		size_t length = utf8_sequence(s);

		if (length == 0) {
			fputs("\\ufffd", out);
			s++;
		} else if (*s == '"' || *s == '\\') {
			fprintf(out, "\\%c", *s++);
		} else if ((unsigned char)*s < 0x20) {
			fprintf(out, "\\u%04x", *s++);
		} else {
			fwrite(s, 1, length, out);
			s += length;
		}
	}
	fputc('"', out);
}

void pairs_print_json(const struct pairs *pairs, FILE *out)
{
	fputc('{', out);
	for (size_t i = 0; i < pairs->count; i++) {
		fputs(i > 0 ? ",\n  " : "\n  ", out);
		print_json_string(pairs->list[i].key, out);
		fputs(": ", out);
		print_json_string(pairs->list[i].value, out);
	}
	fputs("\n}\n", out);
}

/* Take the quotes off, in place. Return: whether they are as print_quoted() sets them. */
static bool unquote(char *value)
{
	const char *from = value + 1;
	char *to = value;

	if (*value != '\'')
		return value[strspn(value, PLAIN_CHARACTERS)] == '\0';
	while (*from) {
		if (*from != '\'') {
			*to++ = *from++;
		} else if (text_has_prefix(from, "'\\''")) {
			*to++ = '\'';
			from += 4;
		} else {
			*to = '\0';
			return from[1] == '\0';
		}
	}
	return false;
}

static int parse_line(char *line, struct pairs *pairs)
{
	size_t key_length = strspn(line, KEY_CHARACTERS);

	if (key_length == 0 || line[key_length] != '=' || !unquote(line + key_length + 1))
		return -EINVAL;
	line[key_length] = '\0';
	pairs_set(pairs, line, line + key_length + 1);
	return pairs->short_of_memory ? -ENOMEM : 0;
}

int pairs_parse(const char *text, struct pairs *pairs)
{
	_cleanup_free_ char *copy = strdup(text);
	char *line = copy;
	int r = 0;

	*pairs = (struct pairs){ .count = 0 };
	if (!copy)
		return -ENOMEM;
	while (*line && r == 0) {
		char *newline = strchr(line, '\n');

		if (newline)
			*newline = '\0';
		r = parse_line(line, pairs);
		line = newline ? newline + 1 : line + strlen(line);
	}
	if (r < 0)
		pairs_release(pairs);
	return r;
}
