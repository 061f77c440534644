/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "util/root.h"

#define CMDLINE_VALUE_SIZE 128

/**
 * cmdline_read() - the kernel command line, up to the "--" behind which words are for init
 * Return: the text, to be freed; NULL where it cannot be read.
 */
char *cmdline_read(const struct root *root);

/**
 * cmdline_last_value() - the value of the last `key=value` on the command line
 * @cmdline: may be NULL
 * @key: the key, with its '='
 */
bool cmdline_last_value(const char *cmdline, const char *key, char *value, size_t size);

/**
 * cmdline_has_word() - whether a word stands on the command line
 * @cmdline: may be NULL
 */
bool cmdline_has_word(const char *cmdline, const char *wanted);

/**
 * cmdline_any_lists() - whether any `key=a,b,c` on the command line lists @item
 * @cmdline: may be NULL
 */
bool cmdline_any_lists(const char *cmdline, const char *key, const char *item);
