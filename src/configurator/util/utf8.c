// SPDX-License-Identifier: GPL-2.0-or-later
#include "util/utf8.h"

#include <stdbool.h>
#include <stdint.h>

static size_t announced_length(unsigned char lead)
{
	if (lead < 0x80)
		return 1;
	if (lead >= 0xc2 && lead < 0xe0)
		return 2;
	if (lead >= 0xe0 && lead < 0xf0)
		return 3;
	return lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
}

/* Overlong forms, surrogates and what is above U+10FFFF show in the second byte. */
static bool second_is_legal(unsigned char lead, unsigned char second)
{
	switch (lead) {
	case 0xe0:
		return second >= 0xa0;
	case 0xed:
		return second < 0xa0;
	case 0xf0:
		return second >= 0x90;
	case 0xf4:
		return second < 0x90;
	default:
		return true;
	}
}

size_t utf8_sequence(const char *s)
{
	const unsigned char *bytes = (const unsigned char *)s;
	size_t length = announced_length(bytes[0]);

	for (size_t i = 1; i < length; i++)
		if ((bytes[i] & 0xc0) != 0x80)
			return 0;
	return length < 2 || second_is_legal(bytes[0], bytes[1]) ? length : 0;
}
