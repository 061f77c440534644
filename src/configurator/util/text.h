/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/**
 * text_make_printable() - replace control characters, and bytes that are no UTF-8, by '?'
 *
 * In place: what comes from a foreign file must neither move a terminal's cursor nor pass for
 * another line.
 */
void text_make_printable(char *s);

/** text_trim() - cut white space off both ends of @s, in place. Return: the first kept character.
 */
char *text_trim(char *s);

/** text_has_prefix() - whether @s starts with @prefix */
bool text_has_prefix(const char *s, const char *prefix);

/** text_has_suffix() - whether @s ends with @suffix */
bool text_has_suffix(const char *s, const char *suffix);

/**
 * text_copy() - copy @src into @dst of @size bytes, cut where it does not fit, always terminated
 */
void text_copy(char *dst, size_t size, const char *src);

/**
 * text_next_word() - walk over the white-space separated words of a line
 * @cursor: where to go on; moved behind the word
 * @word: receives the word's start
 * @length: receives its length in bytes
 *
 * Double quotes keep white space together, as on the kernel command line
 * (lib/cmdline.c, next_arg()).
 *
 * Return: false when no word is left.
 */
bool text_next_word(const char **cursor, const char **word, size_t *length);

/**
 * text_word_value() - the value of a `key=value` word
 * @word: the word
 * @length: its length
 * @key: the key, with its '='
 * @value: receives the value, without surrounding double quotes
 * @size: bytes in @value
 *
 * Return: false when the word has another key.
 */
bool text_word_value(const char *word, size_t length, const char *key, char *value, size_t size);

/**
 * text_list_has() - whether a comma-separated list has an item
 */
bool text_list_has(const char *list, const char *item);
