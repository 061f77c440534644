// SPDX-License-Identifier: GPL-2.0-or-later
#include "gather/witness.h"

#include "util/text.h"

void witness_note(struct witness_list *list, const char *name, const char *said)
{
	struct witness *witness;

	if (!list || list->count == WITNESS_MAX)
		return;
	witness = &list->spoke[list->count++];
	witness->name = name;
	text_copy(witness->said, sizeof(witness->said), said);
}
