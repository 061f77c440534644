/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/*
 * An ordered list of keys and values: what commands print and what the record holds. One line a
 * pair, key=value; a value of other characters than [A-Za-z0-9_./:,+@%-] stands in POSIX single
 * quotes, so that a shell can read the lines.
 */

struct pair {
	char *key;
	char *value;
};

struct pairs {
	struct pair *list;
	size_t count;
	bool short_of_memory; /* a pair is missing: do not trust, do not write */
};

void pairs_release(struct pairs *pairs);

/** pairs_set() - set @key, at its place when it is there, else behind the others */
void pairs_set(struct pairs *pairs, const char *key, const char *value);

/** pairs_setf() - pairs_set() with a printf format */
void pairs_setf(struct pairs *pairs, const char *key, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/** pairs_get() - the value of @key, or NULL */
const char *pairs_get(const struct pairs *pairs, const char *key);

/** pairs_print() - as lines */
void pairs_print(const struct pairs *pairs, FILE *out);

/** pairs_print_json() - as one JSON object, all values strings, always valid UTF-8 */
void pairs_print_json(const struct pairs *pairs, FILE *out);

/**
 * pairs_parse() - read lines as pairs_print() writes them
 * Return: 0, or -EINVAL for anything else, or -ENOMEM.
 */
int pairs_parse(const char *text, struct pairs *pairs);
