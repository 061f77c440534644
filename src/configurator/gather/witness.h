/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stddef.h>

#define WITNESS_MAX       32
#define WITNESS_WORD_SIZE 64

/** struct witness - one thing that was looked at, and what it said */
struct witness {
	const char *name;
	char said[WITNESS_WORD_SIZE];
};

/** struct witness_list - the witnesses that spoke, in the order they were heard */
struct witness_list {
	size_t count;
	struct witness spoke[WITNESS_MAX];
};

/** witness_note() - keep what a witness said; @list may be NULL, then nobody wants to know */
void witness_note(struct witness_list *list, const char *name, const char *said);
