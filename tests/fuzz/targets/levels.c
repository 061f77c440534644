// SPDX-License-Identifier: GPL-2.0-or-later
/* The line of the levels, as it stands in the record, and the trees that are drawn from it. */
#include <stdio.h>
#include <stdlib.h>

#include "../fuzz.h"
#include "domains/levels.h"
#include "output/tree.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct drawing drawing = { .utf8 = size % 2, .colour = size % 3 == 0, .width = 20 };
	char *text = fuzz_string(data, size), *drawn = NULL;
	struct level_list list;
	size_t length;
	FILE *out = open_memstream(&drawn, &length);

	require(out);
	if (levels_parse(text, &list) == 0) {
		for (unsigned int i = 0; i < list.count; i++)
			require(list.levels[i].name[0]);
		level_list_release(&list);
	}
	tree_print(text, &drawing, out);
	tree_print_pair("before", text, "now", text, &drawing, out);
	fclose(out);
	free(drawn);
	free(text);
	return 0;
}
