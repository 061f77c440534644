/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stddef.h>

/**
 * utf8_sequence() - bytes of the UTF-8 sequence that @s starts with (RFC 3629)
 * Return: 1 to 4, or 0 where it starts with none.
 */
size_t utf8_sequence(const char *s);
