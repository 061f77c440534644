// SPDX-License-Identifier: GPL-2.0-or-later
#include "util/text.h"

#include <ctype.h>
#include <string.h>

#include "util/utf8.h"

static bool is_space(char c)
{
	return isspace((unsigned char)c);
}

/* C0, DEL, and C1, which is two bytes in UTF-8. */
static bool is_control(const char *s, size_t length)
{
	unsigned char first = (unsigned char)s[0];

	return length == 1 ? first < 0x20 || first == 0x7f
	                   : first == 0xc2 && (unsigned char)s[1] < 0xa0;
}

void text_make_printable(char *s)
{
	while (*s) {
		size_t length = utf8_sequence(s);

		if (length == 0 || is_control(s, length)) {
			*s++ = '?';
			continue;
		}
		s += length;
	}
}

char *text_trim(char *s)
{
	size_t length;

	while (is_space(*s))
		s++;
	length = strlen(s);
	while (length > 0 && is_space(s[length - 1]))
		s[--length] = '\0';
	return s;
}

bool text_has_prefix(const char *s, const char *prefix)
{
	return strncmp(s, prefix, strlen(prefix)) == 0;
}

bool text_has_suffix(const char *s, const char *suffix)
{
	size_t length = strlen(s), tail = strlen(suffix);

	return length >= tail && strcmp(s + length - tail, suffix) == 0;
}

static void copy_bytes(char *dst, size_t size, const char *src, size_t length)
{
	if (length >= size)
		length = size - 1;
	memcpy(dst, src, length);
	dst[length] = '\0';
}

void text_copy(char *dst, size_t size, const char *src)
{
	copy_bytes(dst, size, src, strlen(src));
}

bool text_next_word(const char **cursor, const char **word, size_t *length)
{
	const char *p = *cursor;
	bool quoted = false;

	while (is_space(*p))
		p++;
	*word = p;
	for (; *p && (quoted || !is_space(*p)); p++)
		if (*p == '"')
			quoted = !quoted;
	*length = (size_t)(p - *word);
	*cursor = p;
	return *length > 0;
}

bool text_word_value(const char *word, size_t length, const char *key, char *value, size_t size)
{
	size_t skip = strlen(key);

	if (length < skip || strncmp(word, key, skip) != 0)
		return false;

	word += skip;
	length -= skip;
	if (length >= 2 && word[0] == '"' && word[length - 1] == '"') {
		word++;
		length -= 2;
	}
	copy_bytes(value, size, word, length);
	return true;
}

bool text_list_has(const char *list, const char *item)
{
	size_t length = strlen(item);

	for (;;) {
		size_t span = strcspn(list, ",");

		if (span == length && strncmp(list, item, length) == 0)
			return true;
		if (list[span] == '\0')
			return false;
		list += span + 1;
	}
}
